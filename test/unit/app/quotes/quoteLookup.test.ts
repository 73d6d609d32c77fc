import { describe, expect, it } from 'vitest';
import { QuoteBook } from '../../../../src/app/quotes/quoteBook';
import { QuoteLookup } from '../../../../src/app/quotes/quoteLookup';
import { ApiError, DecodeError, HttpError, TransportError } from '../../../../src/service/errors';
import type { SnapshotQuote } from '../../../../src/service/marketRecords';
import { FakeAccess, fakeClient, signedInState } from '../../../support/fakeAccess';
import { aQuote } from '../../../support/builders/quoteBuilders';
import type { UnreadableRecord } from '../../../../src/service/schema/page';
import { badRecord, pageOf } from '../../../support/builders/lists';
import { FakeTime, settle } from '../../../support/machine/fakeTime';

const quote = (code: string, lastPrice = '310.5'): SnapshotQuote => aQuote(code, { name: 'T', lastPrice, previousClose: '300' });
const { signal } = new AbortController();

function harness(
  answer: (codes: readonly string[]) => Promise<readonly SnapshotQuote[]>,
  unreadable: readonly UnreadableRecord[] = [],
): {
  readonly lookup: QuoteLookup;
  readonly asked: string[];
  readonly access: FakeAccess;
  readonly time: FakeTime;
} {
  const asked: string[] = [];
  const access = new FakeAccess(
    fakeClient({
      beyond: {
        snapshot: async ({ codes }) => {
          asked.push(...codes);
          return pageOf(await answer(codes), { unreadable });
        },
      },
    }),
  );
  const time = new FakeTime();
  const book = new QuoteBook({ timers: time, serverMs: () => time.wallMs(), onDropped: () => undefined });
  // Clears the book as the market does.
  access.onDidChange(() => book.clear());
  const market = { book, isOld: () => false };
  return { lookup: new QuoteLookup({ access, clock: time, market, serverMs: () => time.wallMs() }), asked, access, time };
}

describe('QuoteLookup', () => {
  it('requests a code once while the price is fresh', async () => {
    const it = harness(async ([code = '']) => [quote(code)]);
    expect((await it.lookup.find('HK.00700', signal))?.quote.lastPrice).toBe('310.5');
    await it.time.advance(4_999);
    await it.lookup.find('HK.00700', signal);
    expect(it.asked).toEqual(['HK.00700']);
    await it.time.advance(2);
    await it.lookup.find('HK.00700', signal);
    expect(it.asked).toHaveLength(2);
  });

  it('does not request a code again that the service left out', async () => {
    const it = harness(async () => [quote('HK.99999')]);
    expect(await it.lookup.find('HK.00700', signal)).toBeUndefined();
    await it.time.advance(60_000);
    expect(await it.lookup.find('HK.00700', signal)).toBeUndefined();
    expect(it.asked).toHaveLength(1);
  });

  it.each([new HttpError({ status: 404 }), new ApiError({ envelope: 'quote', serverCode: -8, serverMessage: '', status: 200 })])(
    'requests nothing more once quotes are not offered, until another user signs in',
    async (refusal) => {
      const it = harness(() => Promise.reject(refusal));
      expect(await it.lookup.find('HK.00700', signal)).toBeUndefined();
      expect(await it.lookup.find('US.AAPL', signal)).toBeUndefined();
      expect(it.asked).toHaveLength(1);
      it.access.become({ ...signedInState, session: { kind: 'signedIn', id: 's2', accountLabel: 'bob', scopes: [] } });
      await it.lookup.find('HK.00700', signal);
      expect(it.asked).toHaveLength(2);
    },
  );

  it('requests again ten minutes after quotes were not offered', async () => {
    const it = harness(() => Promise.reject(new HttpError({ status: 404 })));
    await it.lookup.find('HK.00700', signal);
    await it.time.advance(599_999);
    await it.lookup.find('HK.00700', signal);
    expect(it.asked).toHaveLength(1);
    await it.time.advance(1);
    await it.lookup.find('HK.00700', signal);
    expect(it.asked).toHaveLength(2);
  });

  it('does not mistake an unreadable quote for an unknown code', async () => {
    const it = harness(async () => [], [badRecord()]);
    expect(await it.lookup.find('HK.00700', signal)).toBeUndefined();
    await it.lookup.find('HK.00700', signal);
    expect(it.asked).toHaveLength(2);
  });

  it.each([new HttpError({ status: 500 }), new DecodeError({ path: '', expected: 'JSON object', got: 'no JSON' })])(
    'requests again after a fault',
    async (fault) => {
      const it = harness(() => Promise.reject(fault));
      await expect(it.lookup.find('HK.00700', signal)).rejects.toBe(fault);
      await expect(it.lookup.find('HK.00700', signal)).rejects.toBe(fault);
      expect(it.asked).toHaveLength(2);
    },
  );

  it('requests nothing while signed out', async () => {
    const it = harness(async ([code = '']) => [quote(code)]);
    it.access.become({ ...signedInState, session: { kind: 'signedOut' } });
    expect(await it.lookup.find('HK.00700', signal)).toBeUndefined();
    expect(it.asked).toEqual([]);
  });

  it('caches nothing of a failed request, and reports it', async () => {
    const it = harness(() => Promise.reject(new TransportError('timed-out', { sent: 'maybe' })));
    await expect(it.lookup.find('HK.00700', signal)).rejects.toBeInstanceOf(TransportError);
    await expect(it.lookup.find('HK.00700', signal)).rejects.toBeInstanceOf(TransportError);
    expect(it.asked).toHaveLength(2);
  });

  it('drops the answer to a user who has signed out', async () => {
    let release: (quotes: readonly SnapshotQuote[]) => void = () => undefined;
    const it = harness(() => new Promise((resolve) => (release = resolve)));
    const found = it.lookup.find('HK.00700', signal);
    await settle();
    it.access.become({ ...signedInState, session: { kind: 'signedOut' } });
    release([quote('HK.00700')]);
    expect(await found).toBeUndefined();
  });
});
