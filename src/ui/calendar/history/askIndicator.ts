import * as vscode from 'vscode';
import { findIndicators } from '../../../app/calendar/indicatorHistory';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import { indicatorName } from '../../../domain/calendar/indicatorName';
import { plainText } from '../../../domain/text/segments';
import { idText, visibleText } from '../../../domain/text/visibleText';
import type { IndicatorView } from '../../../panel/history/historyProtocol';
import { cancellableProgress } from '../../platform/say/progress';
import { askText, chooseOne } from '../../platform/say/ask';
import { sayInfo } from '../../platform/say/messages';

/** Asks for an indicator: a keyword first, then one of those that the calendar search finds. Undefined when it was canceled. */
export async function askIndicator(access: Pick<ServiceAccess, 'client'>): Promise<IndicatorView | undefined> {
  const title = vscode.l10n.t('Show Indicator History');
  const keyword = await askText({
    // The page that opens takes the focus.
    title,
    prompt: vscode.l10n.t('Name of an economic indicator, or part of it'),
    placeHolder: 'CPI',
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('Enter a keyword.') : undefined),
  });
  if (keyword === undefined) return undefined;
  const found = await cancellableProgress(vscode.l10n.t('Searching indicators…'), async (signal) =>
    findIndicators(access, keyword, signal),
  );
  if (found.length === 0) {
    void sayInfo(vscode.l10n.t('No indicator matches “{0}”.', idText(keyword.trim())));
    return undefined;
  }
  const items = found.map((indicator) => ({
    label: plainText(indicatorName(indicator.text, indicator.country)),
    description: visibleText([indicator.country, indicator.unit ?? ''].filter((part) => part !== '').join(' · ')),
    indicator,
  }));
  const picked = await chooseOne(items, {
    title,
    placeHolder: vscode.l10n.t('Select an indicator'),
    matchOnDescription: true,
  });
  return picked?.indicator;
}
