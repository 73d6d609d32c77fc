import * as vscode from 'vscode';
import { findIndicators } from '../../../app/calendar/indicatorHistory';
import type { Disposable, Timers } from '../../../app/platform/ports';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import { indicatorName } from '../../../domain/calendar/indicatorName';
import { plainText } from '../../../domain/text/segments';
import { idText, visibleText } from '../../../domain/text/visibleText';
import type { IndicatorView } from '../../../panel/history/historyProtocol';
import { createPick } from '../../platform/say/inputs';

interface IndicatorItem extends vscode.QuickPickItem {
  /** Undefined for a row that is only a message. */
  readonly indicator?: IndicatorView;
}

/** The search is sent after this pause in typing, or at Enter. */
const pauseMs = 300;

/**
 * Asks for an indicator, out of those that the calendar search finds for the typed text.
 *
 * @returns undefined when it was dismissed.
 * @throws the error of the search.
 */
export async function askIndicator(access: Pick<ServiceAccess, 'client'>, timers: Timers): Promise<IndicatorView | undefined> {
  const pick = createPick<IndicatorItem>();
  pick.title = vscode.l10n.t('Show Indicator History');
  pick.placeholder = vscode.l10n.t('Name of an economic indicator, or part of it');
  // The page that opens would take the focus.
  pick.ignoreFocusOut = true;
  let pause: Disposable | undefined;
  let reading = new AbortController();
  let shownFor = '';
  const stop = (): void => {
    pause?.dispose();
    reading.abort();
    reading = new AbortController();
  };
  try {
    return await new Promise<IndicatorView | undefined>((resolve, reject) => {
      const search = (): void => {
        stop();
        const keyword = pick.value.trim();
        const { signal } = reading;
        pick.busy = true;
        findIndicators(access, keyword, signal).then(
          (found) => {
            if (signal.aborted) return;
            shownFor = keyword;
            pick.items = found.length === 0 ? [nothingItem(keyword)] : found.map(itemOf);
            pick.busy = false;
          },
          (error: unknown) => {
            if (!signal.aborted) reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
      };
      pick.onDidChangeValue((value) => {
        stop();
        pick.busy = false;
        if (value.trim() === '') [pick.items, shownFor] = [[], ''];
        else if (value.trim() !== shownFor) pause = timers.after(pauseMs, search);
      });
      pick.onDidAccept(() => {
        const keyword = pick.value.trim();
        // The rows are those of an earlier text: none of them was chosen.
        if (keyword !== shownFor) search();
        else if (pick.selectedItems[0]?.indicator !== undefined) resolve(pick.selectedItems[0].indicator);
      });
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
  } finally {
    stop();
    pick.dispose();
  }
}

function itemOf(indicator: IndicatorView): IndicatorItem {
  return {
    label: plainText(indicatorName(indicator.text, indicator.country)),
    description: visibleText([indicator.country, indicator.unit ?? ''].filter((part) => part !== '').join(' · ')),
    // The service matched other words, so the text may not be part of the name.
    alwaysShow: true,
    indicator,
  };
}

function nothingItem(keyword: string): IndicatorItem {
  return { label: vscode.l10n.t('No indicator matches “{0}”.', idText(keyword)), alwaysShow: true };
}
