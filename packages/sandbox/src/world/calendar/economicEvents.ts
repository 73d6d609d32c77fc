import { addDays, datesBetween, isWeekend } from '../../dates/civilDate';
import { createRandom } from '../../random';
import { inLanguage } from '../../securities/language';
import { countryName } from './countries';
import type { CalendarEntry } from './calendarEntry';
import type { CalendarSource } from './economicData';
import type { Institution } from './institutions';
import { agenda, awkwardTexts, institutions } from './institutions';
import { dayNumber } from './periods';

const halfHours = ['00', '30'];

function appearance(source: CalendarSource, institution: Institution, number: number, date: string): CalendarEntry | undefined {
  const random = createRandom(source.seed, `event/${institution.en}/${date}`);
  if (!random.chance(institution.activity)) {
    return undefined;
  }
  const [speakerEn, speakerZh] = random.pick(institution.speakers);
  const [en, zh] = random.pick(agenda);
  const time = `${String(random.integer(8, 18)).padStart(2, '0')}:${random.pick(halfHours)}`;
  const english = `${institution.en} ${speakerEn} ${en}`;
  const chinese = `${institution.zh}${speakerZh}${zh}`;
  const id = 1_000_000 + number * 100_000 + dayNumber(date);
  return {
    kind: 3,
    text: mixedOr(source, random.pick([english, english, chinese, `${english} ${chinese}`]), english, chinese),
    names: [],
    previous: '',
    predictive: '',
    actual: '',
    star: Math.min(5, institution.star + (en.includes('press conference') ? 2 : 0)),
    time: Math.trunc(source.zoned.instantOf(date, time, institution.zone) / 1000),
    country: countryName(source.language, institution.country),
    currency: institution.currency,
    unit: null,
    uniqueId: `calendar_event:${String(id)}`,
    detailUrl: random.chance(0.4) ? null : `https://calendar.example/events/${String(id)}`,
  };
}

function mixedOr({ language }: CalendarSource, mixed: string, en: string, zh: string): string {
  return inLanguage(language, en, zh) ?? mixed;
}

const han = /\p{Script=Han}/u;
/** Replaces the one Chinese text. */
const awkwardEnglish = 'Speech: <em>emphasis</em> is no mark & “quotes”';

/** Addresses that a careful client does not open, for entries with awkward texts. */
const awkwardLinks = [
  'javascript:alert(1)',
  'command:workbench.action.quit',
  'http://calendar.example/plain',
  'https://user:secret@calendar.example/',
  'file:///etc/hosts',
];

function awkward(source: CalendarSource): readonly CalendarEntry[] {
  return awkwardTexts.map((mixed, index) => {
    const text = han.test(mixed) ? mixedOr(source, mixed, awkwardEnglish, mixed) : mixed;
    const date = addDays(source.start, 120 + index * 15);
    const id = 2_900_000 + index;
    return {
      kind: 3,
      text,
      names: [],
      previous: '',
      predictive: '',
      actual: '',
      star: (index % 5) + 1,
      time: Math.trunc(source.zoned.instantOf(date, '12:00', 'UTC') / 1000),
      country: countryName(source.language, 'Global'),
      currency: null,
      unit: null,
      uniqueId: `calendar_event:${String(id)}`,
      detailUrl: awkwardLinks[index] ?? null,
    };
  });
}

/** Speeches, meetings and publications: type 3 of the calendar. */
export function economicEvents(source: CalendarSource): readonly CalendarEntry[] {
  const days = [...datesBetween(source.start, source.end)].filter((date) => !isWeekend(date));
  const appearances = institutions.flatMap((institution, number) =>
    days.flatMap((date) => appearance(source, institution, number, date) ?? []),
  );
  return [...appearances, ...awkward(source)];
}
