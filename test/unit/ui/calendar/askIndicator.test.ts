import { describe, expect, it, vi } from 'vitest';
import type { CalendarEvent, CalendarSearchQuery } from '../../../../src/service/records';
import { Emitter } from '../../../../src/app/platform/emitter';
import { fakeClient, FakeAccess } from '../../../support/fakeAccess';
import { pageOf } from '../../../support/builders/lists';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

interface Row {
  readonly label: string;
  readonly alwaysShow?: boolean;
}

const changed = new Emitter<string>();
const accepted = new Emitter<undefined>();
const hidden = new Emitter<undefined>();
const pick = {
  ...{ value: '', busy: false, items: [] as readonly Row[], selectedItems: [] as readonly Row[] },
  onDidChangeValue: changed.event,
  onDidAccept: accepted.event,
  onDidHide: hidden.event,
  show: () => undefined,
  dispose: () => undefined,
};

vi.mock('vscode', async () => ({ l10n: await import('@vscode/l10n'), window: { createQuickPick: () => pick } }));
const { askIndicator } = await import('../../../../src/ui/calendar/history/askIndicator');

const eventOf = (text: string): CalendarEvent => ({
  ...{ text, previous: null, predictive: null, announce: null, star: 3, time: 1, country: 'US' },
  ...{ currency: null, unit: '%', uniqueId: null, detailUrl: null },
});

function ask(found: (keyword: string) => Promise<readonly CalendarEvent[]>) {
  Object.assign(pick, { value: '', busy: false, items: [], selectedItems: [] });
  const keywords: string[] = [];
  const searchCalendar = async ({ keyword }: CalendarSearchQuery) => {
    keywords.push(keyword);
    return pageOf(await found(keyword));
  };
  const time = new FakeTime();
  const answer = askIndicator(new FakeAccess(fakeClient({ searchCalendar })), time);
  const type = (value: string): void => {
    pick.value = value;
    changed.fire(value);
  };
  const enter = async (): Promise<void> => {
    pick.selectedItems = pick.items.slice(0, 1);
    accepted.fire(undefined);
    await settle();
  };
  return { answer, keywords, time, type, enter };
}

describe('asking for an indicator', () => {
  it('searches once the user stops typing, and opens the choice on Enter', async () => {
    const { answer, keywords, time, type, enter } = ask(async (keyword) => [eventOf(`US ${keyword} YoY (Oct)`)]);
    for (const value of ['C', 'CP', 'CPI']) {
      type(value);
      await time.advance(100);
    }
    expect(keywords).toEqual([]);
    await time.advance(300);
    expect(keywords).toEqual(['CPI']);
    expect(pick.items).toEqual([expect.objectContaining({ label: 'CPI YoY', alwaysShow: true })]);
    await enter();
    expect(await answer).toMatchObject({ text: 'US CPI YoY (Oct)', country: 'US' });
  });

  it('chooses no row that belongs to an earlier text', async () => {
    const { answer, keywords, time, type, enter } = ask(async (keyword) => [eventOf(`US ${keyword} YoY`)]);
    type('CPI');
    await time.advance(400);
    type('GDP');
    await enter();
    expect(keywords).toEqual(['CPI', 'GDP']);
    expect(pick.items.map(({ label }) => label)).toEqual(['GDP YoY']);
    await enter();
    expect(await answer).toMatchObject({ text: 'US GDP YoY' });
  });

  it('says that nothing was found, and ends without a choice on Escape', async () => {
    const { answer, time, type, enter } = ask(async () => []);
    type('nothing');
    await time.advance(400);
    expect(pick.items.map(({ label }) => label)).toEqual(['No indicator matches “nothing”.']);
    await enter();
    hidden.fire(undefined);
    expect(await answer).toBeUndefined();
  });

  it('fails when the search fails, but not with the failure of an abandoned search', async () => {
    const { answer, time, type } = ask(async (keyword) => {
      if (keyword === 'old') await new Promise((resolve) => time.after(1_000, () => resolve(undefined)));
      throw new Error(keyword);
    });
    type('old');
    await time.advance(400);
    type('new');
    const failed = expect(answer).rejects.toThrow('new');
    await time.advance(2_000);
    await failed;
  });
});
