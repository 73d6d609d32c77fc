import * as l10n from '@vscode/l10n';
import type { ListFacts, OrdersTab } from '../../panel/orders/ordersPageProtocol';

interface StatusOf {
  readonly facts: ListFacts;
  readonly tab: OrdersTab;
  readonly shown: number;
  readonly all: number;
  readonly zone: string;
}

/** `124 orders · all that the service lists · as of 14:03:22 · UTC`: the number of rows, whether the list was read whole, its time, and the zone of all times. */
export function statusText({ facts, tab, shown, all, zone }: StatusOf): string {
  if (!facts.isLoaded) return l10n.t('Loading…');
  const count = shown === all ? countText(tab, all) : l10n.t('{0} of {1}', shown, countText(tab, all));
  const verdict = facts.isComplete
    ? l10n.t({ message: 'all that the service lists', comment: ['Verdict of a list of orders or fills that was read whole.'] })
    : l10n.t({ message: 'incomplete', comment: ['Verdict of a list of orders or fills.'] });
  if (facts.updatedAt === null) return [count, l10n.t('Loading…'), zone].join(' · ');
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  return [count, verdict, l10n.t('as of {0}', clock.format(facts.updatedAt)), zone].join(' · ');
}

function countText(tab: OrdersTab, count: number): string {
  if (tab === 'fills') return count === 1 ? l10n.t('1 fill') : l10n.t('{0} fills', count);
  return count === 1 ? l10n.t('1 order') : l10n.t('{0} orders', count);
}
