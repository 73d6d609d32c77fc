import { expect, it } from 'vitest';
import { searchCalendar } from '../../../../src/service/endpoints/calendar/searchCalendar';
import { plateConstituents } from '../../../../src/service/endpoints/quotes/plateConstituents';
import { isObject, parseJson } from '../../../../src/service/schema/json';
import { opened } from '../../../support/builders/lists';

it('costs one bad record itself alone, with its raw text', () => {
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

it('takes a plate without any list for empty only where the service counts none', () => {
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

it('counts a constituent whose code is no text as unreadable, and shows one without a code as it is', () => {
  const data = [{ code: [{ a: 1 }], name: 'N' }, { code: 'HK.00700' }, { label: 'x' }];
  const answer = Object.assign({ code: 0, pagination: { has_more: false } }, { data });
  const page = plateConstituents.decode(answer, { request: plateConstituents, path: '' }, { sentAt: 0, receivedAt: 0 });
  const { items, unreadable } = opened(page);
  expect(items).toEqual([{ code: 'HK.00700', unknown: {} }, { unknown: { label: 'x' } }]);
  expect(unreadable.map(({ problem }) => problem.path)).toEqual(['data[0].code']);
});
