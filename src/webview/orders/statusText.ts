import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
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

const statusIcons: Readonly<Record<string, readonly [icon: string, look: string]>> = {
  FILLED_ALL: ['pass-filled', 'good'],
  FILLED_PART: ['circle-large', 'partly'],
  FAILED: ['error', 'bad'],
  DISABLED: ['error', 'bad'],
  CANCELLED_ALL: ['circle-slash', 'ended'],
  CANCELLED_PART: ['circle-slash', 'partly'],
  DELETED: ['circle-slash', 'ended'],
  OK: ['pass-filled', 'good'],
  CANCELLED: ['circle-slash', 'ended'],
  CHANGED: ['circle-large', 'partly'],
};

/** The status of an order or fill, with an icon. */
export function statusCell(status: string, text: string): TemplateResult {
  const [icon, look] = (Object.hasOwn(statusIcons, status) ? statusIcons[status] : undefined) ?? ['circle-large', 'open'];
  return html`<span class="codicon codicon-${icon} mark ${look}" aria-hidden="true"></span>${text}`;
}

/** The word has a sign and a color; arrows are for prices. */
export function sideCell(side: string, text: string): TemplateResult {
  const [icon, look] = side.startsWith('SELL') ? ['remove', 'sell'] : ['add', 'buy'];
  return html`<span class="side-word ${look}"><span class="codicon codicon-${icon} mark" aria-hidden="true"></span>${text}</span>`;
}
