import * as vscode from 'vscode';
import { visibleText } from '../../../domain/text/visibleText';

/** Says that a security that the user named has no price, so that it does not wait in silence. */
export function noPriceText(symbol: string): string {
  return vscode.l10n.t('The service has no price for {0}. Check the symbol.', visibleText(symbol));
}
