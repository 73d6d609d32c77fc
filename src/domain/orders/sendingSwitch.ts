/**
 * Whether orders may be sent, according to the file that all windows share and to the order journal. Anything that can’t be read as a release
 * counts as stopped, and a file that is gone is no release.
 */
export type SendingSwitch =
  | { readonly kind: 'open' }
  /** `atMs` is undefined if the file has no time. */
  | { readonly kind: 'stopped'; readonly atMs: number | undefined; readonly file: SwitchWitness };

/**
 * What the file has to say about a stop.
 *
 * - `damaged`: nothing that can be read.
 * - `gone`: there is no file, and the journal says that sending is stopped.
 * - `contradicts`: the file has a release that the journal doesn’t know.
 * - `lost`: there is no file, and the journal was damaged, so no one can say.
 * - `unsaved`: no file could be written, so the stop holds in one window only.
 */
export type SwitchWitness = 'says' | 'damaged' | 'gone' | 'contradicts' | 'lost' | 'unsaved';

/** The last word of the order journal on the switch. `unproven`: there was none since damage that the user acknowledged. */
export type JournaledSwitch = 'none' | 'stopped' | 'released' | 'unproven';

export const stoppedText = 'stopped';
export const releasedText = 'released';

/** The content of the file. */
export function switchText(is: typeof stoppedText | typeof releasedText, at: string): string {
  return `${JSON.stringify({ version: 1, sending: is, at })}\n`;
}

/**
 * @param text - Undefined if there is no file.
 * @param journaled - The last word of the order journal.
 */
export function readSwitch(text: string | undefined, journaled: JournaledSwitch): SendingSwitch {
  if (text === undefined) return withoutFile(journaled);
  const found = parsed(text);
  if (found === undefined) return unreadableSwitch;
  if (found.sending === stoppedText) return { kind: 'stopped', atMs: found.atMs, file: 'says' };
  return journaled === stoppedText ? { kind: 'stopped', atMs: undefined, file: 'contradicts' } : { kind: 'open' };
}

function withoutFile(journaled: JournaledSwitch): SendingSwitch {
  if (journaled === 'none' || journaled === releasedText) return { kind: 'open' };
  return { kind: 'stopped', atMs: undefined, file: journaled === stoppedText ? 'gone' : 'lost' };
}

/** A file that cannot be read at all. */
export const unreadableSwitch: SendingSwitch = { kind: 'stopped', atMs: undefined, file: 'damaged' };

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
