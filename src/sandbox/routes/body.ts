import type { SandboxRequest } from '../types';

/** The JSON object of a request body, or undefined where the body is anything else. */
export function jsonObject(context: SandboxRequest): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(context.get('rawBody'));
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
