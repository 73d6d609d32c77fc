import { beforeEach, describe, expect, it } from 'vitest';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { HttpError } from '../../../../src/service/errors';
import type { ListedAccount, LivePosition } from '../../../../src/service/records';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { Uri } from '../../../support/editor/values';
import { WebviewPanel } from '../../../support/editor/webviewPanel';
import { otherServiceState } from '../../../support/fakeAccess';
import { FakeMarket } from '../../../support/feed/liveWindows';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryState } from '../../../support/secrets/sharedSecrets';
import { PortfolioPanel } from '../../../../src/ui/portfolio/portfolioPanel';
import { editor } from '../../../support/editor/editor';

const position = (code: string): LivePosition => ({
  ...{ side: 'LONG', code, name: code, quantity: '100', availableQuantity: '100', currency: 'HKD', price: '10', costPrice: '8' },
  ...{
    marketValue: '1000',
    profit: '200',
    profitRatio: '25',
    dayProfit: '',
    averageCost: '',
    unrealizedProfit: '',
    realizedProfit: '',
    unknown: {},
  },
});
const account = (id: string): ListedAccount => ({ id, kind: 'live', title: '', markets: [] });

/** The portfolio of two live accounts, and its page. */
function open(positions: (accountId: string) => Promise<readonly LivePosition[]> = async () => [position('HK.00700')]) {
  const time = new FakeTime();
  const market = new FakeMarket(time);
  const { access, market: live, log } = market.open();
  access.answer = {
    ...access.answer,
    beyond: {
      ...access.answer.beyond,
      liveAccounts: async () => pageOf([account('8001'), account('8002')]),
      simulatedAccounts: async () => pageOf<ListedAccount>([]),
      livePositions: async ({ accountId }) => pageOf(await positions(accountId)),
      funds: async () => {
        throw new HttpError({ status: 404 });
      },
    },
  };
  const books = booksOf({ access, time });
  const page = new WebviewPanel('marketDesk.page');
  const state = new MemoryState();
  const panel = new PortfolioPanel(page, {
    ...{ access, books, clock: time, timers: time, log, state, market: live },
    privacy: new PrivacyMode(state),
    timeZone: () => 'UTC',
    extensionUri: Uri.file('ext'),
  });
  return { page, access, market, panel, time };
}

interface ToldAccount {
  readonly id: string;
  readonly loading: string;
  readonly missing: readonly string[];
}

describe('the portfolio', () => {
  let desk: ReturnType<typeof open>;

  beforeEach(async () => {
    desk = open();
    desk.page.say('ready');
    await settle();
  });

  it('tells its page to forget the prices of a service when another one is used, and tells none of them afterwards', async () => {
    const { access, market, time, page } = desk;
    market.price = () => ({ lastPrice: '11', at: time.wallMs() });
    page.say('visible', { symbols: ['HK.00700'] });
    await time.advance(5_000);
    expect(page.posted.findLast(({ type }) => type === 'prices')?.body).toMatchObject([{ symbol: 'HK.00700', last: '11' }]);
    market.price = () => undefined;
    access.become(otherServiceState);
    await time.advance(60_000);
    const at = page.posted.findLastIndex(({ type }) => type === 'forget');
    expect(at).toBeGreaterThan(0);
    expect(page.posted.slice(at).filter(({ type, body }) => type === 'prices' && JSON.stringify(body) !== '[]')).toEqual([]);
  });

  it('tells which accounts are unread, and of which kind positions may be missing', async () => {
    let answer: (found: readonly LivePosition[]) => void = () => undefined;
    const { page, time } = open((id) =>
      id === '8001' ? Promise.resolve([position('HK.00700')]) : new Promise((resolve) => (answer = resolve)),
    );
    const told = () => page.bodies('data').at(-1) as { readonly accounts: readonly ToldAccount[]; readonly partial: readonly string[] };
    const loading = (): readonly string[] => told().accounts.map((each) => `${each.id} ${each.loading}`);
    page.say('ready');
    await settle();
    expect([loading(), told().partial]).toEqual([['8001 ', '8002 Loading…'], ['live']]);
    answer([]);
    await settle();
    await time.advance(100);
    expect([loading(), told().partial]).toEqual([['8001 ', '8002 '], []]);
  });

  it('says in an export and after it that an account is missing, and nothing when all are there', async () => {
    let answer: (found: readonly LivePosition[]) => void = () => undefined;
    const { page } = open((id) => (id === '8001' ? Promise.resolve([position('HK.00700')]) : new Promise((resolve) => (answer = resolve))));
    const shown = { header: ['Symbol'], rows: [['HK.00700']], accounts: ['live:8001'] };
    const save = async (body: unknown): Promise<readonly unknown[]> => {
      editor.saveTarget = Uri.file('/folder/portfolio.csv');
      editor.messages.length = 0;
      editor.saved.clear();
      page.say('export', body);
      await settle();
      return [
        ...[...editor.saved.values()].flatMap((text) => text.trim().split('\r\n')),
        ...editor.messages.map(({ severity, message }) => [severity, message]),
      ];
    };
    page.say('ready');
    await settle();
    expect(await save(shown)).toEqual([
      'Symbol,listIsComplete,missing',
      'HK.00700,yes,',
      ',no,live 8002: not read yet',
      ['warning', 'Saved portfolio.csv. The list is incomplete: Not loaded yet: 8002.'],
    ]);
    expect(await save({ ...shown, rows: [], accounts: [] })).toEqual([['warning', 'There are no rows to export. Not loaded yet: 8002.']]);
    answer([]);
    await settle();
    expect(await save(shown)).toEqual(['Symbol,listIsComplete,missing', 'HK.00700,yes,', ['info', 'Saved portfolio.csv.']]);
  });
});
