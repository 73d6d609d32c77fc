import * as l10n from '@vscode/l10n';
import type { ListFacts, OrdersTab } from '../../panel/orders/ordersPageProtocol';

interface StatusOf {
  readonly facts: ListFacts;
  readonly tab: OrdersTab;
  readonly shown: number;
  readonly all: number;
}

/** `124 orders · all that the service lists`: the number of rows, and whether the list was read whole. */
export function statusText({ facts, tab, shown, all }: StatusOf): string {
  if (!facts.isLoaded) return l10n.t('Loading…');
  const count = shown === all ? countText(tab, all) : l10n.t('{0} of {1}', shown, countText(tab, all));
  const verdict = facts.isComplete
    ? l10n.t({ message: 'all that the service lists', comment: ['Verdict of a list of orders or fills that was read whole.'] })
    : l10n.t({ message: 'incomplete', comment: ['Verdict of a list of orders or fills.'] });
  return [count, facts.updatedAt === null ? l10n.t('Loading…') : verdict].join(' · ');
}

function countText(tab: OrdersTab, count: number): string {
  if (tab === 'fills') return count === 1 ? l10n.t('1 fill') : l10n.t('{0} fills', count);
  return count === 1 ? l10n.t('1 order') : l10n.t('{0} orders', count);
}
