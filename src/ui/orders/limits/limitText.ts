import * as vscode from 'vscode';
import type { LackedFact } from '../../../domain/orders/limits/accountLimits';
import type { CurrentPrice } from '../../../domain/orders/currentPrice';
import type { LimitBreach } from '../../../domain/orders/limits/hardLimits';
import { idText } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import { fieldName } from '../orderText';

/** Why a hard limit prevents an order from being sent, with the numbers that exceed it. */
export function limitText(breach: LimitBreach): string {
  switch (breach.kind) {
    case 'quantity':
      return vscode.l10n.t('The quantity {0} is above your hard limit of {1}.', number(breach.quantity), number(String(breach.limit)));
    case 'value':
      return breach.isEstimate
        ? vscode.l10n.t(
            'The order has no limit price. At the highest known price and 5% more, its value is {0}, above your hard limit of {1}.',
            number(breach.value),
            number(String(breach.limit)),
          )
        : vscode.l10n.t('The order value {0} is above your hard limit of {1}.', number(breach.value), number(String(breach.limit)));
    case 'percent':
      return percentText(breach, [fieldName(breach.field), breach.percent, number(breach.price), String(breach.limit)]);
    case 'ticks':
      return ticksText(breach, [fieldName(breach.field), number(breach.ticks), number(breach.price), String(breach.limit)]);
    case 'perMinute':
      return vscode.l10n.t('Orders and changes in the last minute: {0}. Your hard limit is {1}.', breach.sent, breach.limit);
    case 'exposure':
      return vscode.l10n.t(
        'The position and open orders in this security could come to {0}, above your hard limit of {1}.',
        number(breach.amount),
        number(String(breach.limit)),
      );
    case 'dayLoss':
      return vscode.l10n.t(
        'The account’s positions have lost {0} today, more than your hard limit of {1}.',
        number(breach.amount),
        number(String(breach.limit)),
      );
    case 'unknown':
      return unknownText(breach);
  }
}

function percentText({ isOutside }: CurrentPrice, args: string[]): string {
  return isOutside === true
    ? vscode.l10n.t({
        message: '{0} is {1}% away from the extended-hours price, {2}, more than your hard limit of {3}%.',
        args,
        comment: ['{0} is a field such as Price, {1} and {3} percentages, {2} a price.'],
      })
    : vscode.l10n.t({
        message: '{0} is {1}% away from the last price, {2}, more than your hard limit of {3}%.',
        args,
        comment: ['{0} is a field such as Price, {1} and {3} percentages, {2} a price.'],
      });
}

function ticksText({ isOutside }: CurrentPrice, args: string[]): string {
  return isOutside === true
    ? vscode.l10n.t({
        message: '{0} is {1} ticks away from the extended-hours price, {2}: more than your hard limit of {3}.',
        args,
        comment: ['{0} is a field such as Price, {1} and {3} numbers of ticks, {2} a price.'],
      })
    : vscode.l10n.t({
        message: '{0} is {1} ticks away from the last price, {2}: more than your hard limit of {3}.',
        args,
        comment: ['{0} is a field such as Price, {1} and {3} numbers of ticks, {2} a price.'],
      });
}

function unknownText({ limit, ...lacked }: Extract<LimitBreach, { kind: 'unknown' }>): string {
  const why = lackText(lacked);
  const limits = {
    value: vscode.l10n.t('Your hard limit on the order value can’t be checked: {0}.', why),
    distance: vscode.l10n.t('Your hard limit on the distance from the last price can’t be checked: {0}.', why),
    ticks: vscode.l10n.t('Your hard limit on the distance in ticks can’t be checked: {0}.', why),
    exposure: vscode.l10n.t('Your hard limit on the position in one security can’t be checked: {0}.', why),
    dayLoss: vscode.l10n.t('Your hard limit on the loss of the day can’t be checked: {0}.', why),
  };
  return limits[limit];
}

/** What is missing for checking a limit; the text follows a colon. */
export function lackText({ lacks, of = '' }: LackedFact): string {
  const reasons = {
    price: vscode.l10n.t('there is no current price'),
    tick: vscode.l10n.t('the tick size isn’t known'),
    otherTick: vscode.l10n.t({
      message: 'the tick size between the last price and {0} changes, and isn’t known there',
      args: [number(of)],
      comment: ['Why a limit can’t be checked; follows a colon. {0} is a price.'],
    }),
    contract: vscode.l10n.t('the contract size isn’t known, or it isn’t known whether this is a share'),
    positions: vscode.l10n.t('the positions and open orders of the account couldn’t be read completely'),
    security: vscode.l10n.t({
      message: 'it isn’t known whether {0}, which the account has, is this security',
      args: [idText(of)],
      comment: ['Why a limit can’t be checked; follows a colon. {0} is the code of a security in an unknown form.'],
    }),
    split: vscode.l10n.t('possible split: waiting for the service’s figures'),
    side: vscode.l10n.t('it isn’t known whether the order buys or sells'),
    dayProfit: vscode.l10n.t('the day P&L isn’t known for every position'),
  };
  return reasons[lacks];
}

function number(text: string): string {
  return idText(showNumber(text));
}
