import * as vscode from 'vscode';
import type { FundsOfAccount } from '../../app/positions/fundsBook';
import { accountKey } from '../../app/session/accounts/accounts';
import { maskWhen } from '../../domain/text/mask';
import { idText } from '../../domain/text/visibleText';
import type { FundsLine } from '../../panel/portfolio/portfolioProtocol';
import { seen } from '../../service/lists/list';
import { fundsFigures } from '../platform/words/fundsText';

/** The money of each account; figures of several currencies are listed and never added. A single note if no account has any. */
export function fundsLines(accounts: readonly FundsOfAccount[], isPrivate: boolean): readonly FundsLine[] {
  const mask = maskWhen(isPrivate);
  const known = accounts.filter(({ list }) => list !== undefined);
  if (known.length > 0 && known.every(({ list }) => list?.verdict === 'notOffered'))
    return [{ key: '', account: '', isLive: true, figures: [], note: vscode.l10n.t('This service doesn’t provide funds.') }];
  return known.flatMap(({ account, list }) => {
    const items = list === undefined ? [] : seen(list).items;
    const figures = items.flatMap((each) => fundsFigures(each, mask, items.length > 1)).map(([label, text]) => ({ label, text }));
    const note = list?.verdict === 'incomplete' ? missingText(items.length > 0) : '';
    if (figures.length === 0 && note === '') return [];
    const name = account.name === account.id ? mask(idText(account.name)) : idText(account.name);
    return [{ key: accountKey(account), account: name, isLive: account.kind === 'live', figures, note }];
  });
}

function missingText(isPart: boolean): string {
  return isPart ? vscode.l10n.t('some of the funds couldn’t be read') : vscode.l10n.t('the funds couldn’t be read');
}
