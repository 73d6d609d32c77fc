import * as vscode from 'vscode';
import { calendarFile, eventCells, eventLine } from '../../domain/calendar/calendarText';
import type { CalendarFileOptions, EventPlace } from '../../domain/calendar/calendarText';
import type { ListReport } from '../../app/platform/listReport';
import { sentences } from '../../domain/text/sentences';
import { toCsv } from '../../domain/text/csv';
import type { CalendarEvent } from '../../service/records';
import { diskText } from '../platform/errors/diskText';
import { sayError, sayInfo } from '../platform/say/messages';

/** Copies events to the clipboard, one line of text each. @returns what to tell the user. */
export async function copyEvents(events: readonly CalendarEvent[], place: EventPlace): Promise<string> {
  await vscode.env.clipboard.writeText(events.map((event) => eventLine(event, place)).join('\n'));
  return events.length === 1 ? vscode.l10n.t('Event copied') : vscode.l10n.t('{0} events copied', events.length);
}

/** Asks for a file and writes events to it in iCalendar format. */
export async function saveCalendarFile(events: readonly CalendarEvent[], options: CalendarFileOptions): Promise<void> {
  const name = events.length === 1 ? 'event.ics' : 'calendar.ics';
  const text = calendarFile(events, options);
  await save(vscode.l10n.t('Save as Calendar File'), name, { [vscode.l10n.t('Calendar')]: ['ics'] }, text);
}

/**
 * Asks for a file and writes events to it as CSV, with times in a zone, which the header names, or with dates of their exchanges. Each row says
 * what the list lacks.
 */
export async function saveList(events: readonly CalendarEvent[], place: EventPlace, { missing }: ListReport): Promise<void> {
  const lacks = missing?.join('; ');
  const header = [
    place.areDays ? `date at the exchange (time in ${place.zone} if it is not known)` : `time (${place.zone})`,
    'country',
    'impact',
    'event',
    'previous',
    'forecast',
    'actual',
    'unit',
    'currency',
    ...(lacks === undefined ? [] : ['missing from the list']),
  ];
  const rows = events.map((event) => [...eventCells(event, place), ...(lacks === undefined ? [] : [lacks])]);
  await save(
    vscode.l10n.t('Export Events as CSV'),
    'calendar.csv',
    { CSV: ['csv'] },
    // Spreadsheets recognize UTF-8 only by this mark.
    `\ufeff${toCsv(header, rows)}\r\n`,
  );
}

async function save(title: string, name: string, filters: Readonly<Record<string, string[]>>, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title,
    filters: { ...filters },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (target === undefined) return;
  try {
    await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
    void sayInfo(vscode.l10n.t('Saved {0}.', target.path.slice(target.path.lastIndexOf('/') + 1)));
  } catch (error) {
    const disk = diskText(error);
    const why = error instanceof Error ? error.message : String(error);
    void sayError(
      disk === undefined ? vscode.l10n.t('Couldn’t save the file: {0}', why) : sentences(vscode.l10n.t('Couldn’t save the file.'), disk),
    );
  }
}
