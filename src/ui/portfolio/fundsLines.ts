import * as vscode from 'vscode';
import type { AccountFunds, FundsOfAccount } from '../../app/positions/fundsBook';
import { maskWhen } from '../../domain/text/mask';
import type { Mask } from '../../domain/text/mask';
import { idText, visibleText } from '../../domain/text/visibleText';
import { showNumber } from '../../domain/values/amount';
import type { FundsLine } from '../../panel/portfolio/portfolioProtocol';
import { seen } from '../../service/lists/list';

/** One line with the money of each account; figures of several currencies are listed and never added. A single line if no account has any. */
export function fundsLines(accounts: readonly FundsOfAccount[], isPrivate: boolean): readonly FundsLine[] {
  const mask = maskWhen(isPrivate);
  const known = accounts.filter(({ list }) => list !== undefined);
  if (known.length > 0 && known.every(({ list }) => list?.verdict === 'notOffered'))
    return [{ account: '', isLive: true, text: vscode.l10n.t('This service doesn’t provide funds.') }];
  return known.flatMap(({ account, list }) => {
    const items = list === undefined ? [] : seen(list).items;
    const name = account.name === account.id ? mask(idText(account.name)) : idText(account.name);
    const missing = list?.verdict === 'incomplete' ? missingText(items.length > 0) : '';
    const text = [...items.map((each) => lineOf(each, mask)), missing].filter((part) => part !== '').join(' · ');
    return text === '' ? [] : [{ account: name, isLive: account.kind === 'live', text }];
  });
}

function missingText(isPart: boolean): string {
  return isPart ? vscode.l10n.t('some of the funds couldn’t be read') : vscode.l10n.t('the funds couldn’t be read');
}

function lineOf({ power, cash, currency, cashByMarket, initialMargin, maintenanceMargin }: AccountFunds, mask: Mask): string {
  const money = (figure: string): string => [mask(showNumber(figure)), visibleText(currency)].filter((part) => part !== '').join(' ');
  const parts: readonly string[] = [
    power === '' ? '' : vscode.l10n.t('Buying power {0}', money(power)),
    cash === '' ? '' : vscode.l10n.t('cash {0}', money(cash)),
    ...Object.entries(cashByMarket).map(([market, own]) =>
      vscode.l10n.t({
        message: '{0} cash {1}',
        args: [visibleText(market.toUpperCase()), mask(showNumber(own))],
        comment: ['Cash of an account in one market: {0} is such as HK, {1} an amount in the currency of that market.'],
      }),
    ),
    initialMargin === '' ? '' : vscode.l10n.t('initial margin {0}', money(initialMargin)),
    maintenanceMargin === '' ? '' : vscode.l10n.t('maintenance margin {0}', money(maintenanceMargin)),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
