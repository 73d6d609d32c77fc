import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { isTrade } from '../../domain/market/fill';
import { hasLimitPrice, withoutZero } from '../../domain/orders/orderRules';
import { withDigitsOf } from '../../domain/security/tickPrice';
import { masked } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { parseAmount, showNumber } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import type { FillColumnKey, OrderColumnKey } from '../../panel/orders/ordersPageColumns';
import type { FillRow, OrderPrice, OrderRow, OrdersAccountView, OrderWords } from '../../panel/orders/ordersPageProtocol';
import type { CellContent, GridColumn } from '../shared/grid/column';
import { listText } from '../shared/texts/listText';
import {
  distanceKey,
  distanceNote,
  distanceText,
  fillValue,
  fillValueNote,
  fillValueText,
  lastNote,
  orderValue,
  symbolOf,
  valueNote,
  valueText,
} from './orderFigures';
import { time } from './columnTimes';
import { accountCell, accountName, isMarkedPaper, kindOf, nameText, spokenSymbol, symbolCell, symbolText, word } from './names';
import { sideCell, statusCell } from './statusText';
import type { Fit } from './widths';

/** What columns need besides the row. */
export interface ColumnContext {
  readonly isPrivate: boolean;
  readonly isSandbox: boolean;
  readonly zone: string;
  readonly words: OrderWords;
  readonly accounts: ReadonlyMap<string, OrdersAccountView>;
  /** The last prices of securities, by their codes as quotes know them. */
  readonly prices: ReadonlyMap<string, OrderPrice>;
  /** The account is not visible, so the mark of a paper account stands beside the symbol. */
  readonly marksPaper: boolean;
  /** The type is not visible: the tooltip of the price has it. */
  readonly tellsType?: boolean;
  /** The type is in a few letters. */
  readonly isBrief?: boolean;
  /** The filled quantity is not visible: the status of a partially filled order has it. */
  readonly tellsFilled?: boolean;
  /** The same columns with shorter content. */
  readonly isNarrow: boolean;
  /** Shows only what has this text. */
  readonly find?: (text: string) => void;
  /** The current time in Unix milliseconds: in a narrow page, its year is omitted. */
  readonly nowMs: number;
}

/** The sort key of a row in a column: numbers come before texts, and missing values last. */
export type SortKey = Amount | string | undefined;

export interface PageColumn<R> {
  readonly title: () => string;
  /** Tooltip of the header. */
  readonly hint?: () => string;
  /** Width in pixels while the texts are unknown; the minimum width if {@link fit} is undefined. */
  readonly width: number;
  readonly grow: number;
  /** Makes the column as wide as its texts. */
  readonly fit?: Fit<R>;
  readonly kind?: 'number';
  readonly text: (row: R, context: ColumnContext) => string;
  readonly cell?: (row: R, context: ColumnContext) => CellContent;
  /** Spoken and shown as tooltip instead of the text. What is drawn must be a part of it. */
  readonly label?: (row: R, context: ColumnContext) => string;
  /** The tooltip, if it is not what is spoken. */
  readonly tooltip?: (row: R, context: ColumnContext) => string;
  /** Classes of the cell. */
  readonly look?: (row: R, context: ColumnContext) => string;
  /** In a file, where another column has the rest of {@link text}. */
  readonly plain?: (row: R, context: ColumnContext) => string;
  /** If undefined, sorted by its text. */
  readonly sortKey?: (row: R, context: ColumnContext) => SortKey;
  /** The list of orders that has this column; both if undefined. */
  readonly only?: 'open' | 'history';
  /** Reveals how much the user trades, so it is hidden in privacy mode. */
  readonly isPrivate?: true;
  /** The column takes no space as long as no row of the list needs it. */
  readonly isNeeded?: (row: R) => boolean;
}

type Shared = 'created' | 'updated' | 'symbol' | 'name' | 'side' | 'quantity' | 'price' | 'account' | 'status' | 'orderId';

/** Width of the icon before a word. */
const markWidth = 16;
/** Space between a figure and the word after it, as in the style sheet. */
const afterFigure = 6;
/** Width of the border and icon of an account's badge, and of the space between badge and name. */
const badgeWidth = 30;
/** A wider figure is cut off; its tooltip has all of it. */
const mostFigure = 130;
/** The same of a name of a security or an account. */
const mostName = 240;
/** In a narrow page, the mark of an account and the beginning of its name leave space for what is traded. */
const mostNarrowAccount = 96;

const shared: Readonly<Record<Shared, PageColumn<OrderRow | FillRow>>> = {
  created: { title: () => l10n.t('Time'), width: 132, grow: 0, ...time(({ createdAt }) => createdAt, 'seconds') },
  updated: { title: () => l10n.t('Updated'), width: 132, grow: 0, ...time(({ updatedAt }) => updatedAt, 'seconds') },
  symbol: {
    title: () => l10n.t('Symbol'),
    width: 76,
    grow: 0,
    fit: {
      by: (row, context) => (isMarkedPaper(row, context) ? `${row.code}  ` : row.code),
      beside: (row, context) => (isMarkedPaper(row, context) ? markWidth : 0),
      shown: symbolText,
      most: 186,
    },
    text: ({ code }) => visibleText(code),
    cell: (row, context) => symbolCell(row, context),
    tooltip: ({ code }) => visibleText(code),
    label: spokenSymbol,
  },
  name: {
    title: () => l10n.t('Name'),
    width: 70,
    grow: 1,
    fit: { by: ({ name }) => name, most: mostName },
    text: nameText,
    plain: ({ name }) => visibleText(name),
  },
  side: {
    title: () => l10n.t('Side'),
    width: 72,
    grow: 0,
    fit: { by: ({ side }) => side, beside: markWidth, most: 140, narrow: { beside: 0 } },
    text: ({ side }, { words, isBrief, isNarrow }) => word(isBrief === true && isNarrow ? words.briefSide : words.side, side),
    label: ({ side }, { words }) => word(words.side, side),
    cell: (row, context) => sideCell(row.side, shared.side.text(row, context)),
  },
  quantity: {
    title: () => l10n.t({ message: 'Qty', comment: ['Short title of a column: quantity.'] }),
    hint: () => l10n.t('Quantity'),
    width: 66,
    grow: 0,
    ...figure(({ quantity }) => quantity),
  },
  price: { title: () => l10n.t('Price'), width: 66, grow: 0, ...figure((row, context) => withTicks(row.price, row, context)) },
  account: {
    title: () => l10n.t('Account'),
    width: 64,
    grow: 1,
    fit: {
      by: ({ account }) => account,
      beside: badgeWidth,
      shown: accountName,
      most: mostName,
      brief: { most: mostNarrowAccount },
      narrow: { most: mostNarrowAccount },
    },
    text: (row, context) => `${kindOf(row, context)} ${accountName(row, context)}`.trim(),
    cell: (row, context) => accountCell(row, context),
  },
  status: {
    title: () => l10n.t('Status'),
    width: 110,
    grow: 0,
    fit: { by: ({ status }) => status, beside: markWidth + afterFigure, most: 150, narrow: { beside: afterFigure, most: 92 } },
    text: ({ status }, { words }) => word(words.status, status),
    cell: (row, { words }) => statusCell(row.status, word(words.status, row.status)),
  },
  orderId: { title: () => l10n.t('Order ID'), width: 130, grow: 1, text: ({ orderId }) => visibleText(orderId) },
};

const orders: Readonly<Record<OrderColumnKey, PageColumn<OrderRow>>> = {
  ...shared,
  created: { ...shared.created, ...time(({ createdAt }) => createdAt, 'minutes') },
  type: {
    title: () => l10n.t('Type'),
    width: 70,
    grow: 0,
    fit: { by: ({ orderType, timeInForce }) => `${orderType} ${timeInForce}`, beside: afterFigure, most: 170 },
    text: typeText,
    label: (row, context) => listText([...new Set([typeText(row, context), typeText(row, { ...context, isBrief: false })])]),
    plain: ({ orderType }, { words }) => word(words.type, orderType),
  },
  price: {
    ...shared.price,
    kind: 'number',
    hint: () => l10n.t('Limit price, and the price of the trigger'),
    text: pricesText,
    plain: (row, context) => showNumber(withTicks(limitOf(row), row, context)),
    cell: pricesCell,
    tooltip: (row, context) => listText([typeUntold(row, context), shownPrices(row, context)]),
    label: (row, context) => listText([typeUntold(row, context), spokenPrices(row, context)]),
    fit: {
      by: (row) => `${limitOf(row)} ${withoutZero(row.auxPrice)}`.trim() || row.orderType,
      shown: markedPrices,
      most: 200,
      beside: markWidth,
    },
    sortKey: (row) => parseAmount(limitOf(row)) ?? parseAmount(withoutZero(row.auxPrice)),
    isPrivate: true,
  },
  trigger: {
    title: () => l10n.t('Trigger price'),
    width: 84,
    grow: 0,
    ...figure((row: OrderRow, context) => withTicks(withoutZero(row.auxPrice), row, context)),
  },
  filled: {
    title: () => l10n.t('Filled'),
    width: 66,
    grow: 0,
    ...figure((row: OrderRow) => row.dealtQuantity),
    label: filledLabel,
    look: ({ dealtQuantity }) => (withoutZero(dealtQuantity) === '' ? 'none' : ''),
  },
  status: {
    ...shared.status,
    cell: (row, context) => statusCell(row.status, shownStatus(row, context)),
    label: spokenStatus,
    fit: {
      ...shared.status.fit,
      by: (row, context) => partlyText(row, context) ?? row.status,
      shown: shownStatus,
      most: 190,
      narrow: { beside: afterFigure, most: 190 },
    },
  },
  last: {
    title: () => l10n.t('Last'),
    hint: () => l10n.t('Last price'),
    width: 62,
    grow: 0,
    ...figure((row: OrderRow, { prices }) => prices.get(symbolOf(row))?.last ?? ''),
    label: (row, { prices }) => lastNote(prices.get(symbolOf(row))),
    look: (row, { prices }) => (prices.get(symbolOf(row))?.isOld === true ? 'old' : ''),
    only: 'open',
  },
  distance: {
    title: () => l10n.t({ message: 'Distance', comment: ['From the last price to the price of an order, in percent.'] }),
    hint: () => l10n.t('From the last price to the trigger price, or to the limit price if there is none; sorted without its sign'),
    width: 62,
    grow: 0,
    kind: 'number',
    text: (row, { prices }) => distanceText(row, prices.get(symbolOf(row))),
    label: (row, { prices }) => distanceNote(row, prices.get(symbolOf(row))),
    look: (row, { prices }) => (prices.get(symbolOf(row))?.isOld === true ? 'old' : ''),
    sortKey: (row, { prices }) => distanceKey(row, prices.get(symbolOf(row))),
    only: 'open',
    isPrivate: true,
  },
  value: {
    title: () => l10n.t({ message: 'Value', comment: ['Column: price times quantity of an order.'] }),
    hint: () => l10n.t('Quantity times limit price, or about that at the trigger price or the last price if there is no limit'),
    width: 80,
    grow: 0,
    kind: 'number',
    text: (row, { prices }) => valueText(row, prices.get(symbolOf(row))),
    label: (row, { prices }) => valueNote(row, prices.get(symbolOf(row))) ?? valueText(row, prices.get(symbolOf(row))),
    // The estimate of an order without a price may be the longest.
    fit: { by: (row, { prices }) => valueText(row, prices.get(symbolOf(row))), most: mostFigure },
    sortKey: (row, { prices }) => parseAmount(orderValue(row, prices.get(symbolOf(row)))?.amount ?? ''),
    isPrivate: true,
  },
  average: {
    title: () => l10n.t({ message: 'Avg. price', comment: ['Short title of a column: average fill price.'] }),
    hint: () => l10n.t('Average fill price'),
    width: 76,
    grow: 0,
    ...figure((row: OrderRow, context) => withTicks(withoutZero(row.dealtAveragePrice), row, context)),
    only: 'history',
  },
  message: {
    title: () => l10n.t('Message'),
    width: 64,
    grow: 2,
    text: ({ lastError }) => visibleText(lastError),
    isNeeded: ({ lastError }) => lastError !== '',
    isPrivate: true,
  },
  timeInForce: {
    title: () => l10n.t('Time in force'),
    width: 84,
    grow: 0,
    fit: { by: ({ timeInForce }) => timeInForce, most: 190 },
    text: ({ timeInForce }, { words }) => word(words.timeInForce, timeInForce),
  },
  session: { title: () => l10n.t('Session'), width: 70, grow: 1, text: ({ session }) => visibleText(session) },
  currency: { title: () => l10n.t('Currency'), width: 62, grow: 0, text: ({ currency }) => visibleText(currency) },
  remark: { title: () => l10n.t('Remark'), width: 80, grow: 2, text: ({ remark }) => visibleText(remark), isPrivate: true },
};

const fills: Readonly<Record<FillColumnKey, PageColumn<FillRow>>> = {
  ...shared,
  // It says why a fill is struck through; all others count.
  status: {
    ...shared.status,
    isNeeded: (fill) => !isTrade(fill),
    text: (fill, context) => (isTrade(fill) ? '' : shared.status.text(fill, context)),
    cell: (fill, { words }) => (isTrade(fill) ? '' : statusCell(fill.status, word(words.status, fill.status))),
  },
  value: {
    title: () => l10n.t({ message: 'Value', comment: ['Column: price times quantity of a fill.'] }),
    width: 80,
    grow: 0,
    kind: 'number',
    fit: { by: (row, { prices }) => fillValueText(row, prices.get(symbolOf(row))), most: mostFigure },
    text: (row, { prices }) => fillValueText(row, prices.get(symbolOf(row))),
    label: (row, { prices }) => fillValueNote(row, prices.get(symbolOf(row))),
    sortKey: (row, { prices }) => fillValue(row, prices.get(symbolOf(row))),
    isPrivate: true,
  },
  orderId: { ...shared.orderId, cell: orderIdCell },
  fillId: { title: () => l10n.t('Fill ID'), width: 130, grow: 1, text: ({ dealId }) => visibleText(dealId) },
  counterparty: {
    title: () => l10n.t('Counterparty'),
    width: 90,
    grow: 1,
    text: ({ counterBrokerName, counterBrokerId }) => visibleText(counterBrokerName === '' ? counterBrokerId : counterBrokerName),
  },
};

export const columnSpecs = { orders, fills } as const;

/** A column for the grid. The page sorts by itself: the grid only needs to know whether it can be sorted by. */
export function gridColumn<R>(key: string, spec: PageColumn<R>, context: ColumnContext, width = spec.width): GridColumn<R> {
  const isHidden = context.isPrivate && spec.isPrivate === true;
  const text = (row: R): string => (isHidden ? hidden(spec.text(row, context)) : spec.text(row, context));
  const { cell, label, tooltip, look } = spec;
  const hint = spec.hint?.();
  return {
    key,
    title: spec.title(),
    ...(hint === undefined ? {} : { hint }),
    kind: spec.kind ?? 'text',
    width,
    grow: spec.grow,
    cell: (row) => (cell === undefined || isHidden ? text(row) : cell(row, context)),
    ...(label !== undefined && !isHidden ? { label: (row) => label(row, context) } : cell === undefined ? {} : { label: text }),
    ...(tooltip === undefined || isHidden ? {} : { tooltip: (row) => tooltip(row, context) }),
    ...(look === undefined || isHidden ? {} : { look: (row) => look(row, context) }),
    // The order of hidden figures would reveal something about them.
    ...(isHidden ? {} : { compare: () => 0 }),
  };
}

/** A cell as text, as displayed. */
export function plainCell<R>(spec: PageColumn<R>, row: R, context: ColumnContext): string {
  const text = spec.plain?.(row, context) ?? spec.text(row, context);
  return context.isPrivate && spec.isPrivate === true ? hidden(text) : text;
}

function limitOf({ orderType, price }: OrderRow): string {
  return hasLimitPrice(orderType) ? price : '';
}

/** A price with the digits of the security’s own prices, if those are known; none stays none. */
function withTicks(price: string, row: { readonly code: string }, { prices }: ColumnContext): string {
  const known = prices.get(symbolOf(row));
  return known === undefined || price === '' ? price : withDigitsOf(price, known.tick, known.last);
}

/** A mark is before the price of a trigger; its word is in the tooltip. */
function pricesCell(row: OrderRow, context: ColumnContext): TemplateResult | string {
  const trigger = triggerOf(row, context);
  if (trigger === '') return shownPrices(row, context);
  const limit = limitText(row, context);
  const marked = html`<span class="codicon codicon-target mark" aria-hidden="true"></span>${trigger}`;
  return limit === '' ? marked : html`${limit} ${marked}`;
}

/** What {@link pricesCell} draws, without the mark. */
function markedPrices(row: OrderRow, context: ColumnContext): string {
  const text = [limitText(row, context), triggerOf(row, context)].filter((price) => price !== '').join(' ');
  return text === '' ? word(context.words.type, row.orderType) : text;
}

function limitText(row: OrderRow, context: ColumnContext): string {
  const limit = limitOf(row);
  return limit === '' ? '' : showNumber(withTicks(limit, row, context));
}

function triggerOf(row: OrderRow, context: ColumnContext): string {
  const trigger = withoutZero(row.auxPrice);
  return trigger === '' ? '' : showNumber(withTicks(trigger, row, context));
}

/** An order that waits for no price is of a type that says so. */
function shownPrices(row: OrderRow, context: ColumnContext): string {
  const text = pricesText(row, context);
  return text === '' ? word(context.words.type, row.orderType) : text;
}

/** As drawn, with a word for the trigger, which is drawn as a mark. */
function spokenPrices(row: OrderRow, context: ColumnContext): string {
  const trigger = triggerOf(row, context);
  if (trigger === '' || limitText(row, context) === '') return shownPrices(row, context);
  return listText([markedPrices(row, context), l10n.t('trigger {0}', trigger)]);
}

function typeUntold(row: OrderRow, context: ColumnContext): string {
  return context.tellsType === true && pricesText(row, context) !== '' ? word(context.words.type, row.orderType) : '';
}

/** `100/500` where nothing else says how much of a partially filled order was filled. */
function partlyText({ status, dealtQuantity, quantity }: OrderRow, { tellsFilled, isPrivate }: ColumnContext): string | undefined {
  const isPartly = status === 'FILLED_PART' || status === 'CANCELLED_PART';
  const isTold = tellsFilled === true && !isPrivate && isPartly && withoutZero(dealtQuantity) !== '';
  return isTold ? `${showNumber(dealtQuantity)}/${showNumber(quantity)}` : undefined;
}

/** In full, with what is drawn. */
function spokenStatus(row: OrderRow, context: ColumnContext): string {
  const [status, shown] = [word(context.words.status, row.status), shownStatus(row, context)];
  return status.includes(shown) ? status : listText([status, shown]);
}

/** Of an order whose rest was canceled, that matters as much as what was filled, which a column or {@link partlyText} says. */
function shownStatus(row: OrderRow, context: ColumnContext): string {
  const partly = partlyText(row, context);
  if (row.status !== 'CANCELLED_PART' || context.isPrivate) return partly ?? word(context.words.status, row.status);
  const rest = l10n.t({
    message: 'rest canceled',
    comment: ['Status of an order that was partially filled, beside how much of it was filled.'],
  });
  return listText([partly ?? '', rest]);
}

/** Of most orders the day is the end. Where there is little space, the type is in the letters of a ticket. */
function typeText({ orderType, timeInForce }: OrderRow, { words, isBrief }: ColumnContext): string {
  if (isBrief === true) return word(words.briefType, orderType);
  const type = word(words.type, orderType);
  return [type, timeInForce === 'DAY' ? '' : word(words.timeInForce, timeInForce)].filter((text) => text !== '').join(' · ');
}

/** Everything that an order waits for, in one place. */
function pricesText(row: OrderRow, context: ColumnContext): string {
  const trigger = triggerOf(row, context);
  const triggered = trigger === '' ? '' : l10n.t('trigger {0}', trigger);
  return [limitText(row, context), triggered].filter((text) => text !== '').join(' · ');
}

/** What was executed, and at what price. */
function filledLabel(row: OrderRow, context: ColumnContext): string {
  const [filled, average] = [showNumber(row.dealtQuantity), withTicks(withoutZero(row.dealtAveragePrice), row, context)];
  return average === '' ? filled : listText([filled, l10n.t('{0}: {1}', l10n.t('Average fill price'), showNumber(average))]);
}

function hidden(text: string): string {
  return text === '' ? '' : masked;
}

/** Leads to all fills of the order, and to the order itself in the list of past ones, which is filtered by the same text. */
function orderIdCell({ orderId }: FillRow, { find }: ColumnContext): TemplateResult | string {
  const text = visibleText(orderId);
  if (text === '' || find === undefined) return text;
  const hint = l10n.t('Show only this order');
  // No white space of ours beside the service's text.
  // oxfmt-ignore
  return html`<button type="button" class="link-button" tabindex="-1" title=${hint} @click=${() => find(orderId)}>${text}</button>`;
}

function figure<R>(of: (row: R, context: ColumnContext) => string): Pick<PageColumn<R>, 'kind' | 'text' | 'fit' | 'sortKey' | 'isPrivate'> {
  return {
    kind: 'number',
    text: (row, context) => showNumber(of(row, context)),
    fit: { by: of, most: mostFigure },
    sortKey: (row, context) => parseAmount(of(row, context)),
    isPrivate: true,
  };
}
