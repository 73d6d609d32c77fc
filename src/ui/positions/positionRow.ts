import * as vscode from 'vscode';
import { parseAmount, showNumber, showSignedMoney, showSignedPercent } from '../../domain/values/amount';
import type { ReadHolding } from '../../domain/positions/holding';
import { maskRows } from '../../domain/text/mask';
import { visibleText } from '../../domain/text/visibleText';
import { tooltipTable } from '../platform/say/tooltipTable';
import type { NodeModel } from '../platform/trees/treeModel';
import { calculatedNote, dayField } from '../platform/words/dayText';
import { sideText } from '../platform/words/holdingText';
import { leadingName, positionDescription } from './positionText';
import type { RowStyle } from './positionText';

/** A row of the Positions view, and the argument of commands on it. A class, because there may be thousands. */
export class PositionRow implements NodeModel {
  readonly id: string;

  constructor(
    parentId: string,
    readonly read: ReadHolding,
    private readonly style: RowStyle,
    /** See `accountKey`. */
    readonly accountKey = parentId,
  ) {
    this.id = `${parentId}/${read.holding.id}`;
  }

  get face(): ReadHolding {
    return this.read;
  }

  get steady(): string {
    const { holding, isOld } = this.read;
    return JSON.stringify([holding.quantity, holding.side, isOld]);
  }

  get subject(): this {
    return this;
  }

  get symbol(): string {
    return this.read.holding.symbol;
  }

  item(): vscode.TreeItem {
    const name = leadingName(this.read, this.style);
    const description = positionDescription(this.read, this.style, name);
    const item = new vscode.TreeItem(name);
    item.description = description;
    item.accessibilityInformation = { label: this.style.pair(positionLabel(this.read), description) };
    item.iconPath = this.style[this.read.direction];
    item.contextValue = 'position';
    item.command = this.style.open(this.symbol);
    return item;
  }

  tooltip(): vscode.MarkdownString {
    const { isPrivate } = this.style;
    const rows = maskRows(positionFields(this.read), isPrivate, publicFields());
    const extended = this.read.extended === undefined ? [] : [this.read.extended.note];
    return tooltipTable(positionLabel(this.read), rows, [...extended, ...(isPrivate ? [] : notes(this.read))]);
  }
}

function positionLabel({ holding }: ReadHolding): string {
  return visibleText(holding.name === '' ? holding.symbol : `${holding.symbol} ${holding.name}`);
}

/** Fields that don't reveal how much the user owns; unknown fields are hidden with the others. */
function publicFields(): readonly string[] {
  return [vscode.l10n.t('Side'), vscode.l10n.t('Price'), vscode.l10n.t('Day change'), vscode.l10n.t('Currency')];
}

/** The fields of the record that mean something to a trader, with names; unknown ones as received. */
export function positionFields({ holding, profit, ratio, day, dayChange }: ReadHolding): readonly (readonly [string, string])[] {
  const ratioShown = ratio.kind === 'none' ? holding.profitRatio : showSignedPercent(ratio.percent);
  const isDiluted = holding.costBasis === 'diluted';
  const rows: (readonly [string, string | undefined])[] = [
    [vscode.l10n.t('Side'), sideText(holding.side, holding.sideText)],
    [vscode.l10n.t('Quantity'), showNumber(holding.quantity)],
    [vscode.l10n.t('Available'), showNumber(holding.availableQuantity)],
    [vscode.l10n.t('Price'), showNumber(holding.price)],
    [vscode.l10n.t('Day change'), dayChange],
    [isDiluted ? vscode.l10n.t('Diluted cost price') : vscode.l10n.t('Cost price'), costText(holding.costPrice)],
    [vscode.l10n.t('Average buy price'), holding.averageBuyPrice === undefined ? undefined : showNumber(holding.averageBuyPrice)],
    [vscode.l10n.t('Market value'), showNumber(holding.marketValue)],
    [
      isDiluted ? vscode.l10n.t('P&L by diluted cost') : vscode.l10n.t('P&L'),
      profit === undefined ? showNumber(holding.profit) : showSignedMoney(profit),
    ],
    [isDiluted ? vscode.l10n.t('P&L % by diluted cost') : vscode.l10n.t('P&L %'), ratioShown],
    [vscode.l10n.t('Unrealized P&L'), signed(holding.unrealizedProfit)],
    [vscode.l10n.t('Realized P&L'), signed(holding.realizedProfit)],
    [vscode.l10n.t('Day P&L'), dayField(day)],
    [vscode.l10n.t('Currency'), holding.currency],
    ...Object.entries(holding.unknown),
  ];
  return rows.filter((row): row is readonly [string, string] => row[1] !== undefined && row[1] !== '');
}

/** Some services state none, such as for a position that has paid back what it cost. */
function costText(cost: string): string {
  return cost === '' ? `– (${vscode.l10n.t('not stated by the service')})` : showNumber(cost);
}

function signed(text: string | undefined): string | undefined {
  const amount = parseAmount(text ?? '');
  return amount === undefined ? text : showSignedMoney(amount);
}

function notes(read: ReadHolding): readonly string[] {
  return [...ratioNotes(read), ...dilutedNotes(read), ...(read.day.kind === 'calculated' ? [calculatedNote()] : [])];
}

function dilutedNotes({ holding: { costBasis, profit } }: ReadHolding): readonly string[] {
  if (costBasis !== 'diluted' || profit === '') return [];
  return [vscode.l10n.t('Diluted cost is what was paid less what was realized, so P&L by diluted cost includes realized P&L.')];
}

function ratioNotes({ holding, ratio }: ReadHolding): readonly string[] {
  if (ratio.kind === 'fraction')
    return [
      vscode.l10n.t(
        'The service sent this ratio as the fraction {0}. The percentage shown is calculated from P&L and market value.',
        holding.profitRatio,
      ),
    ];
  if (ratio.kind === 'differs')
    return [vscode.l10n.t('P&L and market value give {0}, which differs from the service’s figure.', showSignedPercent(ratio.computed))];
  return [];
}
