import { expect, it } from 'vitest';
import { saveList } from '../../../../src/ui/calendar/saveEvents';
import { calendarEvent } from '../../../support/builders/calendarEvent';
import { editor } from '../../../support/editor/editor';
import { Uri } from '../../../support/editor/values';

it('a file of events is read as UTF-8 by spreadsheets, and says what the list lacks', async () => {
  editor.saveTarget = Uri.file('/folder/calendar.csv');
  const event = calendarEvent({ text: '美国<em>CPI</em>', country: '美国' });
  await saveList([event], { zone: 'Asia/Hong_Kong', areDays: false }, { isComplete: false, missing: ['page 2'] });
  const [text = ''] = [...editor.saved.values()];
  expect(text).toMatch(/^\ufefftime \(Asia\/Hong_Kong\),.*,missing from the list\r\n/);
  expect(text).toMatch(/,美国,.*,美国CPI,.*,page 2\r\n$/);
});
