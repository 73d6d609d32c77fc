import * as vscode from 'vscode';
import { ApiError, AuthError } from '../../../../src/service/errors';
import { calendarStrings } from '../../../../src/ui/calendar/calendarStrings';
import { idText, serverText } from '../../../../src/ui/orders/orderText';
import { presentError } from '../../../../src/ui/platform/presentError';
import { tooltipTable } from '../../../../src/ui/platform/tooltipTable';

export { calendarStrings };

/** The Markdown of a hover over a row. */
export function tooltip(title: string, rows: readonly (readonly [string, string])[], notes: readonly string[]): string {
  return tooltipTable(title, rows, notes).value;
}

const request = { method: 'GET', route: '/x' };

/** Sentences of notifications and view messages that quote a text from outside. */
export function notices(text: string): readonly string[] {
  const api = (envelope: ApiError['envelope'], serverCode: number, status = 200): string =>
    presentError(new ApiError({ request, envelope, serverCode, serverName: text, serverMessage: text, status, retryAfterMs: undefined })).message;
  return [
    api('quote', -3), api('quote', -4), api('quote', -9), api('quote', 77), api('order', -1200), api('gateway', 5, 401), api('gateway', 5, 403),
    presentError(new AuthError('authorization-failed', { oauthError: text, oauthDescription: text })).message,
    vscode.l10n.t('The service refused the change of {0}: {1} (code {2}). The order was not changed.', idText(text), serverText(text), -1200),
    vscode.l10n.t('The service accepted the change of {0} to {1}. It is in force once the order shows it.', idText(text), '1'),
    vscode.l10n.t('{0} is {1} @ {2} now, neither the old nor the new values.', idText(text), idText(text), idText(text)),
  ];
}
