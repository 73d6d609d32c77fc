import * as l10n from '@vscode/l10n';
import type { AlertLine, LineOrder, OwnLine, PriceLine } from '../../../domain/security/priceLines';
import { directionOf } from '../../../domain/market/fill';
import { visibleText } from '../../../domain/text/visibleText';
import { kindText } from '../../shared/texts/positionTexts';
import { figure } from '../format';
import type { LabelledLine } from './chartLines';

/** What happens with the price to which the user moved a line. */
export interface ProposePrice {
  readonly order: (order: LineOrder, price: { readonly price: string } | { readonly auxPrice: string }) => void;
  readonly alert: (id: string, price: string) => void;
}

interface OwnLines {
  readonly lines: readonly PriceLine[];
  /** Empty if unknown or not wanted. */
  readonly previousClose: string;
  readonly isBackward: boolean;
  readonly isSandbox: boolean;
  readonly propose: ProposePrice;
}

/** The lines of a chart with their labels. Today's prices don't fit among prices that are adjusted backward. */
export function labelledLines({ lines, previousClose, isBackward, isSandbox, propose }: OwnLines): readonly LabelledLine[] {
  if (isBackward) return [];
  const close: readonly LabelledLine[] =
    Number(previousClose) > 0 ? [{ kind: 'close', price: previousClose, title: l10n.t('Previous close') }] : [];
  return [...lines.map((line) => (line.kind === 'alert' ? alertLine(line, propose) : labelled(line, isSandbox, propose))), ...close];
}

function alertLine({ id, when, price }: AlertLine, propose: ProposePrice): LabelledLine {
  return {
    kind: 'alert',
    price,
    title: when === 'above' ? l10n.t('Alert at or above') : l10n.t('Alert at or below'),
    move: {
      propose: (to) => propose.alert(id, to),
      keys: l10n.t('Up and Down move the price by a tick, Enter edits the alert with it, Escape puts it back.'),
      hint: l10n.t('Drag to edit the price of the alert.'),
    },
  };
}

function labelled(
  { kind, side, isLive, isDiluted, price, quantity, order }: OwnLine,
  isSandbox: boolean,
  propose: ProposePrice,
): LabelledLine {
  const what = `${sideWord(side)} ${figure(quantity)}`;
  if (kind === 'cost') {
    const cost = isDiluted === true ? l10n.t('Diluted cost') : l10n.t('Avg. cost');
    return { kind, price, title: `${cost} · ${kindText(isLive === true ? 'live' : 'simulated', isSandbox)}` };
  }
  const terms = kind === 'trigger' ? l10n.t('{0} trigger', what) : what;
  const title = order?.accountKind === 'simulated' ? `${terms} · ${kindText('simulated', isSandbox)}` : terms;
  const line = { kind: directionOf(side) ?? 'order', price, title } as const;
  if (order?.canModify !== true) return line;
  return {
    ...line,
    move: {
      propose: (to) => propose.order(order, kind === 'trigger' ? { auxPrice: to } : { price: to }),
      keys: l10n.t('Up and Down move the price by a tick, Enter opens the order ticket with it, Escape puts it back.'),
      hint: l10n.t('Drag to open the order ticket with another price. Nothing is sent.'),
    },
  };
}

function sideWord(side: string): string {
  const words: Readonly<Record<string, string>> = {
    BUY: l10n.t('BUY'),
    SELL: l10n.t('SELL'),
    SELL_SHORT: l10n.t('SELL SHORT'),
    BUY_BACK: l10n.t('BUY TO COVER'),
  };
  return (Object.hasOwn(words, side) ? words[side] : undefined) ?? visibleText(side);
}
