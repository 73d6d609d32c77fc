import { parse } from 'lossless-json';
import type { SandboxRequest } from '../types';

/**
 * The JSON object of a request body, or undefined if the body is anything else.
 *
 * An object that has two values for one name is not accepted: parsers differ in which of them they use, and the content of
 * an order must not depend on that.
 */
export function jsonObject(context: SandboxRequest): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(context.get('rawBody'));
    const value: unknown = JSON.parse(text);
    // Throws for contradicting values of a name, which JSON.parse accepts.
    parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
