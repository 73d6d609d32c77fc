import * as vscode from 'vscode';
import { ApiError, AuthError } from '../../../../src/service/errors';
import { firedText } from '../../../../src/ui/platform/words/alertText';
import { line } from '../../../../src/ui/platform/say/said';
import { presentError } from '../../../../src/ui/platform/errors/presentError';
import { tooltipTable } from '../../../../src/ui/platform/say/tooltipTable';
import { pageTitle, tradingDaysHtml } from '../../../../src/ui/tradingDays/tradingDaysPage';
import type { TradingDaysView } from '../../../../src/ui/tradingDays/tradingDaysPage';

const month = { from: '2026-11-01', to: '2026-11-30' };

/** The page of trading days with texts of the service: names and cells of an answer of unknown shape, and its title. */
export function tradingDaysPage(
  market: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): { readonly html: string; readonly title: string } {
  const view: TradingDaysView = {
    asked: { market, ...month },
    today: '2026-11-21',
    content: { kind: 'raw', table: { columns, rows } },
  };
  return { html: tradingDaysHtml(view, 'nonce'), title: pageTitle(view) };
}

/** The Markdown of a hover over a row. */
export function tooltip(title: string, rows: readonly (readonly [string, string])[], notes: readonly string[]): string {
  return tooltipTable(title, rows, notes).value;
}

const request = { method: 'GET', route: '/x' };

/** Sentences about errors that quote an outside text: in notifications, and in the state view of the panel. */
export function problems(text: string): readonly string[] {
  const api = (envelope: ApiError['envelope'], serverCode: number, status = 200): string =>
    presentError(new ApiError({ request, envelope, serverCode, serverName: text, serverMessage: text, status, retryAfterMs: undefined }))
      .message;
  return [
    api('quote', -3),
    api('quote', -4),
    api('quote', -9),
    api('quote', 77),
    api('order', -1200),
    api('gateway', 5, 401),
    api('gateway', 5, 403),
    presentError(new AuthError('authorization-failed', { oauthError: text, oauthDescription: text })).message,
  ];
}

/** What notifications, prompts, and view headers draw for sentences that hold an outside text, whole and split into parts of a link. */
export function notices(text: string): readonly string[] {
  const half = Math.floor(text.length / 2);
  return [
    ...problems(text),
    firedText({ kind: 'order', event: 'filled', feedEvent: text, orderId: text, order: undefined }, false, 0),
    vscode.l10n.t('{0}: {1}', text, text),
    vscode.l10n.t('{0} ({1})', text.slice(0, half), text.slice(half)),
    `[${text}](${text})`,
  ].map((said) => line(said));
}
