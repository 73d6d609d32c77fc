import * as vscode from 'vscode';
import type { Gap } from '../../../service/lists/list';
import type { WalkStop } from '../../../service/lists/walk';
import { idText } from '../../../domain/text/visibleText';
import type { OrderRecord } from '../../../service/records';
import { sentences } from '../../../domain/text/sentences';
import { causeText, outage } from '../errors/outage';
import { presentError } from '../errors/presentError';
import { partWord } from '../words/marketWords';
import { listText } from './listText';

/** What a list contains. */
export type ListNoun = 'orders' | 'fills' | 'positions' | 'accounts' | 'constituents' | 'events' | 'quotes' | 'plates';

/** The gaps of a list in words: what happened, and what is still true. */
export function gapText(gap: Gap, noun: ListNoun): string {
  switch (gap.kind) {
    case 'failed':
      return failureText(gap);
    case 'brokenOff':
      return inMarket(gap.part, stopText(gap.reason));
    case 'unreadable':
      return inMarket(gap.part, unreadableText(gap.count, gap.of, noun));
    case 'contradicted':
      return inMarket(gap.part, contradictedText(gap.orders));
    case 'alike':
      return inMarket(
        gap.part,
        vscode.l10n.t('Records with the same ID and different values: {0}. They may be fewer than listed.', gap.count),
      );
    case 'bare':
      return inMarket(gap.part, vscode.l10n.t('Records without a time, a price, or a security: {0}.', gap.count));
    case 'more':
      return inMarket(gap.part, vscode.l10n.t('The list is incomplete: there are more pages.'));
    case 'awaited':
      return gap.part === '' ? vscode.l10n.t('Loading…') : vscode.l10n.t('Loading markets: {0}…', gap.part);
    case 'notOffered':
      return vscode.l10n.t('Markets not provided by this service: {0}.', gap.part);
  }
}

/** One sentence for each gap. */
export function gapsText(gaps: readonly Gap[], noun: ListNoun): string {
  return sentences(...mergeGaps(gaps).map((gap) => gapText(gap, noun)));
}

/** The gaps that a view or page has to tell: data from before an outage is dimmed, and the status bar has the reason. */
export function untold(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.filter((gap) => gap.kind !== 'failed' || gap.keptFromMs === undefined || !outage.explains(gap.error));
}

/** The parts of a list by their names in words. A failure that several of them share is reported once, with all their names. */
export function mergeGaps(gaps: readonly Gap[]): readonly Gap[] {
  const merged = new Map<string, Gap>();
  for (const gap of gaps.map((each) => ({ ...each, part: partWord(each.part) }))) {
    const key = likeness(gap);
    const same = merged.get(key);
    merged.set(key, same === undefined || same.part === gap.part ? gap : { ...same, part: listText([same.part, gap.part]) });
  }
  return [...merged.values()];
}

function likeness(gap: Gap): string {
  if (gap.kind === 'failed') return `failed/${gap.page}/${gap.keptFromMs === undefined}/${presentError(gap.error).message}`;
  return gap.kind === 'notOffered' || gap.kind === 'awaited' ? gap.kind : JSON.stringify(gap);
}

function stopText(reason: WalkStop): string {
  switch (reason) {
    case 'cursor-repeated':
      return vscode.l10n.t('The list is incomplete: the service returned the same page again.');
    case 'too-many-empty-pages':
      return vscode.l10n.t('The list is incomplete: the service kept returning empty pages.');
    case 'too-many-pages':
      return vscode.l10n.t('The list is incomplete: it has too many pages.');
    case 'too-many-items':
      return vscode.l10n.t('The list is incomplete: it is too long.');
    case 'too-slow':
      return vscode.l10n.t('The list is incomplete: loading took too long.');
    case 'pages-moved':
      return vscode.l10n.t('The list is incomplete: it changed while it was loaded.');
    case 'end-missing':
      return vscode.l10n.t('The list is incomplete: the service didn’t say where it ends.');
  }
}

function failureText({ part, page, error, keptFromMs }: Extract<Gap, { kind: 'failed' }>): string {
  const what = inMarket(part, causeText(error));
  if (keptFromMs !== undefined) return vscode.l10n.t('{0} Showing what was loaded before.', what);
  return page === 1 ? what : vscode.l10n.t('{0} Pages loaded before that: {1}.', what, page - 1);
}

function inMarket(part: string, text: string): string {
  return part === '' ? text : vscode.l10n.t('{0}: {1}', part, text);
}

/** Enough to find the orders; a row or a message holds no more. */
const mostNamed = 5;

function contradictedText(orders: readonly Pick<OrderRecord, 'orderId'>[]): string {
  const named = orders.slice(0, mostNamed).map(({ orderId }) => idText(orderId));
  const ids = [...named, ...(orders.length > mostNamed ? ['…'] : [])];
  return vscode.l10n.t('The service lists orders more than once, with different values: {0}.', listText(ids));
}

function unreadableText(count: number, of: number, noun: ListNoun): string {
  switch (noun) {
    case 'orders':
      return vscode.l10n.t('{0} of {1} orders couldn’t be read. See the log for details.', count, of);
    case 'fills':
      return vscode.l10n.t('{0} of {1} fills couldn’t be read. See the log for details.', count, of);
    case 'positions':
      return vscode.l10n.t('{0} of {1} positions couldn’t be read. See the log for details.', count, of);
    case 'accounts':
      return vscode.l10n.t('{0} of {1} accounts couldn’t be read. See the log for details.', count, of);
    case 'constituents':
      return vscode.l10n.t('{0} of {1} constituents couldn’t be read. See the log for details.', count, of);
    case 'events':
      return vscode.l10n.t('{0} of {1} events couldn’t be read. See the log for details.', count, of);
    case 'quotes':
      return vscode.l10n.t('{0} of {1} quotes couldn’t be read. See the log for details.', count, of);
    case 'plates':
      return vscode.l10n.t('{0} of {1} plates couldn’t be read. See the log for details.', count, of);
  }
}
