import type { SandboxRequest } from '../types';
import { failing } from '../fates';
import { invalidParameter, QuoteFailure } from './envelopes';

/** A query parameter, or undefined if it is absent. @throws QuoteFailure if it is given twice. */
export function optionalText(context: SandboxRequest, name: string): string | undefined {
  const values = context.req.queries(name) ?? [];
  if (values.length > 1) {
    throw invalidParameter(`${name} is given more than once`);
  }
  return values[0];
}

/** A query parameter that is required and must not be blank. @throws QuoteFailure */
export function requiredText(context: SandboxRequest, name: string): string {
  const value = optionalText(context, name);
  if (value === undefined || value.trim() === '') {
    throw invalidParameter(`${name} is required`);
  }
  return value;
}

/** An integer in a range. @throws QuoteFailure */
export function integerIn(name: string, text: string, min: number, max: number): number {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw invalidParameter(`${name} must be an integer from ${String(min)} to ${String(max)}`);
  }
  return value;
}

/** An optional integer in a range. @throws QuoteFailure */
export function optionalInteger(context: SandboxRequest, name: string, fallback: number, min: number, max: number): number {
  const text = optionalText(context, name);
  return text === undefined ? fallback : integerIn(name, text, min, max);
}

/** Fails internally if the text ends with the word for that. @throws QuoteFailure -4 */
export function failOnReserved(text: string): void {
  if (text.trim().toLowerCase().endsWith(failing)) {
    throw new QuoteFailure('internal_error', 'the backend returned a business error');
  }
}
