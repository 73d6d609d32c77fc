import { bestPrices } from '../../../domain/quotes/liveQuote';
import * as vscode from 'vscode';
import { KeptScreens } from '../../../app/plates/keptScreens';
import { PlateScreen } from '../../../app/plates/plateScreen';
import type { Log, MachineClock, StateStore, Timers } from '../../../app/platform/ports';
import { stateKeys } from '../../../app/platform/storedNames';
import { AgeWatch } from '../../../app/quotes/ageWatch';
import type { LiveMarket } from '../../../app/quotes/liveMarket';
import type { QuoteWatch } from '../../../app/quotes/quoteBook';
import { isSignedIn } from '../../../app/session/connection';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import { isQuotable } from '../../../domain/market/security';
import { parsePlateId } from '../../../domain/plates/plateId';
import { toCsv } from '../../../domain/text/csv';
import { isRecord } from '../../../panel/platform/messages';
import type { Handlers } from '../../../panel/platform/messages';
import { screenerHostGuards } from '../../../panel/screener/screenerProtocol';
import type {
  PlateView,
  ScreenerAction,
  ScreenerFacts,
  ScreenerQuote,
  ToScreenerHost,
  ToScreenerPage,
} from '../../../panel/screener/screenerProtocol';
import type { SnapshotQuote } from '../../../service/marketRecords';
import { causeText, outage } from '../../platform/errors/outage';
import type { ReportError } from '../../platform/errors/reportError';
import { saveTable } from '../../platform/files/saveTable';
import type { CommandId } from '../../platform/ids';
import { gapsText } from '../../platform/lists/gapText';
import { keepView, keptView } from '../../platform/pages/keptView';
import { PagePanel } from '../../platform/pages/pagePanel';
import type { PageFrame } from '../../platform/pages/pagePanel';
import { priceColors } from '../../platform/pages/priceColors';
import { runCommand } from '../../platform/runCommand';
import { waiting } from '../../platform/trees/waiting';
import type { PlateChoice } from '../plateChoice';
import { PlateNameReader } from '../plateNameReader';
import type { PlateNames } from '../plateNames';
import { deleteScreen, renameScreen, saveScreen } from './savedScreens';
import type { LiveQuote } from '../../../domain/quotes/liveQuote';

export interface ScreenerDependencies {
  readonly access: ServiceAccess;
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  readonly report: ReportError;
  readonly state: StateStore;
  /** The zone to show times in: the setting, or the system's. */
  readonly timeZone: () => string;
  readonly extensionUri: vscode.Uri;
  readonly market: LiveMarket;
  readonly choice: PlateChoice;
  readonly names: PlateNames;
}

const actionCommands: Readonly<Record<ScreenerAction, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  startSandbox: 'marketDesk.sandbox.start',
};

/** The screener in one panel: reads the constituents of one plate with their quotes, and keeps the prices in view current. */
export class ScreenerPanel extends PagePanel<ToScreenerPage, ToScreenerHost> {
  readonly #screen: PlateScreen;
  readonly #screens: KeptScreens;
  readonly #prices: QuoteWatch;
  readonly #ages: AgeWatch;
  readonly #names: PlateNameReader;
  /** Plates for which the service has no name. */
  readonly #unnamed = new Set<string>();
  #plateId: string | undefined;
  #onScreen: readonly string[] = [];
  /** Constituents that the page knows. */
  #told: readonly unknown[] | undefined;

  /** @param stored - What the page stored before a reload of the window. */
  constructor(
    panel: PageFrame,
    private readonly dependencies: ScreenerDependencies,
    stored: unknown,
  ) {
    super(panel, dependencies, { name: 'screener', icon: 'screener', title: vscode.l10n.t('Screener'), guards: screenerHostGuards });
    const { market, timers, state } = dependencies;
    this.#names = new PlateNameReader({ ...dependencies, changed: () => undefined });
    this.#screens = new KeptScreens(state);
    this.#screen = new PlateScreen(dependencies, {
      changed: () => this.#tellPlate(),
      quoted: (quotes) => this.#tellQuotes(quotes),
    });
    const tellPrices = (symbols: readonly string[]): void => {
      const shown = new Set(symbols);
      this.#tellQuotes(this.#screen.quotes.filter(({ code }) => shown.has(code)));
    };
    this.#prices = market.book.watch('table', (changes) => tellPrices([...changes.keys()]));
    this.#ages = new AgeWatch(market, timers, () => tellPrices(this.#onScreen));
    this.own(this.#screen, this.#prices, this.#ages);
    const plateId = isRecord(stored) && typeof stored['plateId'] === 'string' ? parsePlateId(stored['plateId']) : undefined;
    if (plateId !== undefined && plateId.kind !== 'problem') this.#plateId = plateId.id;
  }

  /** Shows a plate. */
  open(plateId: string): void {
    if (plateId !== this.#plateId) {
      this.#plateId = plateId;
      this.#screen.forget();
      this.#tellChoice();
    }
    this.follow();
  }

  protected override readonly handlers: Handlers<ToScreenerHost> = {
    ready: () => {
      this.page.post('start', {
        session: this.session,
        settings: this.#settings(),
        kept: keptView(this.dependencies, stateKeys.screenerView),
        screens: this.#screens.all,
      });
      this.#tellChoice();
      this.#tellQuotes(this.#screen.quotes);
      this.follow();
    },
    refresh: () => void this.#screen.refresh(),
    act: ({ action }) => void runCommand(actionCommands[action]),
    choosePlate: ({ plateId }) => {
      if (this.dependencies.choice.read().includes(plateId)) this.open(plateId);
    },
    visible: ({ symbols }) => this.#showPrices(symbols),
    open: ({ symbol }) => void runCommand('marketDesk.security.open', { symbol }),
    keep: ({ view }) => keepView(this.dependencies, stateKeys.screenerView, view),
    saveScreen: ({ name, screen }) => void this.#named(saveScreen(this.#screens, screen, name)),
    renameScreen: ({ name }) => void this.#named(renameScreen(this.#screens, name)),
    removeScreen: ({ name }) => void deleteScreen(this.#screens, name, () => this.#tellScreens(null)).catch(this.dependencies.report),
    copy: ({ text }) => void vscode.env.clipboard.writeText(text),
    export: ({ header, rows }) => {
      const { clock, report } = this.dependencies;
      const { lacks, problem } = this.#facts();
      // Spreadsheets recognize UTF-8 only by this mark.
      const text = `\ufeff${toCsv(header, rows)}\r\n`;
      void saveTable('screener', { text, lacks: problem || lacks }, clock.wallMs()).catch(report);
    },
  };

  override setVisible(isVisible: boolean): void {
    if (!isVisible) this.#showPrices([]);
    super.setVisible(isVisible);
  }

  /** The plate and its quotes belong to another session. */
  protected override sessionChanged(): void {
    this.#showPrices([]);
    this.#screen.reset();
    this.#names.reset();
    this.#unnamed.clear();
    this.#tellChoice();
  }

  protected override follow(): void {
    this.page.post('session', this.session);
    if (this.#plateId === undefined || !this.isVisible || !isSignedIn(this.dependencies.access.current)) return;
    void this.#screen.open(this.#plateId).catch(this.dependencies.report);
  }

  protected override tellSettings(): void {
    this.page.post('settings', this.#settings());
  }

  protected override tellWaiting(): void {
    this.page.post('facts', this.#facts());
  }

  #showPrices(symbols: readonly string[]): void {
    this.#onScreen = symbols.filter(isQuotable);
    this.#prices.show(this.#onScreen);
    this.#ages.show(this.#onScreen);
  }

  #settings(): ToScreenerPage['settings'] {
    return { direction: priceColors(), zone: this.dependencies.timeZone() };
  }

  /** The plate and what is known of it, for a page that knows nothing of it. */
  #tellChoice(): void {
    const { choice, names } = this.dependencies;
    const view = (id: string): PlateView => ({ id, name: names.of(id) ?? (this.#unnamed.has(id) ? id : '') });
    const plate = this.#plateId === undefined ? null : view(this.#plateId);
    const plates = [...new Set([...choice.read(), ...(plate === null ? [] : [plate.id])])].map(view);
    this.page.post('plate', { plate, plates });
    const unknown = plates.filter(({ name }) => name === '').map(({ id }) => id);
    if (unknown.length > 0 && isSignedIn(this.dependencies.access.current)) void this.#readNames(unknown).catch(this.dependencies.report);
    this.#told = undefined;
    this.#tellPlate();
  }

  async #readNames(plateIds: readonly string[]): Promise<void> {
    const { names } = this.dependencies;
    const session = this.dependencies.access.current;
    await this.#names.want(plateIds);
    if (session !== this.dependencies.access.current) return;
    for (const id of plateIds) if (names.of(id) === undefined) this.#unnamed.add(id);
    this.page.post('names', Object.fromEntries(plateIds.map((id) => [id, names.of(id) ?? id])));
  }

  #tellPlate(): void {
    const { constituents } = this.#screen.state;
    if (constituents !== this.#told)
      this.page.post(
        'rows',
        constituents.map(({ code = '', name = '' }) => ({ symbol: code, name })),
      );
    this.#told = constituents;
    this.page.post('facts', this.#facts());
  }

  #tellQuotes(quotes: readonly SnapshotQuote[]): void {
    const { market } = this.dependencies;
    if (quotes.length === 0) return;
    this.page.post(
      'quotes',
      quotes.map((quote) => {
        // Only what is in view is kept current; the time of the others is in the status line.
        const isOld = this.#onScreen.includes(quote.code) && market.isExpired(quote.code);
        return screenerQuote(quote, market.book.get(quote.code), { isOld, nowMs: market.nowMs() });
      }),
    );
  }

  #facts(): ScreenerFacts {
    const { phase, total, gaps, hasConstituents, hasQuotes, asked, missing, error, quotedAtMs } = this.#screen.state;
    const isReading = phase !== 'idle';
    // What the service’s silence explains is told in the status bar. Without a row, the page has to say that there may be some.
    const isTold = error === undefined || (outage.explains(error) && this.#screen.state.constituents.length > 0);
    const problem = isReading || isTold ? '' : causeText(error);
    return {
      ...{ phase, hasConstituents, hasQuotes, asked, missing, problem },
      total: total ?? null,
      lacks: isReading ? '' : gapsText(gaps, 'constituents'),
      waiting: isReading ? (waiting.text('market') ?? '') : '',
      quotedAt: quotedAtMs ?? null,
    };
  }

  /** Shows the saved screens again, and the one that has just been named. */
  async #named(name: Promise<string | undefined>): Promise<void> {
    try {
      const chosen = await name;
      if (chosen !== undefined) this.#tellScreens(chosen);
    } catch (error) {
      this.dependencies.report(error);
    }
  }

  #tellScreens(chosen: string | null): void {
    this.page.post('screens', { screens: this.#screens.all, chosen });
  }
}

/** A quote for the page: the latest prices that are known, and the figures that only a snapshot has. */
function screenerQuote(
  quote: SnapshotQuote,
  live: LiveQuote | undefined,
  { isOld, nowMs }: { readonly isOld: boolean; readonly nowMs: number },
): ScreenerQuote {
  const latest = live ?? quote;
  const best = live === undefined ? quote : bestPrices(live, nowMs);
  return {
    symbol: quote.code,
    isSuspended: latest.isSuspended,
    isOld,
    figures: {
      last: latest.lastPrice,
      volume: latest.volume,
      turnover: latest.turnover,
      marketValue: quote.marketValue,
      pe: quote.peRatio,
      pb: quote.pbRatio,
      turnoverRate: quote.turnoverRate,
      amplitude: quote.amplitude,
      volumeRatio: quote.volumeRatio,
      high52: quote.highest52Weeks,
      low52: quote.lowest52Weeks,
      open: latest.openPrice,
      high: latest.highPrice,
      low: latest.lowPrice,
      previousClose: latest.previousClose,
      average: quote.averagePrice,
      bid: best.bidPrice,
      bidVolume: best.bidVolume,
      ask: best.askPrice,
      askVolume: best.askVolume,
      lot: latest.lotSize,
    },
  };
}
