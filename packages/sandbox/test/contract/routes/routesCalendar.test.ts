import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, record, records, serviceNoon } from '../../support/sandboxService';
import type { Answer, Json, SandboxService } from '../../support/sandboxService';

const searchPath = '/api/v1.0/quote/economic-calendar/search';
const hotPath = '/api/v1.0/quote/economic-calendar/hot';

let service: SandboxService;
let strict: SandboxService;
beforeAll(async () => {
  [service, strict] = await Promise.all([openService(), openService({ strict: true })]);
});
afterAll(async () => Promise.all([service.close(), strict.close()]));

const search = async (query: Readonly<Record<string, string>>): Promise<Answer> => service.ada.get(searchPath, query);
const hot = async (query: Readonly<Record<string, string>> = {}): Promise<Answer> => service.ada.get(hotPath, query);

async function walk(path: string, query: Readonly<Record<string, string>>): Promise<{ items: readonly Json[]; requests: number }> {
  const items: Json[] = [];
  let nextKey = '';
  for (let requests = 1; ; requests += 1) {
    const { body } = await service.ada.get(path, { ...query, next_key: nextKey });
    const pagination = record(body['pagination']);
    items.push(...records(body['data']));
    if (pagination['has_more'] === false) {
      expect(pagination['next_key']).toBe('-1');
      return { items, requests };
    }
    nextKey = String(pagination['next_key']);
    expect(nextKey).not.toBe('-1');
  }
}

const invalid = { ret_code: -3, error: { code: 'invalid_parameter' } };

describe('GET economic-calendar/search', () => {
  it.each([
    ['no keyword', { search_type: '1' }],
    ['an empty keyword', { keyword: '', search_type: '1' }],
    ['a blank keyword', { keyword: '  ', search_type: '1' }],
    ['no search_type', { keyword: 'CPI' }],
    ['search_type 0', { keyword: 'CPI', search_type: '0' }],
    ['search_type 5', { keyword: 'CPI', search_type: '5' }],
    ['search_type that is no number', { keyword: 'CPI', search_type: 'one' }],
    ['search_type with a fraction', { keyword: 'CPI', search_type: '1.0' }],
    ['limit 0', { keyword: 'CPI', search_type: '1', limit: '0' }],
    ['limit 31', { keyword: 'CPI', search_type: '1', limit: '31' }],
    ['limit that is no number', { keyword: 'CPI', search_type: '1', limit: 'all' }],
    ['time_order_type 2', { keyword: 'Fed', search_type: '3', time_order_type: '2' }],
    ['a cursor nobody gave', { keyword: 'CPI', search_type: '1', next_key: 'abc' }],
    ['the cursor of the end', { keyword: 'CPI', search_type: '1', next_key: '-1' }],
  ])('answers -3 to %s', async (_, query) => {
    const { status, body } = await search(query);
    expect(status).toBe(200);
    expect(body).toMatchObject(invalid);
    expect(body['ret_msg']).not.toBe('');
    expect(body['data']).toBeUndefined();
  });

  it.each(['1', '30'])('accepts limit %s and gives that many events', async (limit) => {
    const { body } = await search({ keyword: 'CPI', search_type: '1', limit });
    expect(body).toMatchObject({ ret_code: 0, ret_msg: '' });
    expect(records(body['data'])).toHaveLength(Number(limit));
  });

  it('gives 20 events by default', async () => {
    const { body } = await search({ keyword: 'CPI', search_type: '1' });
    expect(records(body['data'])).toHaveLength(20);
    expect(body['pagination']).toMatchObject({ has_more: true });
    expect(record(body['pagination'])['total']).toBeUndefined();
  });

  it('answers a keyword without a match with an empty list', async () => {
    const { body } = await search({ keyword: 'no such thing', search_type: '1' });
    expect(body).toEqual({ ret_code: 0, ret_msg: '', data: [], pagination: { has_more: false, next_key: '-1' } });
  });

  it('gives every match exactly once, in the least number of requests, ascending by time', async () => {
    const { items, requests } = await walk(searchPath, { keyword: 'CPI', search_type: '1', limit: '30' });
    expect(items.length).toBeGreaterThan(100);
    expect(requests).toBe(Math.ceil(items.length / 30));
    expect(new Set(items.map((item) => item['unique_id'])).size).toBe(items.length);
    const times = items.map((item) => Number(item['event_time']));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('allows another page size on the next page', async () => {
    const whole = await walk(searchPath, { keyword: 'GDP', search_type: '1', limit: '30' });
    const first = await search({ keyword: 'GDP', search_type: '1', limit: '7' });
    const rest = await search({
      keyword: 'GDP',
      search_type: '1',
      limit: '11',
      next_key: String(record(first.body['pagination'])['next_key']),
    });
    expect([...records(first.body['data']), ...records(rest.body['data'])]).toEqual(whole.items.slice(0, 18));
  });

  it('refuses the cursor of another query', async () => {
    const { body } = await search({ keyword: 'CPI', search_type: '1' });
    const nextKey = String(record(body['pagination'])['next_key']);
    expect((await search({ keyword: 'GDP', search_type: '1', next_key: nextKey })).body).toMatchObject(invalid);
    expect((await search({ keyword: 'CPI', search_type: '4', next_key: nextKey })).body).toMatchObject(invalid);
    expect((await hot({ next_key: nextKey })).body).toMatchObject(invalid);
  });

  it.each(['2', '3'])('reverses the order for type %s', async (type) => {
    const keyword = type === '2' ? 'closed' : 'Fed';
    const ascending = await walk(searchPath, { keyword, search_type: type, limit: '30' });
    const descending = await walk(searchPath, { keyword, search_type: type, limit: '30', time_order_type: '1' });
    expect(ascending.items.length).toBeGreaterThan(30);
    expect(descending.items).toEqual(ascending.items.toReversed());
  });

  it.each(['1', '4'])('ignores time_order_type for type %s', async (type) => {
    const keyword = type === '1' ? 'CPI' : 'dividend';
    const plain = await search({ keyword, search_type: type });
    expect((await search({ keyword, search_type: type, time_order_type: '1' })).body['data']).toEqual(plain.body['data']);
    expect((await search({ keyword, search_type: type, time_order_type: 'x' })).body['data']).toEqual(plain.body['data']);
  });

  it('wraps each match in <em>, in any case, and keeps the case of the text', async () => {
    const { items } = await walk(searchPath, { keyword: 'cpi', search_type: '1', limit: '30' });
    for (const item of items) {
      expect(item['event_text']).toMatch(/<em>CPI<\/em>/);
      expect(String(item['event_text']).replaceAll(/<\/?em>/g, '')).not.toMatch(/<\/?em>/);
    }
  });

  it('finds Chinese words, sometimes with every character wrapped separately', async () => {
    const { items } = await walk(searchPath, { keyword: '失业率', search_type: '1', limit: '30' });
    const texts = items.map((item) => String(item['event_text']));
    expect(texts.every((text) => text.includes('<em>失业率</em>') || text.includes('<em>失</em><em>业</em><em>率</em>'))).toBe(true);
    expect(texts.some((text) => text.includes('<em>失业率</em>'))).toBe(true);
    expect(texts.some((text) => text.includes('<em>失</em><em>业</em><em>率</em>'))).toBe(true);
  });

  it.each(['失业率', '中国', '央行'])('wraps a Chinese match as a whole in a strict sandbox: %s', async (keyword) => {
    for (const type of ['1', '3', '4']) {
      const { body } = await strict.ada.get(searchPath, { keyword, search_type: type, limit: '30' });
      for (const { event_text: text } of records(body['data'])) {
        expect(text).toContain(`<em>${keyword}</em>`);
        expect(text).not.toContain('</em><em>');
      }
    }
    const { body } = await strict.ada.get(searchPath, { keyword: '失业率', search_type: '1', limit: '30' });
    expect(records(body['data'])).toHaveLength(30);
  });

  it.each([
    ['2', 'closed'],
    ['4', 'per share'],
    ['4', '股'],
  ])('links every entry of type %s that “%s” finds', async (type, keyword) => {
    const { items } = await walk(searchPath, { keyword, search_type: type, limit: '30' });
    expect(items.length).toBeGreaterThan(30);
    for (const item of items) expect(item['detail_url']).toMatch(/^https:/);
  });

  it('needs every word of the keyword and wraps each', async () => {
    const { items } = await walk(searchPath, { keyword: 'core  japan', search_type: '1', limit: '30' });
    expect(items.length).toBeGreaterThan(3);
    for (const item of items) {
      expect(item['event_text']).toContain('<em>Core</em>');
      expect(item['event_text']).toContain('<em>Japan</em>');
    }
  });

  it('gives values once they are released and null before', async () => {
    const { items } = await walk(searchPath, { keyword: 'CPI', search_type: '1', limit: '30' });
    const now = serviceNoon / 1000;
    for (const item of items) {
      expect(item['announce'] === null).toBe(Number(item['event_time']) > now);
      expect(item['previous']).toEqual(expect.any(String));
      expect(item['predictive']).toEqual(expect.any(String));
      expect(item['unique_id']).toMatch(/^calendar_economic:\d+$/);
      expect(item['detail_url']).toMatch(/^https:/);
    }
  });

  it('releases a value when its time comes', async () => {
    const { items } = await walk(searchPath, { keyword: 'CPI', search_type: '1', limit: '30' });
    const next = items.find((item) => item['announce'] === null);
    const wait = Number(next?.['event_time']) * 1000 - service.now();
    service.advance(wait);
    const later = await walk(searchPath, { keyword: 'CPI', search_type: '1', limit: '30' });
    service.advance(-wait);
    expect(later.items.find((item) => item['unique_id'] === next?.['unique_id'])?.['announce']).toEqual(expect.any(String));
  });

  it('gives economic events no values, and some of them no link', async () => {
    const { items } = await walk(searchPath, { keyword: 'Fed', search_type: '3', limit: '30' });
    for (const item of items) {
      expect(item).toMatchObject({ previous: null, predictive: null, announce: null });
      expect(item['unique_id']).toMatch(/^calendar_event:\d+$/);
    }
    expect(items.some((item) => item['detail_url'] === null)).toBe(true);
    expect(items.some((item) => typeof item['detail_url'] === 'string')).toBe(true);
  });

  it('returns characters of markup unchanged', async () => {
    const { body } = await search({ keyword: 'bold', search_type: '3' });
    expect(records(body['data']).map((item) => item['event_text'])).toContain(
      'Speech: <b><em>Bold</em></b> steps & <i>italic</i> words in <script>alert(1)</script> times',
    );
  });

  it.each([
    ['1-Year', '1'],
    ['U.S.', '1'],
    ['(', '1'],
    ['<script>', '3'],
    ['R&D', '3'],
    ['$(alert)', '3'],
  ])('treats %s as text, not as a pattern', async (keyword, type) => {
    const { items } = await walk(searchPath, { keyword, search_type: type, limit: '30' });
    expect(items.length).toBeGreaterThan(0);
    expect(items.every((item) => String(item['event_text']).includes(`<em>${keyword}</em>`))).toBe(true);
  });

  it('returns internal_error for !internal', async () => {
    const { body } = await search({ keyword: '!internal', search_type: '1' });
    expect(body).toMatchObject({ ret_code: -4, error: { code: 'internal_error' } });
  });
});

describe('GET economic-calendar/hot', () => {
  it.each([
    ['limit 0', { limit: '0' }],
    ['limit 21', { limit: '21' }],
    ['a date with dashes', { date: '2026-06-10' }],
    ['a day that is not in the calendar', { date: '20260231' }],
    ['a short date', { date: '2026061' }],
    ['an unknown zone', { timezone: 'Mars/Olympus' }],
    ['a cursor nobody gave', { next_key: 'xyz' }],
  ])('answers -3 to %s', async (_, query) => {
    expect((await hot(query)).body).toMatchObject(invalid);
  });

  it('uses today in Shanghai by default', async () => {
    const plain = (await hot({ limit: '20' })).body;
    expect(records(plain['data']).length).toBeGreaterThan(0);
    expect((await hot({ limit: '20', date: '20260610', timezone: 'Asia/Shanghai' })).body['data']).toEqual(plain['data']);
    expect((await hot({ limit: '20', timezone: 'America/New_York' })).body['data']).toEqual(
      (await hot({ limit: '20', timezone: 'America/New_York', date: '20260610' })).body['data'],
    );
    expect((await hot({ limit: '20', timezone: 'Pacific/Honolulu' })).body['data']).toEqual(
      (await hot({ limit: '20', timezone: 'Pacific/Honolulu', date: '20260609' })).body['data'],
    );
  });

  it('gives 10 events by default, the most important first, all of that day in that zone', async () => {
    const days = ['20260601', '20260603', '20260605', '20260608', '20260615', '20260616'];
    let full = 0;
    for (const date of days) {
      for (const timezone of ['Asia/Shanghai', 'America/New_York']) {
        const { items } = await walk(hotPath, { date, timezone });
        const first = records((await hot({ date, timezone })).body['data']);
        expect(first).toEqual(items.slice(0, 10));
        full += items.length > 10 ? 1 : 0;
        const stars = items.map((item) => Number(item['star']));
        expect(stars).toEqual(stars.toSorted((a, b) => b - a));
        for (const item of items) {
          const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(Number(item['event_time']) * 1000);
          expect(parts.replaceAll('-', '')).toBe(date);
        }
      }
    }
    expect(full).toBeGreaterThan(0);
  });

  it.each(['20260613', '20260614', '20400101', '00010101', '09990104', '99991231'])(
    'answers %s, a day without data, with an empty list',
    async (date) => {
      expect((await hot({ date })).body).toEqual({ ret_code: 0, ret_msg: '', data: [], pagination: { has_more: false, next_key: '-1' } });
    },
  );

  it('leaves unreleased values empty, gives released ones, and sometimes lacks an id', async () => {
    const before = await walk(hotPath, { date: '20260615' });
    expect(before.items.length).toBeGreaterThan(0);
    expect(before.items.every((item) => item['announce'] === '')).toBe(true);
    const after = await walk(hotPath, { date: '20260601' });
    expect(after.items.length).toBeGreaterThan(0);
    expect(after.items.every((item) => typeof item['announce'] === 'string' && item['announce'] !== '')).toBe(true);
    const ids: unknown[] = [];
    for (let day = 1; day <= 30; day += 1) {
      ids.push(...(await walk(hotPath, { date: `202606${String(day).padStart(2, '0')}` })).items.map((item) => item['unique_id']));
    }
    expect(ids.some((id) => id === null)).toBe(true);
    expect(ids.filter((id) => id !== null).every((id) => typeof id === 'string' && /^calendar_economic:\d+$/.test(id))).toBe(true);
  });

  it('returns internal_error for !internal', async () => {
    expect((await hot({ timezone: '!internal' })).body).toMatchObject({ ret_code: -4, error: { code: 'internal_error' } });
  });

  it('highlights nothing', async () => {
    const { items } = await walk(hotPath, { date: '20260608' });
    expect(items.some((item) => String(item['event_text']).includes('<em>'))).toBe(false);
  });
});

describe('both calendar calls', () => {
  it.each([`${searchPath}?keyword=CPI&search_type=1`, hotPath])('need a credential: %s', async (path) => {
    expect((await service.nobody.get(path)).status).toBe(401);
  });
});
