import type { SandboxRequest } from '../types';

/** The fields of a form-encoded body; undefined when it is not one or not UTF-8. */
export function readForm(c: SandboxRequest): URLSearchParams | undefined {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return undefined;
  try {
    return new URLSearchParams(new TextDecoder('utf-8', { fatal: true }).decode(c.get('rawBody')));
  } catch {
    return undefined;
  }
}

/** Names that occur more than once, although the protocol allows each once. */
export function repeatedName(parameters: URLSearchParams): string | undefined {
  const seen = new Set<string>();
  for (const name of parameters.keys()) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** A parameter's value; one without a value counts as omitted (OAuth 2.1, 3.1 and 3.2). */
export function valueOf(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name);
  return value === null || value === '' ? undefined : value;
}
