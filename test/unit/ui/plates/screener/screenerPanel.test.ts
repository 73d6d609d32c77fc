import { beforeEach, describe, expect, it } from 'vitest';
import { HttpError, TransportError } from '../../../../../src/service/errors';
import type { Constituent, PlateListEntry, PlateQuery } from '../../../../../src/service/records';
import type { ScreenerFacts, ScreenerQuote, ScreenerRow, ToScreenerPage } from '../../../../../src/panel/screener/screenerProtocol';
import { outage } from '../../../../../src/ui/platform/errors/outage';
import { PlateNames } from '../../../../../src/ui/plates/plateNames';
import { ScreenerPanel } from '../../../../../src/ui/plates/screener/screenerPanel';
import { registerScreener } from '../../../../../src/ui/plates/screener/registerScreener';
import { pageOf } from '../../../../support/builders/lists';
import { editor } from '../../../../support/editor/editor';
import { FakeShell } from '../../../../support/editor/fakeShell';
import { Uri } from '../../../../support/editor/values';
import { WebviewPanel } from '../../../../support/editor/webviewPanel';
import { otherServiceState } from '../../../../support/fakeAccess';
import { FakeMarket } from '../../../../support/feed/liveWindows';
import type { FakeWindow } from '../../../../support/feed/liveWindows';
import { FakeTime, settle } from '../../../../support/machine/fakeTime';
import { MemoryState } from '../../../../support/secrets/sharedSecrets';

const code = (at: number): string => `HK.${String(10_000 + at)}`;
const screen = { text: '', ranges: [{ field: 'pe', min: '', max: '10' }], columns: ['symbol', 'name', 'pe'], sort: null };

let time: FakeTime;
let market: FakeMarket;
let window: FakeWindow;
let shell: FakeShell;
let asked: PlateQuery[];
/** Answers of the service for constituents. */
let constituents: (query: PlateQuery) => Promise<ReturnType<typeof pageOf<Constituent>>>;

/** A plate of this size. */
const plateOf =
  (size: number) =>
  async ({ nextKey, limit }: PlateQuery) => {
    const from = Number(nextKey ?? '');
    const items = Array.from({ length: Math.min(limit, size - from) }, (_, at): Constituent => {
      return { code: code(from + at), name: `N${String(from + at)}`, unknown: {} };
    });
    const end = from + items.length;
    return pageOf(items, { hasMore: end < size, nextKey: end < size ? String(end) : '-1', total: size });
  };

beforeEach(() => {
  time = new FakeTime();
  market = new FakeMarket(time);
  window = market.open();
  shell = new FakeShell();
  asked = [];
  constituents = plateOf(1_534);
  window.access.answer = {
    ...window.access.answer,
    plateConstituents: async (query) => {
      asked.push(query);
      return constituents(query);
    },
  };
  registerScreener({
    ...{ shell: shell.forFeatures(), access: window.access, market: window.market, clock: time, timers: time },
    ...{ log: window.log, state: new MemoryState(), timeZone: () => 'UTC', extensionUri: Uri.file('ext') },
    report: (error: unknown) => {
      throw error;
    },
  });
});

async function open(plateId = 'HK.BK1000'): Promise<WebviewPanel> {
  await shell.run('marketDesk.plates.screen', plateId);
  const panel = editor.webviews.at(-1);
  if (panel === undefined) throw new Error('no page was opened');
  panel.say('ready');
  await settle();
  return panel;
}
const factsOf = (page: WebviewPanel): ScreenerFacts => page.bodies('facts').at(-1) as ScreenerFacts;
const rowsOf = (page: WebviewPanel): readonly ScreenerRow[] => page.bodies('rows').at(-1) as readonly ScreenerRow[];
const quotesOf = (page: WebviewPanel): readonly ScreenerQuote[] => page.bodies('quotes').flat() as readonly ScreenerQuote[];

describe('the name of a plate that nobody chose by name', () => {
  const namesTold = async (plateList: () => Promise<ReturnType<typeof pageOf<PlateListEntry>>>): Promise<readonly unknown[]> => {
    window.access.answer = { ...window.access.answer, beyond: { ...window.access.answer.beyond, plateList } };
    const page = await open();
    return [page.bodies('plate').map((body) => (body as ToScreenerPage['plate']).plate?.name), page.bodies('names')];
  };

  it('is not its ID: nothing stands there until the name is known', async () => {
    const told = await namesTold(async () => Promise.resolve(pageOf([{ code: 'HK.BK1000', name: 'Main Board' }])));
    expect(told[0]).toEqual(['']);
    expect((told[1] as readonly object[]).at(-1)).toMatchObject({ 'HK.BK1000': 'Main Board' });
  });

  it('is its ID if the service has no name for it', async () => {
    const told = await namesTold(async () => Promise.resolve(pageOf<PlateListEntry>([])));
    expect((told[1] as readonly object[]).at(-1)).toMatchObject({ 'HK.BK1000': 'HK.BK1000' });
  });
});

describe('the screener', () => {
  it('reads a plate of 1,534 in two requests and its quotes in four, and nothing more by itself', async () => {
    const page = await open();
    expect([asked.length, market.asked.map(({ length }) => length)]).toEqual([2, [400, 400, 400, 334]]);
    expect([rowsOf(page).length, quotesOf(page).length]).toEqual([1_534, 1_534]);
    expect(factsOf(page)).toMatchObject({ phase: 'idle', total: 1_534, asked: 1_534, missing: 0, problem: '', lacks: '' });
    await time.advance(10 * 60_000);
    expect([asked.length, market.asked.length]).toEqual([2, 4]);
    page.say('refresh');
    await settle();
    expect([asked.length, market.asked.length]).toEqual([4, 8]);
  });

  it('shows constituents as they arrive, before any quote', async () => {
    let answer = (): void => undefined;
    const whole = plateOf(1_534);
    constituents = async (query) => {
      if (query.nextKey !== undefined && query.nextKey !== '') await new Promise<void>((resolve) => (answer = resolve));
      return whole(query);
    };
    const page = await open();
    expect([rowsOf(page).length, factsOf(page), market.asked]).toMatchObject([1_000, { phase: 'constituents', total: 1_534 }, []]);
    answer();
    await settle();
    expect([rowsOf(page).length, factsOf(page).phase]).toEqual([1_534, 'idle']);
  });

  it('keeps the prices in view current, and only these', async () => {
    const page = await open();
    const before = quotesOf(page).length;
    market.price = () => ({ lastPrice: '11', at: time.wallMs() });
    page.say('visible', { symbols: [code(3)] });
    await time.advance(60_000);
    expect(market.asked.slice(4).every((codes) => codes.join() === code(3))).toBe(true);
    const later = quotesOf(page).slice(before);
    expect(new Set(later.map(({ symbol }) => symbol))).toEqual(new Set([code(3)]));
    expect(later.at(-1)).toMatchObject({ figures: { last: '11' }, isOld: false });
    page.setVisible(false);
    const until = market.asked.length;
    await time.advance(60_000);
    expect(market.asked.length).toBe(until);
  });

  it('says of how many securities the service has no quote, and that it has no quotes at all', async () => {
    constituents = plateOf(10);
    market.price = (symbol) => (symbol === code(4) ? undefined : { lastPrice: '10', at: time.wallMs() });
    expect(factsOf(await open())).toMatchObject({ asked: 10, missing: 1, hasQuotes: true });
    market.failure = new HttpError({ status: 404, request: { method: 'POST', route: '/api/v1.0/quote/snapshot' } });
    const page = await open('US.BK2001');
    expect(factsOf(page)).toMatchObject({ asked: 0, hasQuotes: false, problem: '' });
    expect(rowsOf(page)).toHaveLength(10);
  });

  it('says why quotes could not be read, keeps what is there, and reads again when the service is back', async () => {
    constituents = plateOf(800);
    market.failure = new TransportError('connect-failed', { sent: 'maybe' });
    const page = await open();
    expect(factsOf(page)).toMatchObject({ phase: 'idle', asked: 0, quotedAt: null });
    expect(factsOf(page).problem).not.toBe('');
    expect(rowsOf(page)).toHaveLength(800);
    market.failure = undefined;
    market.reach.goAway();
    market.reach.comeBack();
    await settle();
    expect(factsOf(page)).toMatchObject({ problem: '', asked: 800 });
  });

  it('says that nothing could be loaded while the service does not respond, and not that there is nothing', async () => {
    const gone = new TransportError('connect-failed', { sent: 'no' });
    const following = outage.follow(
      { isAway: true, failure: gone, onDidChange: () => ({ dispose: () => undefined }) },
      { set: () => undefined },
    );
    constituents = async () => {
      throw gone;
    };
    const page = await open();
    following.dispose();
    expect(rowsOf(page)).toEqual([]);
    expect(factsOf(page)).toMatchObject({ phase: 'idle', problem: 'Couldn’t be loaded.' });
  });

  it('says what the list lacks if a later page fails, and does not pass it off as whole', async () => {
    const whole = plateOf(1_534);
    constituents = async (query) => {
      if ((query.nextKey ?? '') !== '') throw new HttpError({ status: 500 });
      return whole(query);
    };
    const page = await open();
    expect(rowsOf(page)).toHaveLength(1_000);
    expect(factsOf(page).lacks).toContain('incomplete');
    expect(factsOf(page).problem).not.toBe('');
    editor.saveTarget = Uri.file('/folder/screener.csv');
    page.say('export', { header: ['Symbol', 'P/E'], rows: [['HK.00700', '=1']] });
    await settle();
    expect([...editor.saved.values()]).toEqual(['\ufeffSymbol,P/E\r\nHK.00700,"\'=1"\r\n']);
    expect(editor.messages.at(-1)).toMatchObject({ severity: 'warning' });
  });

  it('switches to another plate in the same page, and drops what belongs to another session', async () => {
    const page = await open();
    constituents = plateOf(5);
    await open('US.BK2001');
    expect(editor.webviews).toHaveLength(1);
    expect(rowsOf(page)).toHaveLength(5);
    constituents = plateOf(7);
    window.access.become(otherServiceState);
    const at = page.posted.findLastIndex(({ type }) => type === 'plate');
    expect(page.posted.slice(at).find(({ type }) => type === 'rows')?.body).toEqual([]);
    await settle();
    expect(rowsOf(page)).toHaveLength(7);
  });

  it('takes a plate of the settings from the page, and no other', async () => {
    constituents = plateOf(2);
    const page = await open();
    page.say('choosePlate', { plateId: 'US.BK9999' });
    await settle();
    expect(asked.at(-1)?.plateId).toBe('HK.BK1000');
    page.say('choosePlate', { plateId: 'US.BK2001' });
    await settle();
    expect(asked.at(-1)?.plateId).toBe('US.BK2001');
  });

  it('comes back after a reload with the plate that it showed', async () => {
    constituents = plateOf(3);
    const page = new WebviewPanel('marketDesk.screener');
    const state = new MemoryState();
    new ScreenerPanel(
      page,
      {
        ...{ access: window.access, market: window.market, clock: time, timers: time, log: window.log, report: () => undefined, state },
        ...{ timeZone: () => 'UTC', extensionUri: Uri.file('ext'), names: new PlateNames(state) },
        choice: { read: () => [], write: async () => Promise.resolve() },
      },
      { plateId: 'HK.BK1050' },
    );
    page.say('ready');
    await settle();
    expect([page.bodies('plate').at(-1), rowsOf(page).length]).toMatchObject([{ plate: { id: 'HK.BK1050' } }, 3]);
  });

  it('asks which plate if none is named', async () => {
    Object.assign(shell, { view: () => ({ selection: [] }) });
    editor.answer('US.BK2001');
    await shell.run('marketDesk.plates.screen');
    const page = editor.webviews.at(-1);
    page?.say('ready');
    expect(page?.bodies('plate').at(-1)).toMatchObject({ plate: { id: 'US.BK2001' } });
  });

  it('saves a screen under a name, renames it, deletes it, and brings it back', async () => {
    constituents = plateOf(1);
    const page = await open();
    const names = () => page.bodies('screens').at(-1) as { screens: readonly { name: string }[]; chosen: string | null };
    editor.answer(' Cheap ');
    page.say('saveScreen', { name: '', screen });
    await settle();
    expect(names()).toEqual({ screens: [{ ...screen, name: 'Cheap' }], chosen: 'Cheap' });
    editor.answer('Cheaper');
    page.say('renameScreen', { name: 'Cheap' });
    await settle();
    expect(names()).toEqual({ screens: [{ ...screen, name: 'Cheaper' }], chosen: 'Cheaper' });
    editor.answer('Undo');
    page.say('removeScreen', { name: 'Cheaper' });
    await settle();
    expect(page.bodies('screens').slice(-2)).toMatchObject([{ screens: [] }, { screens: [{ name: 'Cheaper' }] }]);
    page.say('saveScreen', { name: '', screen: { ...screen, columns: ['pe'] } });
    expect(window.log.lines.some((line) => JSON.stringify(line).includes('not known'))).toBe(true);
  });
});
