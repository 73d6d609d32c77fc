import { tabbedLines } from '../../domain/text/csv';
import * as vscode from 'vscode';
import type { RawTable } from '../../app/platform/rawTable';
import type { TradingPeriod } from '../../app/tradingDays/tradingDays';
import {
  countClosed,
  countDays,
  dayMarks,
  gridsAsText,
  hasWholeMonths,
  monthOf,
  nextTo,
  specialDays,
} from '../../domain/tradingDays/monthGrid';
import type { DayCounts, DayKind, GridDay, Month, MonthGrid } from '../../domain/tradingDays/monthGrid';
import { visibleText } from '../../domain/text/visibleText';
import { listText } from '../platform/lists/listText';
import { escapeHtml } from '../platform/pages/webviewHtml';
import { listedMarkets } from './askTradingDays';
import type { CommandId } from '../platform/ids';

/** Style of the page: only the editor's colors, so that it fits every theme. */
const tradingDaysStyle = `
:root { --head: 48px; scroll-padding-top: var(--head); }
body { padding: 20px 28px 40px; color: var(--vscode-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
/* The title stays while months are scrolled, and below it the name and weekdays of each month while its days are in sight. */
header, caption, th { position: sticky; background: var(--vscode-editor-background); }
header { top: 0; z-index: 2; box-sizing: border-box; height: var(--head); margin: -20px -28px 0; padding: 12px 28px 4px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
caption { top: var(--head); z-index: 1; box-sizing: border-box; height: 28px; line-height: 20px; }
th { top: calc(var(--head) + 28px); }
h1 { margin: 0; font-size: 1.7em; font-weight: 600; }
.head { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; justify-content: space-between; margin-bottom: 18px; }
.range { margin: 0; color: var(--vscode-descriptionForeground); }
.range span { white-space: nowrap; }
nav { display: flex; flex-wrap: wrap; gap: 8px; }
.button { padding: 5px 12px; border-radius: 3px; border: 1px solid var(--vscode-button-border, transparent); background: var(--vscode-button-background); color: var(--vscode-button-foreground); text-decoration: none; white-space: nowrap; }
.button:hover { background: var(--vscode-button-hoverBackground); color: var(--vscode-button-foreground); }
.button.quiet { background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); }
.button.quiet:hover { background: var(--vscode-button-secondaryHoverBackground); }
.button:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 20px; margin: 0 0 18px; padding: 0; list-style: none; color: var(--vscode-descriptionForeground); }
.legend li { display: flex; align-items: center; gap: 7px; }
.legend .day { min-width: 18px; height: 18px; line-height: 18px; font-size: .85em; }
/* Of many months, the current one is in sight at first. A page without scripts can't scroll by itself. */
.current { scroll-initial-target: nearest; }
.months { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 26px 24px; align-items: start; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding: 0 0 8px 2px; text-align: start; font-weight: 600; }
th { padding: 0 0 4px; font-weight: 400; font-size: .85em; color: var(--vscode-descriptionForeground); }
td { padding: 2px; text-align: center; }
.day { display: inline-block; box-sizing: border-box; min-width: 30px; height: 26px; line-height: 26px; border-radius: 4px; text-align: center; border: 1px solid transparent; line-height: 24px; }
/* A mark stands beside the number, within the box of its day. */
.day:has(sup) { display: inline-flex; align-items: flex-start; justify-content: center; gap: 2px; }
.day sup { margin-top: 3px; font-size: .62em; line-height: 1; vertical-align: baseline; }
.full { background: color-mix(in srgb, var(--vscode-charts-blue) 22%, transparent); }
.half { background: linear-gradient(to bottom right, color-mix(in srgb, var(--vscode-charts-orange) 45%, transparent) 50%, transparent 50%); border-color: var(--vscode-charts-orange); }
.closed { color: var(--vscode-descriptionForeground); border: 1px dashed var(--vscode-descriptionForeground); }
.closed.weekend { border-color: transparent; }
.other { border-color: var(--vscode-charts-purple); }
.unknown { color: var(--vscode-descriptionForeground); font-style: italic; }
.today { font-weight: 700; outline: 2px solid var(--vscode-focusBorder); outline-offset: 1px; }
.names { margin: 8px 0 0; padding: 0 0 0 2px; list-style: none; max-width: 240px; line-height: 1.5; }
.names time { color: var(--vscode-descriptionForeground); margin-inline-end: 6px; white-space: nowrap; }
.raw th, .raw td { padding: 4px 12px; border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border)); text-align: start; }
@media (height < 420px) {
  :root { --head: 30px; }
  header { padding-block: 6px 2px; }
  h1 { font-size: 1.3em; }
}
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.vscode-high-contrast .full { background: none; border-color: var(--vscode-contrastBorder); }
.vscode-high-contrast .half { background: none; border-color: var(--vscode-contrastActiveBorder, currentColor); box-shadow: inset 0 0 0 2px var(--vscode-editor-background), inset 0 0 0 3px var(--vscode-contrastActiveBorder, currentColor); }
`;

/** What the page shows: calendar pages, or the raw answer if its shape is unknown. */
export type TradingDaysContent =
  | {
      readonly kind: 'grids';
      readonly grids: readonly MonthGrid[];
      /** The service's name of a day, if it has one. */
      readonly names: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'raw'; readonly table: RawTable };

export interface TradingDaysView {
  readonly asked: TradingPeriod;
  readonly content: TradingDaysContent;
  /** Today in the market as `yyyy-MM-dd`, marked in the grid. */
  readonly today: string;
}

export function pageTitle({ asked }: TradingDaysView): string {
  return vscode.l10n.t('{0} Trading Days', visibleText(asked.market));
}

/** The page as HTML without scripts: its links run the two commands that the panel allows. */
export function tradingDaysHtml(view: TradingDaysView, nonce: string): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const body = view.content.kind === 'grids' ? gridsHtml(view.content, view.today) : rawHtml(view.content.table);
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(pageTitle(view))}</title>
<style nonce="${nonce}">${tradingDaysStyle}</style>
</head>
<body>
<header><h1>${escapeHtml(pageTitle(view))}</h1></header>
<main>
<div class="head">
<p class="range">${summary(view)
    .map((part) => `<span>${escapeHtml(part)}</span>`)
    .join(' · ')}</p>
<nav>
${monthsLink(view.asked, 'before', vscode.l10n.t('Earlier Months'), '‹')}
${monthsLink(view.asked, 'after', vscode.l10n.t('Later Months'), '›')}
${commandLink('marketDesk.tradingDays.copy', 'button', vscode.l10n.t('Copy as Text'))}
${commandLink('marketDesk.tradingDays.show', 'button quiet', vscode.l10n.t('Other Market or Months…'))}
</nav>
</div>
${body}
</main>
</body>
</html>`;
}

function commandLink(id: CommandId, look: string, text: string): string {
  return `<a class="${look}" href="command:${id}">${escapeHtml(text)}</a>`;
}

/** None for a prefix that somebody typed: no text from elsewhere becomes part of a link. */
function monthsLink({ market, ...period }: TradingPeriod, where: 'before' | 'after', name: string, arrow: string): string {
  if (!listedMarkets.some((listed) => listed === market)) return '';
  const argument = encodeURIComponent(JSON.stringify([{ market, ...nextTo(period, where) }]));
  const [href, title] = [`command:${'marketDesk.tradingDays.show' satisfies CommandId}?${argument}`, escapeHtml(name)];
  return `<a class="button quiet" href="${escapeHtml(href)}" title="${title}" aria-label="${title}">${arrow}</a>`;
}

/** The same as plain text, for the clipboard. */
export function tradingDaysText(view: TradingDaysView): string {
  const head = `${pageTitle(view)}\n${summary(view).join(' · ')}`;
  if (view.content.kind === 'raw') {
    const { columns, rows } = named(view.content.table);
    return `${head}\n\n${tabbedLines([columns, ...rows])}\n`;
  }
  const { grids, names } = view.content;
  const counts = countDays(grids);
  const legend = kinds.filter((kind) => counts[kind] > 0 && kind !== 'full').map((kind) => `${dayMarks[kind]} ${kindText(kind)}`);
  return `${head}\n\n${gridsAsText(grids, { weekdays: weekdayNames('short').map((name) => name.slice(0, 2)), monthName })}\n\n${legend.join('   ')}\n${grids
    .flatMap((grid) => namedDays(grid, names))
    .map(({ day, name }) => `\n${day.date}  ${name}`)
    .join('')}`
    .trimEnd()
    .concat('\n');
}

/** The days of a month on which the market is closed or closes early, with the service's names for them. */
function namedDays(grid: MonthGrid, names: ReadonlyMap<string, string>): readonly { readonly day: GridDay; readonly name: string }[] {
  return specialDays(grid).flatMap((day) => {
    const name = names.get(day.date);
    return name === undefined ? [] : [{ day, name: visibleText(name) }];
  });
}

const kinds: readonly DayKind[] = ['full', 'half', 'closed', 'other', 'unknown'];

function summary({ asked, content }: TradingDaysView): readonly string[] {
  const names = hasWholeMonths(asked) ? [monthName(monthOf(asked.from)), monthName(monthOf(asked.to))] : [asked.from, asked.to];
  const range = [...new Set(names)].join(' – ');
  if (content.kind === 'raw') return [range, vscode.l10n.t('unrecognized response, shown as received')];
  return [range, ...countTexts(countDays(content.grids), countClosed(content.grids))];
}

function countTexts(counts: DayCounts, { weekdays, weekends }: ReturnType<typeof countClosed>): readonly string[] {
  const texts: Readonly<Record<DayKind, readonly string[]>> = {
    full: [vscode.l10n.t('Full days: {0}', counts.full)],
    half: [vscode.l10n.t('Half days: {0}', counts.half)],
    closed: [vscode.l10n.t('Closed weekdays: {0}', weekdays), vscode.l10n.t('Weekend days: {0}', weekends)],
    other: [vscode.l10n.t('Other: {0}', counts.other)],
    unknown: [vscode.l10n.t('Unknown: {0}', counts.unknown)],
  };
  return kinds.filter((kind) => counts[kind] > 0 || kind === 'full').flatMap((kind) => texts[kind]);
}

function kindText(kind: DayKind): string {
  return {
    full: vscode.l10n.t('full day'),
    half: vscode.l10n.t('half day'),
    closed: vscode.l10n.t('closed'),
    other: vscode.l10n.t('other'),
    unknown: vscode.l10n.t('unknown'),
  }[kind];
}

function dayText(day: GridDay): string {
  if (day.kind === 'half')
    return day.detail === 'morning' ? vscode.l10n.t('half day, morning only') : vscode.l10n.t('half day, afternoon only');
  return day.kind === 'other' ? vscode.l10n.t('{0}: {1}', kindText('other'), visibleText(day.detail)) : kindText(day.kind);
}

function gridsHtml({ grids, names }: Extract<TradingDaysContent, { readonly kind: 'grids' }>, today: string): string {
  const counts = countDays(grids);
  const { weekends, weekdays } = countClosed(grids);
  const hasToday = grids.some(({ weeks }) => weeks.some((week) => week.some((day) => day?.date === today)));
  const entry = (look: string, mark: string, text: string): string =>
    `<li><span class="day ${look}" aria-hidden="true">${mark}</span>${escapeHtml(text)}</li>`;
  const legend = [
    ...kinds
      .filter((kind) => (kind === 'closed' ? weekdays : counts[kind]) > 0)
      .map((kind) => entry(kind, kind === 'half' ? '<sup>½</sup>' : '', kindText(kind))),
    ...(weekends > 0 ? [entry('closed weekend', '6', vscode.l10n.t('weekend'))] : []),
    ...(hasToday ? [entry('today', '', vscode.l10n.t('today'))] : []),
  ].join('');
  return `<ul class="legend">${legend}</ul><div class="months">${grids.map((grid) => gridHtml(grid, names, today)).join('')}</div>`;
}

function gridHtml(grid: MonthGrid, names: ReadonlyMap<string, string>, today: string): string {
  const long = weekdayNames('long');
  const head = weekdayNames('short').map((name, at) => `<th scope="col" abbr="${escapeHtml(long[at] ?? name)}">${escapeHtml(name)}</th>`);
  const weeks = grid.weeks.map((week) => `<tr>${week.map((day) => (day === undefined ? '<td></td>' : dayHtml(day, today))).join('')}</tr>`);
  const named = namedDays(grid, names).map(
    ({ day, name }) => `<li><time datetime="${escapeHtml(day.date)}">${escapeHtml(dayName(day.date))}</time> ${escapeHtml(name)}</li>`,
  );
  const list = named.length === 0 ? '' : `<ul class="names">${named.join('')}</ul>`;
  const isCurrent = grid.weeks.some((week) => week.some((day) => day?.date === today));
  return `<div><table${isCurrent ? ' class="current"' : ''}><caption>${escapeHtml(monthName(grid))}</caption><thead><tr>${head.join('')}</tr></thead><tbody>${weeks.join('')}</tbody></table>${list}</div>`;
}

function dayHtml(day: GridDay, today: string): string {
  const classes = ['day', day.kind, day.weekend ? 'weekend' : '', day.date === today ? 'today' : '']
    .filter((name) => name !== '')
    .join(' ');
  const spoken = listText([dayText(day), day.date === today ? vscode.l10n.t('today') : '']);
  const mark = day.kind === 'half' ? '<sup aria-hidden="true">½</sup>' : day.kind === 'other' ? '<sup aria-hidden="true">*</sup>' : '';
  return `<td title="${escapeHtml(vscode.l10n.t('{0}: {1}', day.date, spoken))}"><span class="${classes}">${day.day}${mark}</span><span class="hidden"> ${escapeHtml(spoken)}</span></td>`;
}

/** The column headers: the service's own names, or headers for paths and values. */
function named({ columns, rows }: RawTable): RawTable {
  return { columns: columns.length > 0 ? columns : [vscode.l10n.t('Field'), vscode.l10n.t('Value')], rows };
}

function rawHtml(table: RawTable): string {
  const { columns, rows } = named(table);
  if (rows.length === 0) return `<p>${escapeHtml(vscode.l10n.t('The response is empty.'))}</p>`;
  const cells = (row: readonly string[], tag: 'th scope="col"' | 'td'): string =>
    row.map((text) => `<${tag}>${escapeHtml(visibleText(text))}</${tag.slice(0, 2)}>`).join('');
  return `<table class="raw"><thead><tr>${cells(columns, 'th scope="col"')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>`;
}

function monthName({ year, month }: Month): string {
  return format({ year: 'numeric', month: 'long' }).format(Date.UTC(year, month - 1, 1));
}

function dayName(date: string): string {
  return format({ month: 'short', day: 'numeric' }).format(Date.parse(`${date}T00:00:00Z`));
}

/** Starts with Monday. */
function weekdayNames(style: 'short' | 'long'): readonly string[] {
  const formatter = format({ weekday: style });
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, at) => formatter.format(Date.UTC(2024, 0, 1 + at)));
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat([vscode.env.language, 'en'], { ...options, timeZone: 'UTC' });
}
