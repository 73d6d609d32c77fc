import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { countryBefore, periodIn } from '../../../domain/calendar/indicatorName';
import { splitSegments } from '../../../domain/text/segments';
import { reminderText } from '../../shared/texts/releaseWords';
import type { EventRow } from '../../../panel/calendar/calendarProtocol';

export interface NameContext {
  readonly isMine: boolean;
  /** Minutes before the release at which the user is reminded; undefined without a reminder. */
  readonly minutesBefore: number | undefined;
  /** The day, for a row that nothing else distinguishes from another; empty for all others. */
  readonly date: string;
  /** The country is in another column, and there is room for only one of them. */
  readonly isNarrow: boolean;
}

/** A Chinese country name before the period, which needs no separate space. */
const shortHead = 6;

/**
 * The name of the event: its text in parts. An ellipsis never cuts the period, such as the month, but its year, which a narrow list leaves out
 * where it goes without saying. Matches are marked; no other markup of the service is treated as markup here.
 */
export function eventName(row: EventRow, { isMine, minutesBefore, date, isNarrow }: NameContext): TemplateResult {
  const segments = splitSegments(row.text);
  const plain = segments.map(({ text }) => text).join('');
  const period = periodIn(plain);
  const start = isNarrow ? nameStart(plain, row.country) : 0;
  const part = (kind: string, from: number, to: number): TemplateResult | typeof nothing =>
    from < to ? html`<span class=${kind}>${runs(segments, from, to)}</span>` : nothing;
  return html`${
    minutesBefore === undefined ? nothing : mark('reminded', 'bell', reminderText(minutesBefore))
  }${isMine ? mark('mine', 'briefcase', l10n.t('affects your positions')) : nothing}${part(
    period !== undefined && period.from <= shortHead ? 'event-head short' : 'event-head',
    start,
    period?.from ?? plain.length,
  )}${
    period === undefined
      ? date === ''
        ? nothing
        : html`<span class="event-date">${date}</span>`
      : isNarrow && isPlainYear(plain.slice(yearIn(plain, period), period.to), row.time)
        ? html`<span class="event-tail">${runs(segments, period.from, yearIn(plain, period))})</span
            >${part('event-rest', period.to, plain.length)}`
        : html`${part('event-tail', period.from, yearIn(plain, period))}${part('event-year', yearIn(plain, period), period.to)}${part('event-rest', period.to, plain.length)}`
  }`;
}

/** Where the year begins in a period such as `(Nov 2026)`: the name needs its room more. The end of the period if it has none. */
function yearIn(plain: string, { from, to }: { readonly from: number; readonly to: number }): number {
  const [year] = /\s\d{4}\)$/.exec(plain.slice(from, to)) ?? [];
  return to - (year?.length ?? 0);
}

/** Whether the day of a release tells the year of its period, such as ` 2026)`: it is that day’s, or was over not long ago. */
function isPlainYear(text: string, time: number): boolean {
  const year = Number(/\d{4}/.exec(text)?.[0]);
  const day = new Date(time * 1000);
  return day.getUTCFullYear() === year || (day.getUTCFullYear() === year + 1 && day.getUTCMonth() < months / 2);
}

const months = 12;

/** Shown after the country if words follow it; in Chinese it takes little room. */
function nameStart(plain: string, country: string): number {
  const [before = ''] = /^\s+(?=\p{Script=Latin}|\d+-\p{Script=Latin})/u.exec(plain.slice(countryBefore(plain, country))) ?? [];
  return before === '' ? 0 : countryBefore(plain, country) + before.length;
}

/**
 * The country in a narrow column, where its beginning alone would be another's too: as the event's text abbreviates it, such as `U.S.`, else with
 * an initial, such as `S. Korea`.
 */
export function shortCountry({ text, country }: Pick<EventRow, 'text' | 'country'>): string {
  const plain = splitSegments(text)
    .map((segment) => segment.text)
    .join('');
  const named = plain.slice(0, nameStart(plain, country)).trim();
  if (/^\p{Lu}[\p{Lu}.]+$/u.test(named)) return named;
  return country.replace(/^(\p{Lu})\p{Ll}{4,} (?=\p{Lu}\p{Ll})/u, '$1. ');
}

/** An icon before an event's text. */
function mark(kind: string, icon: string, name: string): TemplateResult {
  return html`<span class="${kind} codicon codicon-${icon}" role="img" title=${name} aria-label=${name}></span>`;
}

type Segments = ReturnType<typeof splitSegments>;

/** A part of a text, with its matches marked. */
function runs(segments: Segments, from: number, to: number): readonly (TemplateResult | string)[] {
  let start = 0;
  return segments.flatMap(({ text, match }) => {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += text.length;
    return part === '' ? [] : [match ? html`<mark>${part}</mark>` : part];
  });
}
