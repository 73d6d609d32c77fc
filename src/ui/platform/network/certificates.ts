import * as tls from 'node:tls';

type CertificateReader = (kind: string) => unknown;

/**
 * Certificates that the operating system trusts, together with those that are bundled with Node; undefined if this Node
 * version cannot list them, which means Node's own list.
 */
export function systemCertificates(): readonly string[] | undefined {
  const reader: unknown = 'getCACertificates' in tls ? tls.getCACertificates : undefined;
  if (!isReader(reader)) return undefined;
  const found = ['default', 'system', 'extra'].flatMap((kind) => certificates(reader, kind));
  return found.length === 0 ? undefined : [...new Set(found)];
}

/** Newer than the type declarations of the oldest Node that the editor runs on. */
function isReader(value: unknown): value is CertificateReader {
  return typeof value === 'function';
}

function certificates(read: CertificateReader, kind: string): readonly string[] {
  try {
    const list = read(kind);
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
  } catch {
    return [];
  }
}
