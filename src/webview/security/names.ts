import * as l10n from '@vscode/l10n';
import type { OutsideSession } from '../../domain/quotes/outsideHours';
import { visibleText } from '../../domain/text/visibleText';
import type { chartAdjustments, chartPeriods } from '../../panel/security/securityProtocol';

type Period = (typeof chartPeriods)[number];
type Adjustment = (typeof chartAdjustments)[number];

/** The interval of a chart's bars, short enough for a button. */
export function shortPeriodName(period: Period): string {
  const names: Readonly<Record<Period, string>> = {
    '1m': l10n.t('{0}m', 1),
    '5m': l10n.t('{0}m', 5),
    '15m': l10n.t('{0}m', 15),
    '30m': l10n.t('{0}m', 30),
    '60m': l10n.t('{0}h', 1),
    day: l10n.t('1D'),
    week: l10n.t('1W'),
    month: l10n.t('1M'),
  };
  return names[period];
}

export function periodName(period: Period): string {
  const names: Readonly<Record<Period, string>> = {
    '1m': l10n.t('1 minute'),
    '5m': l10n.t('{0} minutes', 5),
    '15m': l10n.t('{0} minutes', 15),
    '30m': l10n.t('{0} minutes', 30),
    '60m': l10n.t('1 hour'),
    day: l10n.t('1 day'),
    week: l10n.t('1 week'),
    month: l10n.t('1 month'),
  };
  return names[period];
}

export function adjustmentName(adjustment: Adjustment): string {
  switch (adjustment) {
    case 'none':
      return l10n.t('Unadjusted');
    case 'forward':
      return l10n.t('Forward-adjusted');
    case 'backward':
      return l10n.t('Backward-adjusted');
  }
}

/** A session outside the exchange's hours. */
export function sessionName(session: OutsideSession): string {
  switch (session) {
    case 'preMarket':
      return l10n.t('Pre-market');
    case 'afterMarket':
      return l10n.t('After hours');
    case 'overnight':
      return l10n.t('Overnight');
  }
}

/** The state of a market in words; an unknown one is shown as sent. */
export function marketStateName(state: string): string {
  switch (state) {
    case 'MORNING':
    case 'AFTERNOON':
      return l10n.t('Market open');
    case 'REST':
      return l10n.t('Lunch break');
    case 'CLOSED':
    case 'AFTER_HOURS_END':
    case 'NIGHT_END':
      return l10n.t('Market closed');
    case 'AUCTION':
    case 'HK_CAS':
      return l10n.t('Auction');
    case 'WAITING_OPEN':
      return l10n.t('Opening soon');
    case 'PRE_MARKET_BEGIN':
    case 'PRE_MARKET_END':
      return l10n.t('Pre-market');
    case 'AFTER_HOURS_BEGIN':
      return l10n.t('After hours');
    case 'OVERNIGHT':
      return l10n.t('Overnight');
    case 'NIGHT_OPEN':
      return l10n.t('Night session');
    default:
      return visibleText(state);
  }
}
