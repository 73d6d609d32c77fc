import * as vscode from 'vscode';
import { visibleText } from '../../../domain/text/visibleText';

/** An order's side in words; an unknown one as received. */
export function sideWord(side: string): string {
  return wordOr(side, {
    BUY: vscode.l10n.t('BUY'),
    SELL: vscode.l10n.t('SELL'),
    SELL_SHORT: vscode.l10n.t('SELL SHORT'),
    BUY_BACK: vscode.l10n.t('BUY TO COVER'),
  });
}

/** An order's side in one word; an unknown one as received. */
export function briefSideWord(side: string): string {
  const words: Readonly<Record<string, string>> = {
    SELL_SHORT: vscode.l10n.t({ message: 'SHORT', comment: ['Side of an order in a narrow table: sell short.'] }),
    BUY_BACK: vscode.l10n.t({ message: 'COVER', comment: ['Side of an order in a narrow table: buy to cover.'] }),
  };
  return (Object.hasOwn(words, side) ? words[side] : undefined) ?? sideWord(side);
}

/** An order's side as briefly as a blotter has it; an unknown one as received. */
export function sideLetters(side: string): string {
  return wordOr(side, {
    BUY: vscode.l10n.t({ message: 'B', comment: ['Side of an order in a narrow list: buy. One letter or character.'] }),
    SELL: vscode.l10n.t({ message: 'S', comment: ['Side of an order in a narrow list: sell. One letter or character.'] }),
    SELL_SHORT: vscode.l10n.t({ message: 'SS', comment: ['Side of an order in a narrow list: sell short. Two letters or characters.'] }),
    BUY_BACK: vscode.l10n.t({ message: 'BC', comment: ['Side of an order in a narrow list: buy to cover. Two letters or characters.'] }),
  });
}

/** An order's type in words; an unknown one as received. */
export function orderTypeWord(type: string): string {
  return wordOr(type, {
    LIMIT: vscode.l10n.t('LIMIT'),
    MARKET: vscode.l10n.t('MARKET'),
    AUCTION: vscode.l10n.t('AUCTION'),
    AUCTION_LIMIT: vscode.l10n.t('AUCTION LIMIT'),
    STOP: vscode.l10n.t('STOP'),
    STOP_LIMIT: vscode.l10n.t('STOP LIMIT'),
    MARKET_IF_TOUCHED: vscode.l10n.t('MARKET IF TOUCHED'),
    LIMIT_IF_TOUCHED: vscode.l10n.t('LIMIT IF TOUCHED'),
  });
}

/** An order's type in the letters of a ticket, for a narrow list; an unknown one as received. */
export function orderTypeLetters(type: string): string {
  return wordOr(type, {
    LIMIT: vscode.l10n.t({ message: 'LMT', comment: ['Order type in a narrow list: limit.'] }),
    MARKET: vscode.l10n.t({ message: 'MKT', comment: ['Order type in a narrow list: market.'] }),
    AUCTION: vscode.l10n.t({ message: 'AUC', comment: ['Order type in a narrow list: auction.'] }),
    AUCTION_LIMIT: vscode.l10n.t({ message: 'AUC LMT', comment: ['Order type in a narrow list: auction limit.'] }),
    STOP: vscode.l10n.t({ message: 'STP', comment: ['Order type in a narrow list: stop.'] }),
    STOP_LIMIT: vscode.l10n.t({ message: 'STP LMT', comment: ['Order type in a narrow list: stop limit.'] }),
    MARKET_IF_TOUCHED: vscode.l10n.t({ message: 'MIT', comment: ['Order type in a narrow list: market if touched.'] }),
    LIMIT_IF_TOUCHED: vscode.l10n.t({ message: 'LIT', comment: ['Order type in a narrow list: limit if touched.'] }),
  });
}

/** What kind of security an order trades, in words; an unknown one as received. */
export function securityTypeWord(type: string): string {
  return wordOr(type, {
    STOCK: vscode.l10n.t('STOCK'),
    OPTION: vscode.l10n.t('OPTION'),
    FUTURES: vscode.l10n.t('FUTURES'),
  });
}

/** How long an order stays in the market, in words; an unknown one as received. */
export function timeInForceWord(timeInForce: string): string {
  return wordOr(timeInForce, {
    DAY: vscode.l10n.t({ message: 'DAY', comment: ['Time in force: the order ends with the trading day.'] }),
    GTC: vscode.l10n.t({ message: 'GTC', comment: ['Time in force: good till canceled.'] }),
  });
}

/** The trading session of an American order, in words; an unknown one as received. */
export function sessionWord(session: string): string {
  return wordOr(session, {
    RTH: vscode.l10n.t('Regular hours'),
    'RTH+Pre/Post-Mkt': vscode.l10n.t('Regular and extended hours'),
    OVERNIGHT: vscode.l10n.t('Overnight session'),
    ALL_DAY: vscode.l10n.t('All sessions of the day'),
  });
}

/** Whether a Hong Kong order trades whole lots, in words; an unknown value as received. */
export function lotTypeWord(lotType: string): string {
  return wordOr(lotType, { ROUND: vscode.l10n.t('Whole lots'), ODD: vscode.l10n.t('Odd lot') });
}

/** The risk of an account, as its broker states it. */
export function riskWord(status: string): string {
  return wordOr(status, {
    SAFE: vscode.l10n.t({ message: 'safe', comment: ['Risk of an account, as its broker states it.'] }),
    WARNING: vscode.l10n.t({ message: 'warning', comment: ['Risk of an account, as its broker states it.'] }),
    DANGER: vscode.l10n.t({ message: 'danger', comment: ['Risk of an account, as its broker states it.'] }),
  });
}

/** An order's or a fill's status in words; an unknown one as received. */
export function statusWord(status: string): string {
  return wordOr(status, {
    WAITING_SUBMIT: vscode.l10n.t('pending submission'),
    SUBMITTING: vscode.l10n.t('submitting'),
    SUBMITTED: vscode.l10n.t('submitted'),
    FILLED_PART: vscode.l10n.t('partially filled'),
    FILLED_ALL: vscode.l10n.t('filled'),
    CANCELLED_PART: vscode.l10n.t('partially filled, rest canceled'),
    CANCELLED_ALL: vscode.l10n.t('canceled'),
    CANCELLED: vscode.l10n.t('canceled'),
    CHANGED: vscode.l10n.t({ message: 'changed', comment: ['Status of a fill that was corrected afterwards.'] }),
    FAILED: vscode.l10n.t('failed'),
    SUBMIT_FAILED: vscode.l10n.t('submission failed'),
    TIMEOUT: vscode.l10n.t('timed out'),
    DISABLED: vscode.l10n.t('inactive'),
    DELETED: vscode.l10n.t('deleted'),
  });
}

function wordOr(value: string, words: Readonly<Record<string, string>>): string {
  return (Object.hasOwn(words, value) ? words[value] : undefined) ?? visibleText(value).replaceAll('](', '] (');
}
