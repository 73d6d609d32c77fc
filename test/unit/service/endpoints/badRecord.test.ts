import { expect, it } from 'vitest';
import { searchCalendar } from '../../../../src/service/endpoints/calendar/searchCalendar';
import { plateConstituents } from '../../../../src/service/endpoints/quotes/plates';
import { isObject, parseJson } from '../../../../src/service/schema/json';
import { opened } from '../../../support/builders/lists';

it('a bad record of a list affects only itself, and its raw text is kept', () => {
  const json = parseJson(Buffer.from('{"data":[{"event_text":null,"id":12345678901234567890},{"event_text":"x","event_time":1}]}'));
  if (!isObject(json)) throw new Error('no object');
  const answer = { ...json, pagination: { has_more: false } };
  const page = searchCalendar.decode(answer, { request: searchCalendar, path: '' }, { sentAt: 0, receivedAt: 0 });
  const { items, unreadable } = opened(page);
  expect(items).toMatchObject([{ text: 'x' }]);
  expect(unreadable.map(({ problem, raw }) => [problem.path, raw])).toEqual([
    ['data[0].event_text', '{"event_text":null,"id":12345678901234567890}'],
  ]);
});

it('a plate without any list counts as empty only if the service reports no securities', () => {
  const decode = (pagination: object): unknown =>
    plateConstituents.decode(
      Object.assign({ code: 0, data: {} }, { pagination: { ...pagination } }),
      { request: plateConstituents, path: '' },
      { sentAt: 0, receivedAt: 0 },
    );
  expect(() => decode({ has_more: true, next_key: 'a' })).toThrow('data: expected a list');
  expect(() => decode({ has_more: false, total: 117 })).toThrow('data: expected a list');
  expect(() => decode({ has_more: false, total: 0 })).not.toThrow();
  expect(() => decode({ has_more: false })).toThrow('data: expected a list');
});

it('a constituent counts as unreadable when its code is not text, and is shown as it is without a code', () => {
  const data = [{ code: [{ a: 1 }], name: 'N' }, { code: 'HK.00700' }, { label: 'x' }];
  const answer = Object.assign({ code: 0, pagination: { has_more: false } }, { data });
  const page = plateConstituents.decode(answer, { request: plateConstituents, path: '' }, { sentAt: 0, receivedAt: 0 });
  const { items, unreadable } = opened(page);
  expect(items).toEqual([{ code: 'HK.00700', unknown: {} }, { unknown: { label: 'x' } }]);
  expect(unreadable.map(({ problem }) => problem.path)).toEqual(['data[0].code']);
});
