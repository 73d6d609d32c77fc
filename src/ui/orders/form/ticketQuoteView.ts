import * as vscode from 'vscode';
import type { TicketQuote } from '../../../app/orders/ticket/ticketQuote';
import type { MachineClock } from '../../../app/platform/ports';
import { priceDistance } from '../../../domain/orders/orderDistance';
import { dayNumber } from '../../../domain/time/zones';
import { showNumber, showSignedPercent } from '../../../domain/values/amount';
import { isDecimal } from '../../../domain/values/decimal';
import type { TicketQuoteView } from '../../../panel/ticket/ticketProtocol';
import { presentError } from '../../platform/errors/presentError';
import { idText } from '../../../domain/text/visibleText';
import { clockTime, dayAndTime } from '../orderTimes';
import { waiting } from '../../platform/trees/waiting';
import { digitsOf, priceText } from '../../platform/words/orderLine';

const kinds = {
  none: 'none',
  loading: 'loading',
  shown: 'shown',
  notOffered: 'notOffered',
  absent: 'notOffered',
  failed: 'failed',
} as const;

/** The prices of a ticket's security with their time and age, or why there are none. */
export function quoteView({ kind, quote, readAtMs, error }: TicketQuote, clock: MachineClock, zone: string): TicketQuoteView {
  // With the digits of the security: a price that ends with a zero would move those beside it.
  const price = (text: string | undefined): string => (priceOf(text) === '' ? '' : priceText(text ?? '', digitsOf(quote)));
  const size = (text = ''): string => (priceOf(text) === '' ? '' : `× ${number(text)}`);
  const change = quote === undefined ? undefined : priceDistance(quote.lastPrice, quote.previousClose);
  return {
    kind: kinds[kind],
    last: priceOf(quote?.lastPrice),
    bid: priceOf(quote?.bidPrice),
    ask: priceOf(quote?.askPrice),
    shown: {
      last: price(quote?.lastPrice),
      change: change === undefined ? '' : showSignedPercent(change.percent),
      bid: price(quote?.bidPrice),
      bidSize: size(quote?.bidVolume),
      ask: price(quote?.askPrice),
      askSize: size(quote?.askVolume),
      lot: number(quote?.lotSize),
      tick: number(quote?.priceSpread),
    },
    time: quote?.updatedAt === undefined ? '' : timeOf(quote.updatedAt, clock.wallMs(), zone),
    readAgoMs: quote === undefined ? 0 : Math.max(0, clock.monotonicMs() - readAtMs),
    note: noteOf(kind, error, quote),
  };
}

/** Prices of a working feed are confirmed every few seconds. */
const newMs = 5_000;

/**
 * `Bid: 9.00 × 300 · Ask: 11.00 × 200 · Prices as of 10:00:00`, for a text that stays as it is: with the time when they were read if that was not
 * just now. The last price if nothing is bid or offered; empty without any price.
 */
export function quoteLine({ shown, time, readAgoMs }: TicketQuoteView, clock: MachineClock, zone: string): string {
  const price = (label: string, value: string, size: string): readonly string[] =>
    value === '' ? [] : [vscode.l10n.t('{0}: {1}', label, `${value} ${size}`.trim())];
  const best = [...price(vscode.l10n.t('Bid'), shown.bid, shown.bidSize), ...price(vscode.l10n.t('Ask'), shown.ask, shown.askSize)];
  const prices = best.length > 0 ? best : price(vscode.l10n.t('Last'), shown.last, shown.change);
  if (prices.length === 0) return '';
  const wasRead = vscode.l10n.t('updated {0}', timeOf(clock.wallMs() - readAgoMs, clock.wallMs(), zone));
  const times = time === '' ? [wasRead] : [vscode.l10n.t('Prices as of {0}', time), ...(readAgoMs < newMs ? [] : [wasRead])];
  return [...prices, ...times].join(' · ');
}

/** With the day if that is another one than today: a time alone would pass for today’s. */
function timeOf(atMs: number, nowMs: number, zone: string): string {
  const at = new Date(atMs).toISOString();
  return dayNumber(zone, atMs) === dayNumber(zone, nowMs) ? clockTime(zone, at).slice(0, 8) : dayAndTime(zone, at);
}

function noteOf(kind: TicketQuote['kind'], error: unknown, quote: TicketQuote['quote']): string {
  switch (kind) {
    case 'none':
      return vscode.l10n.t('This order’s security is unknown, so there are no prices to compare with.');
    case 'loading':
      return waiting.text('market') ?? vscode.l10n.t('Loading prices…');
    case 'notOffered':
      return vscode.l10n.t('This service doesn’t provide prices. Compare the price with another source before you send.');
    case 'absent':
      return noPrice();
    case 'failed':
      return vscode.l10n.t('Prices couldn’t be loaded. {0}', presentError(error).message);
    case 'shown':
      if (quote?.isSuspended === true) return vscode.l10n.t('Trading in this security is suspended.');
      return [quote?.lastPrice, quote?.bidPrice, quote?.askPrice].every((price) => priceOf(price) === '') ? noPrice() : '';
  }
}

function noPrice(): string {
  return vscode.l10n.t('The service has no price for this security.');
}

function priceOf(text = ''): string {
  return isDecimal(text.trim()) && !/^[0.]*$/.test(text.trim()) ? text.trim() : '';
}

function number(text = ''): string {
  return text.trim() === '' ? '' : idText(showNumber(text));
}
