import * as tls from 'node:tls';

/**
 * Certificates that the operating system trusts, together with those that come with Node; undefined where this Node
 * cannot tell, which means Node's own list.
 */
export function systemCertificates(): readonly string[] | undefined {
  if (!('getCACertificates' in tls) || typeof tls.getCACertificates !== 'function') return undefined;
  const found = ['default', 'system', 'extra'].flatMap((kind) => read(kind));
  return found.length === 0 ? undefined : [...new Set(found)];
}

function read(kind: string): readonly string[] {
  try {
    const list: unknown =
      'getCACertificates' in tls && typeof tls.getCACertificates === 'function' ? Reflect.apply(tls.getCACertificates, tls, [kind]) : [];
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : [];
  } catch {
    return [];
  }
}
