import { describe, expect, it } from 'vitest';
import type { AccountPositions, PositionsState } from '../../../../src/app/positions/positionsBook';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { Holding, ReadHolding } from '../../../../src/domain/positions/holding';
import type { Account } from '../../../../src/app/session/accounts/accounts';
import { HttpError } from '../../../../src/service/errors';
import { listOf, notOffered } from '../../../../src/service/lists/list';
import { watchHolding } from '../../../../src/ui/watchlist/watchHolding';
import { holding, positionsState } from '../../../support/builders/holdings';
import { failedGap } from '../../../support/builders/lists';

const symbol = 'HK.00700';
const context = { quote: { lastPrice: '11', previousClose: '10' }, isOld: false, nowMs: 0, isPrivate: false, isSandbox: false };
const account = (kind: 'live' | 'simulated', ...held: readonly Partial<Holding>[]): AccountPositions => ({
  account: { id: kind, name: '', kind, markets: [], source: 'service' },
  list: listOf(held.map((fields, at) => readHolding(holding({ id: String(at), symbol, price: '11', ...fields })))),
  updatedAtMs: 0,
});
/** The state after every account of both kinds was listed. */
const known = (accounts: readonly AccountPositions[]): PositionsState => ({
  accounts,
  directory: (['simulated', 'live'] as const).map((kind) => ({
    kind,
    list: listOf(accounts.flatMap(({ account: each }) => (each.kind === kind ? [each] : []))),
  })),
});
const long = { quantity: '300', marketValue: '3300', currency: 'HKD' };
const short = { side: 'short', sideText: 'SHORT', quantity: '100', marketValue: '1100', currency: 'HKD' } as const;

describe('the position in a row of the watchlist', () => {
  it('is that of live accounts, less any short position, with a day P&L if it can be added', () => {
    const accounts = [account('simulated', { quantity: '9', marketValue: '99' }), account('live', long, short)];
    // 300 × (11 − 10) − 100 × (11 − 10)
    expect(watchHolding(known(accounts), symbol, context)).toMatchObject({
      position: '200',
      day: '+200.00',
      direction: 'up',
      sortDay: 200,
    });
    expect(watchHolding(known(accounts), symbol, context)?.note).toContain('HK paper: +9.00');
  });

  it('has its day at the service’s own price if that is newer than the quote', () => {
    const held = { ...account('live', { ...long, price: '12', marketValue: '3600', dayProfit: '7' }), updatedAtMs: 120_000 };
    const dayAt = (at: number): string | undefined =>
      watchHolding(known([held]), symbol, { ...context, quote: { ...context.quote, at }, nowMs: 120_000 })?.day;
    expect([dayAt(0), dayAt(120_000)]).toEqual(['+7.00', '−293.00']);
  });

  it('is that of paper accounts when there is none in a live one', () => {
    const accounts = [account('simulated', short), account('live', { ...long, symbol: 'US.AAPL' })];
    expect(watchHolding(known(accounts), symbol, context)).toMatchObject({ position: '−100', day: '−100.00', direction: 'down' });
  });

  it('is not priced by a quote that may be that of another security', () => {
    const accounts = [account('live', { ...long, symbol: '00700' })];
    expect(watchHolding(known(accounts), symbol, context)).toMatchObject({ position: '300', day: '–', sortDay: null });
    const stated = [account('live', { ...long, symbol: '00700', price: '10', marketValue: '3000', dayProfit: '7' })];
    expect(watchHolding(known(stated), symbol, context)?.day).toBe('+7.00');
  });

  it('is old, and not incomplete, if its lists could only not be read again', () => {
    const kept = [failedGap(new HttpError({ status: 503 }), { keptFromMs: 1 })];
    const live = { ...account('live', long), list: listOf([readHolding(holding({ id: '1', symbol, price: '11', ...long }))], kept) };
    const mine = watchHolding(known([live]), symbol, context);
    expect([mine?.position, mine?.note]).toEqual(['300', expect.stringMatching(/ · out of date$/)]);
    expect(mine?.lacks).toMatch(/^out of date: /);
    // None in the live account, as far as was known: those of paper accounts count.
    const none = { ...account('live'), list: listOf<ReadHolding>([], kept) };
    expect(watchHolding(known([none, account('simulated', long)]), symbol, context)?.position).toBe('300');
  });

  it('has no day P&L that the service stated long ago', () => {
    const accounts = [account('live', { ...long, dayProfit: '7' })];
    expect(watchHolding(known(accounts), symbol, context)?.day).toBe('+7.00');
    expect(watchHolding(known(accounts), symbol, { ...context, nowMs: 11 * 60_000 })?.day).toBe('–');
  });

  it('is empty when there is none, claims nothing when a figure is missing, and is hidden in privacy mode', () => {
    expect(watchHolding(known([account('live', { ...long, symbol: 'US.AAPL' })]), symbol, context)).toBe(null);
    const accounts = [account('live', { ...long, quantity: 'n/a' })];
    expect(watchHolding(known(accounts), symbol, context)).toMatchObject({ position: '–', day: '–', sortPosition: null, sortDay: null });
    const hidden = watchHolding(known([account('live', long)]), symbol, { ...context, isPrivate: true });
    expect(JSON.stringify(hidden)).not.toMatch(/300|\+/);
  });

  const paper = account('simulated', { quantity: '9', marketValue: '99' });
  const noneLive = account('live');
  const unknown = { position: '–', day: '–', direction: 'flat', sortPosition: null, sortDay: null };
  const failure = [failedGap(new HttpError({ status: 500 }))];
  it.each<[string, PositionsState, RegExp]>([
    ['the live accounts are not listed yet', { ...known([paper]), directory: [{ kind: 'live', list: undefined }] }, /^Loading…$/],
    [
      'the live accounts could not be listed',
      { ...known([paper]), directory: [{ kind: 'live', list: listOf<Account>([], failure) }] },
      /./,
    ],
    ['no account is known', positionsState(), /^Loading…$/],
    ['a live account is unread', known([paper, { ...noneLive, list: undefined }]), /^Loading…$/],
    ['a live account is unread and nothing else is held', known([{ ...noneLive, list: undefined }]), /^Loading…$/],
    ['a live account could not be read', known([paper, { ...noneLive, list: listOf<ReadHolding>([], failure) }]), /./],
    ['a paper account is unread and no live account has any', known([noneLive, { ...paper, list: undefined }]), /^Loading…$/],
  ])('is not known, with the reason, while %s', (_, state, reason) => {
    expect(watchHolding(state, symbol, context)).toEqual({
      ...unknown,
      note: expect.stringMatching(reason),
      lacks: expect.stringMatching(reason),
    });
    expect(watchHolding(state, symbol, { ...context, isPrivate: true })?.position).toBe('–');
  });

  it('is that of paper accounts where the service has no live accounts or no positions of them', () => {
    const noAccounts: PositionsState = { ...known([paper]), directory: [{ kind: 'live', list: notOffered }] };
    for (const state of [noAccounts, known([paper, { ...noneLive, list: notOffered }])])
      expect(watchHolding(state, symbol, context)).toMatchObject({ position: '9', day: '+9.00', lacks: '' });
    const withoutMarket = listOf<ReadHolding>([], [{ kind: 'notOffered', part: 'SG' }]);
    expect(watchHolding(known([noneLive, { ...paper, list: withoutMarket }]), symbol, context)).toBe(null);
  });

  it('says that it is incomplete while another live account is unread', () => {
    const state = known([account('live', long), { ...noneLive, account: { ...noneLive.account, id: 'other' }, list: undefined }]);
    expect(watchHolding(state, symbol, context)).toMatchObject({
      ...{ position: '300', lacks: 'incomplete: Loading…' },
      note: expect.stringMatching(/^HKD LIVE: \+300\.00.* · incomplete$/),
    });
  });
});
