import { describe, expect, it } from 'vitest';
import type { CalendarEvent, CalendarSearchQuery } from '../../../../src/service/records';
import { fakeClient, FakeAccess } from '../../../support/fakeAccess';
import { pageOf } from '../../../support/builders/lists';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { askIndicator } from '../../../../src/ui/calendar/history/askIndicator';
import { editor } from '../../../support/editor/editor';

const eventOf = (text: string): CalendarEvent => ({
  ...{ text, previous: null, predictive: null, announce: null, star: 3, time: 1, country: 'US' },
  ...{ currency: null, unit: '%', uniqueId: null, detailUrl: null },
});

function ask(found: (keyword: string) => Promise<readonly CalendarEvent[]>) {
  editor.leaveOpen();
  const keywords: string[] = [];
  const searchCalendar = async ({ keyword }: CalendarSearchQuery) => {
    keywords.push(keyword);
    return pageOf(await found(keyword));
  };
  const time = new FakeTime();
  const answer = askIndicator(new FakeAccess(fakeClient({ searchCalendar })), time);
  const [pick] = editor.asked;
  if (pick?.kind !== 'pick') throw new Error('No list is open.');
  const enter = async (): Promise<void> => {
    pick.enter();
    await settle();
  };
  return { answer, keywords, time, pick, type: pick.type, enter };
}

describe('asking for an indicator', () => {
  it('searches once the user stops typing, and opens the choice on Enter', async () => {
    const { answer, keywords, time, pick, type, enter } = ask(async (keyword) => [eventOf(`US ${keyword} YoY (Oct)`)]);
    for (const value of ['C', 'CP', 'CPI']) {
      type(value);
      await time.advance(100);
    }
    expect(keywords).toEqual([]);
    await time.advance(300);
    expect(keywords).toEqual(['CPI']);
    expect(pick.items()).toEqual([expect.objectContaining({ label: 'CPI YoY', alwaysShow: true })]);
    await enter();
    expect(await answer).toMatchObject({ text: 'US CPI YoY (Oct)', country: 'US' });
  });

  it('chooses no row that belongs to an earlier text', async () => {
    const { answer, keywords, time, pick, type, enter } = ask(async (keyword) => [eventOf(`US ${keyword} YoY`)]);
    type('CPI');
    await time.advance(400);
    type('GDP');
    await enter();
    expect(keywords).toEqual(['CPI', 'GDP']);
    expect(pick.rows().map(({ label }) => label)).toEqual(['GDP YoY']);
    await enter();
    expect(await answer).toMatchObject({ text: 'US GDP YoY' });
  });

  it('says that nothing was found, and ends without a choice on Escape', async () => {
    const { answer, time, pick, type, enter } = ask(async () => []);
    type('nothing');
    await time.advance(400);
    expect(pick.rows().map(({ label }) => label)).toEqual(['No indicator matches “nothing”.']);
    await enter();
    pick.close();
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
