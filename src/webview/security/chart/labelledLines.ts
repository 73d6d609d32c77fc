import * as l10n from '@vscode/l10n';
import type { LineOrder, PriceLine } from '../../../domain/security/priceLines';
import { visibleText } from '../../../domain/text/visibleText';
import { kindText } from '../../shared/texts/positionTexts';
import { figure } from '../format';
import type { LabelledLine } from './chartLines';

export type ProposePrice = (order: LineOrder, price: { readonly price: string } | { readonly auxPrice: string }) => void;

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
  return [...lines.map((line) => labelled(line, isSandbox, propose)), ...close];
}

function labelled({ kind, side, isLive, price, quantity, order }: PriceLine, isSandbox: boolean, propose: ProposePrice): LabelledLine {
  const word = side === 'BUY' ? l10n.t('BUY') : side === 'SELL' ? l10n.t('SELL') : visibleText(side);
  const what = `${word} ${figure(quantity)}`;
  if (kind === 'cost')
    return { kind, price, title: `${l10n.t('Avg. cost')} · ${kindText(isLive === true ? 'live' : 'simulated', isSandbox)}` };
  const line = { kind: 'order', price, title: kind === 'trigger' ? l10n.t('{0} trigger', what) : what } as const;
  if (order?.canModify !== true) return line;
  return { ...line, propose: (to) => propose(order, kind === 'trigger' ? { auxPrice: to } : { price: to }) };
}
