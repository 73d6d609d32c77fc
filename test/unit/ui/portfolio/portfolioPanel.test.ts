import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { HttpError } from '../../../../src/service/errors';
import type { ListedAccount, LivePosition } from '../../../../src/service/records';
import { booksOf } from '../../../support/builders/books';
import { pageOf } from '../../../support/builders/lists';
import { shownPage } from '../../../support/editor/shownPage';
import { Uri } from '../../../support/editor/values';
import { otherServiceState } from '../../../support/fakeAccess';
import { FakeMarket } from '../../../support/feed/liveWindows';
import { FakeTime, settle } from '../../../support/machine/fakeTime';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

const ignored = () => ({ dispose: () => undefined });

const { told, files } = vi.hoisted(() => ({ told: [] as (readonly [how: string, text: string])[], files: [] as string[] }));

vi.mock('vscode', async () => ({
  ...(await import('../../../support/editor/fakeVscode')),
  workspace: {
    getConfiguration: () => ({ inspect: () => undefined }),
    onDidChangeConfiguration: ignored,
    fs: { writeFile: async (_: unknown, bytes: Uint8Array) => Promise.resolve(void files.push(new TextDecoder().decode(bytes))) },
  },
  commands: { executeCommand: async () => undefined },
  window: {
    showSaveDialog: async () => Promise.resolve((await import('../../../support/editor/values')).Uri.file('/folder/portfolio.csv')),
    showInformationMessage: async (text: string) => Promise.resolve(void told.push(['information', text])),
    showWarningMessage: async (text: string) => Promise.resolve(void told.push(['warning', text])),
  },
}));

const { PortfolioPanel } = await import('../../../../src/ui/portfolio/portfolioPanel');

const position = (code: string): LivePosition => ({
  ...{ side: 'LONG', code, name: code, quantity: '100', availableQuantity: '100', currency: 'HKD', price: '10', costPrice: '8' },
  ...{ marketValue: '1000', profit: '200', profitRatio: '25', dayProfit: '', unknown: {} },
});
const account = (id: string): ListedAccount => ({ id, kind: 'live', title: '', markets: [], accountType: '' });

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
  const page = shownPage();
  const state = new MemoryState();
  const panel = new PortfolioPanel(
    { webview: page.webview, visible: true },
    {
      ...{ access, books, clock: time, timers: time, log, state, market: live },
      privacy: new PrivacyMode(state),
      timeZone: () => 'UTC',
      extensionUri: Uri.file('ext'),
    },
  );
  return { ...page, access, market, panel, time };
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
    desk.say('ready');
    await settle();
  });

  it('tells its page to forget the prices of a service when another one is used, and tells none of them afterwards', async () => {
    const { access, market, sent, say, time } = desk;
    market.price = () => ({ lastPrice: '11', at: time.wallMs() });
    say('visible', { symbols: ['HK.00700'] });
    await time.advance(5_000);
    expect(sent.findLast(({ type }) => type === 'prices')?.body).toMatchObject([{ symbol: 'HK.00700', last: '11' }]);
    market.price = () => undefined;
    access.become(otherServiceState);
    await time.advance(60_000);
    const at = sent.findLastIndex(({ type }) => type === 'forget');
    expect(at).toBeGreaterThan(0);
    expect(sent.slice(at).filter(({ type, body }) => type === 'prices' && JSON.stringify(body) !== '[]')).toEqual([]);
  });

  it('tells which accounts are unread, and of which kind positions may be missing', async () => {
    let answer: (found: readonly LivePosition[]) => void = () => undefined;
    const { bodies, say } = open((id) =>
      id === '8001' ? Promise.resolve([position('HK.00700')]) : new Promise((resolve) => (answer = resolve)),
    );
    const told = () => bodies('data').at(-1) as { readonly accounts: readonly ToldAccount[]; readonly partial: readonly string[] };
    const loading = (): readonly string[] => told().accounts.map((each) => `${each.id} ${each.loading}`);
    say('ready');
    await settle();
    expect([loading(), told().partial]).toEqual([['8001 ', '8002 Loading…'], ['live']]);
    answer([]);
    await settle();
    expect([loading(), told().partial]).toEqual([['8001 ', '8002 '], []]);
  });

  it('says in an export and after it that an account is missing, and nothing when all are there', async () => {
    let answer: (found: readonly LivePosition[]) => void = () => undefined;
    const { say } = open((id) => (id === '8001' ? Promise.resolve([position('HK.00700')]) : new Promise((resolve) => (answer = resolve))));
    const shown = { header: ['Symbol'], rows: [['HK.00700']], accounts: ['live:8001'] };
    const save = async (body: unknown): Promise<readonly unknown[]> => {
      [told.length, files.length] = [0, 0];
      say('export', body);
      await settle();
      return [...files.flatMap((text) => text.trim().split('\r\n')), ...told];
    };
    say('ready');
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
    expect(await save(shown)).toEqual(['Symbol,listIsComplete,missing', 'HK.00700,yes,', ['information', 'Saved portfolio.csv.']]);
  });
});
