import * as vscode from 'vscode';
import { isSearchType } from '../../domain/calendar/calendarQuery';
import { dayOfDate } from '../../domain/time/zones';
import type { ShowRequest } from '../../panel/calendar/calendarProtocol';
import { isRecord } from '../../panel/platform/messages';
import type { CommandArgument } from '../platform/commandArguments';
import { CalendarPanel } from './calendarPanel';
import type { CalendarPanelDependencies } from './calendarPanel';
import { askText } from '../platform/say/ask';
import { PagePanels } from '../platform/pages/pagePanels';
import { symbolOf } from '../platform/trees/symbolOf';
import type { UiPorts } from '../platform/ports';

/** Spec, GET /api/v1.0/quote/economic-calendar/search, `search_type`. */
const corporateActions = 4;

/**
 * The economic calendar: its single panel and its two commands.
 *
 * `marketDesk.calendar.open` takes `{tab: 'search' | 'hot', date: 'yyyyMMdd'}`, `marketDesk.calendar.search` a keyword and a
 * search type; without a keyword it asks for one.
 */
export function registerCalendar(dependencies: CalendarPanelDependencies & Pick<UiPorts, 'shell'>): vscode.Disposable {
  const calendar = new PagePanels({
    shell: dependencies.shell,
    type: 'marketDesk.calendar',
    title: () => vscode.l10n.t('Economic Calendar'),
    create: (panel, stored) => {
      const content = new CalendarPanel(panel, dependencies);
      if (stored === undefined) content.resume();
      else content.restore(isRecord(stored) ? stored['kept'] : null);
      return content;
    },
  });
  const show = async (request: ShowRequest | null): Promise<void> => (await calendar.show()).show(request);
  dependencies.shell.handle('marketDesk.calendar.open', async (place) => show(requestFor(place)));
  dependencies.shell.handle('marketDesk.calendar.search', async ({ keyword: given, searchType }) => {
    const keyword = given === '' ? await askKeyword() : given;
    if (keyword === undefined) return;
    await show({ tab: 'search', search: { keyword: keyword.trim(), searchType: isSearchType(searchType) ? searchType : null } });
  });
  dependencies.shell.handle('marketDesk.calendar.showActions', async (argument) => {
    const keyword = symbolOf(argument);
    if (keyword !== undefined) await show({ tab: 'search', search: { keyword, searchType: corporateActions } });
  });
  return calendar;
}

function askKeyword(): Thenable<string | undefined> {
  return askText({
    title: vscode.l10n.t('Search Economic Calendar'),
    prompt: vscode.l10n.t('Indicator, market closure, event, or corporate action'),
    placeHolder: 'CPI',
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('Enter a keyword.') : undefined),
  });
}

function requestFor(place: CommandArgument<'marketDesk.calendar.open'>): ShowRequest | null {
  if (place === undefined) return null;
  const { tab, date } = place;
  if (tab === 'search' || date === undefined || dayOfDate(date) === undefined) return { tab, search: null };
  return { tab, search: null, date: date.replaceAll('-', '') };
}
