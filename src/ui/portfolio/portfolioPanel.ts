import * as vscode from 'vscode';
import type { Log, MachineClock, StateStore, Timers } from '../../app/platform/ports';
import type { FundsBook, FundsOfAccount, FundsWatch } from '../../app/positions/fundsBook';
import type { PositionsBook, PositionsWatch } from '../../app/positions/positionsBook';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { QuoteWatch } from '../../app/quotes/quoteBook';
import { AgeWatch } from '../../app/quotes/ageWatch';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { firstFailureIn } from '../../app/accounts/accountBook';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { shownPositionsCsv } from '../../app/positions/positionsExport';
import { sentences } from '../../domain/text/sentences';
import type { Handlers } from '../../panel/platform/messages';
import { portfolioHostGuards } from '../../panel/portfolio/portfolioProtocol';
import type {
  FundsLine,
  PortfolioAction,
  PortfolioData,
  PortfolioSettings,
  ToPortfolioHost,
  ToPortfolioPage,
} from '../../panel/portfolio/portfolioProtocol';
import { isQuotable } from '../../domain/market/security';
import { seen } from '../../service/lists/list';
import { outage } from '../platform/errors/outage';
import { presentError } from '../platform/errors/presentError';
import type { CommandId } from '../platform/ids';
import { priceColors } from '../platform/pages/priceColors';
import { asOfText } from '../platform/trees/oldRows';
import { fundsAgeMs, refreshIntervalMs } from '../platform/trees/viewPolling';
import { positionsLack } from '../platform/lists/positionsLack';
import { waiting } from '../platform/trees/waiting';
import { keepView, keptView } from '../platform/pages/keptView';
import { PagePanel } from '../platform/pages/pagePanel';
import type { PageFrame } from '../platform/pages/pagePanel';
import { extendedView } from '../platform/words/extendedText';
import { refusesToShare } from '../platform/say/refusesToShare';
import { portfolioData } from './portfolioData';
import { saveTable } from '../platform/files/saveTable';
import { runCommand } from '../platform/runCommand';
import { sayInfo, sayWarning } from '../platform/say/messages';
import { stateKeys } from '../../app/platform/storedNames';
import { accountKey } from '../../app/session/accounts/accounts';
import { maskWhen } from '../../domain/text/mask';
import { idText } from '../../domain/text/visibleText';
import { untold } from '../platform/lists/gapText';
import { asOfTime } from '../platform/silence';
import { fundsFigures } from '../platform/words/fundsText';

export interface PortfolioDependencies {
  readonly access: ServiceAccess;
  readonly books: { readonly positions: PositionsBook; readonly funds: FundsBook };
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  readonly privacy: PrivacyMode;
  /** The zone to show times in: the setting, or the system's. */
  readonly timeZone: () => string;
  readonly extensionUri: vscode.Uri;
  readonly market: LiveMarket;
  readonly state: StateStore;
}

const actionCommands: Readonly<Record<Exclude<PortfolioAction, 'retry'>, CommandId>> = {
  signIn: 'marketDesk.signIn',
  connect: 'marketDesk.connect',
  startSandbox: 'marketDesk.sandbox.start',
  selectAccount: 'marketDesk.positions.selectAccount',
};

/** The number of symbols that are followed only for the day's total; it leaves out positions beyond them, and says so. */
const mostFollowed = 200;

/** The portfolio in one panel: reads the positions of all accounts while it is visible, and sends them to its page. */
export class PortfolioPanel extends PagePanel<ToPortfolioPage, ToPortfolioHost> {
  readonly #positions: PositionsWatch;
  readonly #funds: FundsWatch;
  readonly #prices: QuoteWatch;
  readonly #ages: AgeWatch;
  #shown: readonly string[] = [];
  #onScreen: readonly string[] = [];
  /** A security to filter by, applied once the page is ready. */
  #wanted: string | undefined;

  constructor(
    panel: PageFrame,
    private readonly dependencies: PortfolioDependencies,
  ) {
    super(panel, dependencies, { name: 'portfolio', icon: 'portfolio', title: vscode.l10n.t('Portfolio'), guards: portfolioHostGuards });
    const { timers } = dependencies;
    this.#positions = dependencies.books.positions.watch({
      maxAgeMs: refreshIntervalMs,
      changed: () => this.#tellPositions(),
      readingChanged: () => this.tellWaiting(),
    });
    this.#funds = dependencies.books.funds.watch({ maxAgeMs: fundsAgeMs, changed: () => this.#tellFunds() });
    this.#prices = dependencies.market.book.watch('table', (changes) => this.#tellPrices([...changes.keys()]));
    this.#ages = new AgeWatch(dependencies.market, timers, () => this.#tellPrices(this.#shown));
    this.own(
      this.#prices,
      this.#ages,
      this.#positions,
      this.#funds,
      dependencies.privacy.onDidChange(() => {
        this.tellSettings();
        this.#tellFunds();
      }),
    );
    this.follow();
  }

  override setVisible(isVisible: boolean): void {
    if (!isVisible) {
      this.#onScreen = [];
      this.#showPrices([]);
    }
    super.setVisible(isVisible);
  }

  #tellFunds(): void {
    const { privacy, timeZone, clock } = this.dependencies;
    const look = { isPrivate: privacy.isOn, zone: timeZone(), nowMs: clock.wallMs() };
    this.page.post('funds', fundsLines(this.#funds.state.accounts ?? [], look));
  }

  #showPrices(symbols: readonly string[]): void {
    this.#shown = symbols;
    this.#prices.show(symbols);
    this.#ages.show(symbols);
  }

  /** Prices of the visible rows, and of the others that the day's total is calculated from. */
  #followPrices(): void {
    const others = (this.#positions.state.accounts ?? []).flatMap(({ list }) =>
      list === undefined ? [] : seen(list).items.map(({ holding }) => holding.symbol),
    );
    const all = new Set([...this.#onScreen, ...others.filter(isQuotable)]);
    this.#showPrices([...all].slice(0, Math.max(mostFollowed, this.#onScreen.length)));
  }

  #tellPrices(symbols: readonly string[]): void {
    const { market, clock, timeZone } = this.dependencies;
    const times = (this.#positions.state.accounts ?? []).map(({ updatedAtMs }) => updatedAtMs ?? -Infinity);
    const readMs = clock.wallMs() - Math.min(...times);
    const known = symbols.flatMap((symbol) => market.book.get(symbol) ?? []);
    this.page.post(
      'prices',
      known.map((quote) => {
        const { symbol, lastPrice, previousClose } = quote;
        const isOld = market.isExpired(symbol);
        // Once a price is no longer followed, the service's own price in a later read of the positions is newer.
        if (isOld && readMs < (market.ageMs(symbol) ?? 0))
          return { symbol, last: '', previousClose: '', at: null, isOld: false, extended: null };
        return {
          symbol,
          last: lastPrice,
          previousClose,
          at: quote.at,
          isSuspended: quote.isSuspended,
          isOld,
          extended: extendedView(quote, timeZone()),
        };
      }),
    );
  }

  /** Shows only the positions in one security. */
  find(symbol: string): void {
    if (this.page.isReady) this.page.post('filter', { text: symbol });
    else this.#wanted = symbol;
  }

  protected override readonly handlers: Handlers<ToPortfolioHost> = {
    ready: () => {
      this.page.post('start', {
        session: this.session,
        settings: this.#settings(),
        data: this.#data(),
        kept: keptView(this.dependencies, stateKeys.portfolioView),
      });
      this.page.post('busy', this.#busy());
      this.#tellFunds();
      if (this.#wanted !== undefined) this.page.post('filter', { text: this.#wanted });
      this.#wanted = undefined;
    },
    refresh: () => void this.#positions.refresh(),
    act: ({ action }) => {
      if (action === 'retry') void this.#positions.refresh();
      else void runCommand(actionCommands[action]);
    },
    visible: ({ symbols }) => {
      this.#onScreen = symbols;
      this.#followPrices();
      this.#tellPrices(this.#shown);
    },
    keep: ({ view }) => keepView(this.dependencies, stateKeys.portfolioView, view),
    open: ({ symbol }) => void runCommand('marketDesk.security.open', { symbol }),
    copy: ({ text }) => {
      if (!refusesToShare(this.dependencies.privacy)) void vscode.env.clipboard.writeText(text);
    },
    export: (shown) => this.#export(shown),
  };

  #export(shown: ToPortfolioHost['export']): void {
    if (refusesToShare(this.dependencies.privacy)) return;
    const { state } = this.#positions;
    const lacks = positionsLack(state);
    if (shown.rows.length === 0) {
      const none = vscode.l10n.t('There are no rows to export.');
      void (lacks === '' ? sayInfo(none) : sayWarning(sentences(none, lacks)));
      return;
    }
    const { clock, log } = this.dependencies;
    void saveTable('portfolio', { text: shownPositionsCsv(shown, state), lacks }, clock.wallMs()).catch((error: unknown) =>
      log.error('The portfolio could not be exported', error),
    );
  }

  #tellPositions(): void {
    this.page.post('data', this.#data());
    if (this.#onScreen.length > 0) this.#followPrices();
    const old = this.#shown.filter((symbol) => this.dependencies.market.isExpired(symbol));
    if (old.length > 0) this.#tellPrices(old);
  }

  #busy(): ToPortfolioPage['busy'] {
    const isBusy = this.#positions.isReading;
    const failure = isBusy ? undefined : firstFailureIn(this.#positions.state);
    // What the service’s silence explains is told in the status bar, and what is old is dimmed.
    const problem = failure === undefined || outage.explains(failure.error) ? '' : presentError(failure.error).message;
    const reason = isBusy ? waiting.text('trading') : undefined;
    return { isBusy, problem, ...(reason === undefined ? {} : { waiting: reason }) };
  }

  /** The book of positions forgets by itself; prices stay in the page until it is told. */
  protected override sessionChanged(): void {
    this.page.post('forget', null);
  }

  protected override follow(): void {
    this.#positions.setOn(this.isVisible);
    this.#funds.setOn(this.isVisible);
    this.page.post('session', this.session);
  }

  protected override tellSettings(): void {
    this.page.post('settings', this.#settings());
  }

  protected override tellWaiting(): void {
    this.page.post('busy', this.#busy());
  }

  #settings(): PortfolioSettings {
    return { direction: priceColors(), isPrivate: this.dependencies.privacy.isOn, zone: this.dependencies.timeZone() };
  }

  #data(): PortfolioData {
    const { access, timeZone, clock } = this.dependencies;
    const { state, old } = this.#positions;
    const [oldest] = old.map((each) => each.old).toSorted((one, other) => one.asOfMs - other.asOfMs);
    const oldAsOf = oldest === undefined ? '' : asOfText(oldest, timeZone(), clock.wallMs());
    return { ...portfolioData(state, old, access.current.connection.kind === 'sandbox'), oldAsOf };
  }
}

interface FundsLook {
  readonly isPrivate: boolean;
  readonly zone: string;
  readonly nowMs: number;
}

/** The money of each account and its time; figures of several currencies are listed and never added. A single note if no account has any. */
export function fundsLines(accounts: readonly FundsOfAccount[], { isPrivate, zone, nowMs }: FundsLook): readonly FundsLine[] {
  const mask = maskWhen(isPrivate);
  const known = accounts.filter(({ list }) => list !== undefined);
  if (known.length > 0 && known.every(({ list }) => list?.verdict === 'notOffered'))
    return [{ key: '', account: '', isLive: true, figures: [], note: vscode.l10n.t('This service doesn’t provide funds.'), asOf: '' }];
  return known.flatMap(({ account, list, updatedAtMs }) => {
    const items = list === undefined ? [] : seen(list).items;
    const all = items.flatMap((each) => fundsFigures(each, mask, items.length > 1));
    const figures = [...all.filter(({ isUrgent }) => isUrgent), ...all.filter(({ isUrgent }) => isUrgent !== true)];
    // What an outage made old is all there; the time says how old.
    const note = list?.verdict === 'incomplete' && untold(list.gaps).length > 0 ? missingText(items.length > 0) : '';
    const asOf = figures.length === 0 || updatedAtMs === undefined ? '' : vscode.l10n.t('as of {0}', asOfTime(zone, updatedAtMs, nowMs));
    if (figures.length === 0 && note === '') return [];
    const name = account.name === account.id ? mask(idText(account.name)) : idText(account.name);
    return [{ key: accountKey(account), account: name, isLive: account.kind === 'live', figures, note, asOf }];
  });
}

function missingText(isPart: boolean): string {
  return isPart ? vscode.l10n.t('some of the funds couldn’t be read') : vscode.l10n.t('the funds couldn’t be read');
}
