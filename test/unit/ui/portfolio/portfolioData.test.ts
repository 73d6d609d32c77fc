import { describe, expect, it } from 'vitest';
import { OldRows } from '../../../../src/app/lastState/oldRows';
import type { AccountPositions, PositionsState } from '../../../../src/app/positions/positionsBook';
import type { Account } from '../../../../src/app/session/accounts/accounts';
import { readHolding } from '../../../../src/domain/positions/holding';
import type { ReadHolding } from '../../../../src/domain/positions/holding';
import { HttpError } from '../../../../src/service/errors';
import { listOf, notOffered } from '../../../../src/service/lists/list';
import { holding, positionsState } from '../../../support/builders/holdings';
import { failedGap } from '../../../support/builders/lists';
import { positionsOf } from '../../../../src/ui/security/securityViews';
import { portfolioData } from '../../../../src/ui/portfolio/portfolioData';

const account = (id: string, kind: 'simulated' | 'live' = 'live'): Account => ({ id, name: id, kind, markets: [], source: 'service' });
const read = readHolding(holding());
const of = (id: string, list: AccountPositions['list'], kind?: 'simulated' | 'live'): AccountPositions => ({
  account: account(id, kind),
  list,
  updatedAtMs: list === undefined ? undefined : 0,
});
const listed = (accounts: readonly AccountPositions[]): PositionsState => ({
  accounts,
  directory: (['simulated', 'live'] as const).map((kind) => ({ kind, list: listOf<Account>([]) })),
});
const failure = [failedGap(new HttpError({ status: 500 }))];

describe('what the portfolio says of its lists', () => {
  it('is nothing when all are complete', () => {
    const data = portfolioData(listed([of('1', listOf([read])), of('2', listOf<ReadHolding>([]), 'simulated')]), [], false);
    expect(data).toMatchObject({ missing: [], unlisted: [], partial: [], isLoaded: true });
    expect(data.accounts).toMatchObject([
      { id: '1', loading: '', missing: [] },
      { id: '2', loading: '', missing: [] },
    ]);
  });

  it('has live accounts before paper ones, as the page of a security has', () => {
    const state = listed([of('P', listOf([read]), 'simulated'), of('1', listOf([read])), of('2', listOf([read]))]);
    expect(portfolioData(state, [], false).accounts.map(({ id }) => id)).toEqual(['1', '2', 'P']);
    const positions = positionsOf(state, read.holding.symbol, false);
    expect(positions).toMatchObject({ kind: 'ready', value: [{ isLive: true }, { isLive: true }, { isLive: false }] });
  });

  it('names unread accounts and kinds of accounts', () => {
    const state = { ...listed([of('1', listOf([read])), of('2', undefined)]), directory: positionsState().directory };
    expect(portfolioData(state, [], false)).toMatchObject({
      ...{ unlisted: ['simulated', 'live'], partial: ['simulated', 'live'] },
      accounts: [{ loading: '' }, { loading: 'Loading…', missing: [] }],
    });
  });

  it('takes markets that have not arrived yet for unread, not for missing', () => {
    const list = listOf([read], [{ kind: 'awaited', part: 'US' }]);
    expect(portfolioData(listed([of('1', list)]), [], false)).toMatchObject({
      ...{ partial: ['live'] },
      accounts: [{ loading: 'Loading markets: United States…', missing: [] }],
    });
  });

  it('keeps what could not be read of an account whose old positions are shown', () => {
    const old = (id: string) => ({ account: account(id), old: new OldRows([read], 0, true) });
    const state = listed([of('1', listOf<ReadHolding>([], failure)), of('2', undefined)]);
    const data = portfolioData(state, [old('1'), old('2')], false);
    expect(data.partial).toEqual(['live']);
    expect(data.accounts).toMatchObject([
      { id: '1', isOld: true, loading: '', missing: [expect.stringMatching(/./)] },
      { id: '2', isOld: true, loading: 'Loading…', missing: [] },
    ]);
  });

  it('calls positions that could only not be read again old, and nothing of them missing', () => {
    const kept = [failedGap(new HttpError({ status: 503 }), { keptFromMs: 1 })];
    const data = portfolioData(listed([of('1', listOf([read], kept)), of('2', listOf<ReadHolding>([]), 'simulated')]), [], false);
    expect([data.partial, data.aged]).toEqual([[], ['live']]);
    const both = portfolioData(listed([of('1', listOf([read], kept)), of('3', listOf([read], failure))]), [], false);
    expect([both.partial, both.aged]).toEqual([['live'], ['live']]);
  });

  it('includes that the service has no positions of live accounts', () => {
    expect(portfolioData(listed([of('1', notOffered), of('2', notOffered)]), [], false)).toMatchObject({
      missing: ['This service doesn’t provide positions, except of paper accounts.'],
      partial: ['live'],
    });
  });
});
