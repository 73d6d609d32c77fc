import * as vscode from 'vscode';
import { visibleText } from '../../../domain/text/visibleText';

/** A market in words, by its prefix or by the name that lists of orders have for it; an unknown one as received. */
export function marketWord(market: string): string {
  const words: Readonly<Record<string, string>> = {
    HK: vscode.l10n.t('Hong Kong'),
    US: vscode.l10n.t('United States'),
    SH: vscode.l10n.t('Shanghai'),
    SZ: vscode.l10n.t('Shenzhen'),
    BJ: vscode.l10n.t('Beijing'),
    HKCC: vscode.l10n.t('Stock Connect'),
    SG: vscode.l10n.t('Singapore'),
    JP: vscode.l10n.t('Japan'),
    AU: vscode.l10n.t('Australia'),
    CA: vscode.l10n.t('Canada'),
    MY: vscode.l10n.t('Malaysia'),
    KR: vscode.l10n.t('South Korea'),
    FUTURES: vscode.l10n.t({ message: 'Futures', comment: ['A market.'] }),
    JP_FUTURE: vscode.l10n.t('Japan futures'),
    SG_FUTURE: vscode.l10n.t('Singapore futures'),
  };
  return (Object.hasOwn(words, market) ? words[market] : undefined) ?? visibleText(market);
}

/** Hong Kong is the only market whose integer is the same in all records. */
const hongKong = '1';

/** A part of a list in words: a kind of accounts, or a market by its name or integer; empty if the list has no parts. */
export function partWord(part: string): string {
  // In a sandbox no account is called live.
  if (part === 'live') return vscode.l10n.t('Accounts');
  if (part === 'simulated') return vscode.l10n.t('Paper accounts');
  if (part === hongKong) return marketWord('HK');
  return /^\d+$/.test(part) ? vscode.l10n.t('Market ID {0}', part) : marketWord(part);
}
