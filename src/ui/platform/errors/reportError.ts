import type { Log, MachineClock } from '../../../app/platform/ports';
import { presentError } from './presentError';
import type { Presentation } from './presentError';
import { sayError, sayWarning } from '../say/messages';
import { runCommand } from '../runCommand';

/** Of a series of equal messages, only the first is shown within this time. */
const burstMs = 1500;

/** Shows an error of an action that the user started. Background errors belong in the view, the status bar and the log. */
export type ReportError = (error: unknown, options?: { readonly retry?: () => unknown }) => void;

/** @returns the only function that shows errors as notifications; it also writes each error to the log. */
export function createErrorReporter(log: Log, clock: MachineClock): ReportError {
  const shown = new Map<string, number>();
  return (error, options = {}) => {
    const presentation = presentError(error);
    if (presentation.severity === 'none') return;
    // The log is in English, because users attach it to reports.
    log.error('Something the user started failed', error);
    const now = clock.monotonicMs();
    const last = shown.get(presentation.message);
    if (last !== undefined && now - last < burstMs) return;
    shown.set(presentation.message, now);
    void show(presentation, options.retry).catch((failure: unknown) => log.error('An action of a message failed', failure));
  };
}

async function show(presentation: Presentation, retry: (() => unknown) | undefined): Promise<void> {
  const actions = presentation.actions.filter((action) => action.id !== 'retry' || retry !== undefined);
  const titles = actions.map((action) => action.title);
  const chosen =
    presentation.severity === 'error' ? await sayError(presentation.message, ...titles) : await sayWarning(presentation.message, ...titles);
  const action = actions.find((candidate) => candidate.title === chosen);
  if (action === undefined) return;
  if (action.command === undefined) await retry?.();
  else await runCommand(action.command);
}
