import * as vscode from 'vscode';
import type { FundsOfAccount } from '../../app/positions/fundsBook';
import { accountKey } from '../../app/session/accounts/accounts';
import { maskWhen } from '../../domain/text/mask';
import { idText } from '../../domain/text/visibleText';
import type { FundsLine } from '../../panel/portfolio/portfolioProtocol';
import { seen } from '../../service/lists/list';
import { untold } from '../platform/lists/gapText';
import { asOfTime } from '../platform/silence';
import { fundsFigures } from '../platform/words/fundsText';

interface FundsLook {
  readonly isPrivate: boolean;
  readonly zone: string;
  readonly nowMs: number;
}

/** The money of each account and its time; figures of several currencies are listed and never added. A single note if no account has any. */
export function fundsLines(accounts: readonly FundsOfAccount[], { isPrivate, zone, nowMs }: FundsLook): readonly FundsLine[] {
  const mask = maskWhen(isPrivate);
  const known = accounts.filter(({ list }) => list !== undefined);
  if (known.length > 0 && known.every(({ list }) => list?.verdict === 'notOffered'))
    return [{ key: '', account: '', isLive: true, figures: [], note: vscode.l10n.t('This service doesn’t provide funds.'), asOf: '' }];
  return known.flatMap(({ account, list, updatedAtMs }) => {
    const items = list === undefined ? [] : seen(list).items;
    const figures = items.flatMap((each) => fundsFigures(each, mask, items.length > 1)).map(([label, text]) => ({ label, text }));
    // What an outage made old is all there; the time says how old.
    const note = list?.verdict === 'incomplete' && untold(list.gaps).length > 0 ? missingText(items.length > 0) : '';
    const asOf = figures.length === 0 || updatedAtMs === undefined ? '' : vscode.l10n.t('as of {0}', asOfTime(zone, updatedAtMs, nowMs));
    if (figures.length === 0 && note === '') return [];
    const name = account.name === account.id ? mask(idText(account.name)) : idText(account.name);
    return [{ key: accountKey(account), account: name, isLive: account.kind === 'live', figures, note, asOf }];
  });
}

function missingText(isPart: boolean): string {
  return isPart ? vscode.l10n.t('some of the funds couldn’t be read') : vscode.l10n.t('the funds couldn’t be read');
}
