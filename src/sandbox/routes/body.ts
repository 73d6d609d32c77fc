import { parse } from 'lossless-json';
import type { SandboxRequest } from '../types';

/**
 * The JSON object of a request body, or undefined where the body is anything else.
 *
 * An object that gives one name two values is not accepted: parsers differ in which of them they take, and what an order
 * becomes must not hang on that.
 */
export function jsonObject(context: SandboxRequest): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(context.get('rawBody'));
    const value: unknown = JSON.parse(text);
    // Throws where a name contradicts itself, which JSON.parse passes over.
    parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
