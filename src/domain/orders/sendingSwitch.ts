/** Whether orders may be sent, according to the file that all windows share. Anything that can’t be read as a release counts as stopped. */
export type SendingSwitch =
  | { readonly kind: 'open' }
  /** `atMs` is undefined if the file has no time. */
  | { readonly kind: 'stopped'; readonly atMs: number | undefined; readonly isDamaged: boolean };

export const stoppedText = 'stopped';
export const releasedText = 'released';

/** The content of the file. */
export function switchText(is: typeof stoppedText | typeof releasedText, at: string): string {
  return `${JSON.stringify({ version: 1, sending: is, at })}\n`;
}

/** @param text - Undefined if there is no file: sending was never stopped. */
export function readSwitch(text: string | undefined): SendingSwitch {
  if (text === undefined) return { kind: 'open' };
  const found = parsed(text);
  if (found?.sending === releasedText) return { kind: 'open' };
  return { kind: 'stopped', atMs: found?.atMs, isDamaged: found === undefined };
}

/** A file that cannot be read at all. */
export const unreadableSwitch: SendingSwitch = { kind: 'stopped', atMs: undefined, isDamaged: true };

interface Parsed {
  readonly sending: typeof stoppedText | typeof releasedText;
  readonly atMs: number;
}

function parsed(text: string): Parsed | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== 1) return undefined;
  if (!('sending' in value) || (value.sending !== stoppedText && value.sending !== releasedText)) return undefined;
  const atMs = 'at' in value && typeof value.at === 'string' ? Date.parse(value.at) : NaN;
  return Number.isNaN(atMs) ? undefined : { sending: value.sending, atMs };
}
