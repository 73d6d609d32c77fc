import * as vscode from 'vscode';
import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import type { StaleVerdict } from '../../../app/orders/ticket/orderCheck';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { OpenReview, TicketDesk, TicketDraft } from '../../../app/orders/ticket/ticketDesk';
import { TicketQuoteReader } from '../../../app/orders/ticket/ticketQuote';
import type { Log, MachineClock, Timers } from '../../../app/platform/ports';
import type { LiveMarket } from '../../../app/quotes/liveMarket';
import type { PrivacyMode } from '../../../app/privacy/privacyMode';
import type { ConnectionState } from '../../../app/session/connection';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import type { Attempt, OrderTarget } from '../../../domain/orders/orderAttempts';
import type { Handlers } from '../../../panel/platform/messages';
import { ticketHostGuards } from '../../../panel/orders/ticketGuards';
import type { TicketStage, TicketTexts, ToTicketHost, ToTicketPage } from '../../../panel/orders/ticketProtocol';
import { PageHost } from '../../platform/pages/pageHost';
import { onSettingChange } from '../../platform/settings';
import { idText } from '../../../domain/text/visibleText';
import { askForYes } from '../ticket/reviewChange';
import { staleText } from '../ticket/ticketWords';
import { endOf } from './ticketEnd';
import { passGate } from './ticketGate';
import { quoteView } from './ticketQuoteView';
import { fieldsOf, formView, headView, textsOf } from './ticketView';

export interface TicketFormDependencies {
  readonly access: ServiceAccess;
  readonly desk: TicketDesk;
  readonly journal: Pick<OrderJournal, 'fault' | 'acknowledge' | 'find' | 'onDidChange'>;
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  readonly privacy: PrivacyMode;
  readonly market: () => Promise<LiveMarket>;
  readonly extensionUri: vscode.Uri;
  /** IANA zone of all times shown. */
  readonly timeZone: () => string;
  /** Offers to resolve the change that locks an order. */
  readonly showUnresolved: (attempt: Attempt) => Promise<void>;
  /** Sends a confirmed change and shows its outcome, or why it was not sent if the order has changed. */
  readonly send: (review: OpenReview) => Promise<StaleVerdict | undefined>;
}

const editing: TicketStage = { kind: 'editing', notice: '' };

/** An order ticket as a form. The page only displays and collects input; reading, the final confirmation, and sending happen here, as with the steps. */
export class TicketPanel {
  readonly #page: PageHost<ToTicketPage, ToTicketHost>;
  readonly #quotes: TicketQuoteReader;
  readonly #subscriptions: { dispose(): unknown }[];
  #stage: TicketStage = editing;
  /** The action of the stage's button. */
  #act: () => Promise<void> = async () => undefined;
  /** The ticket to continue with after it turned out to be stale. */
  #next: Ticket | undefined;
  /** The change that was sent last. */
  #sent: string | undefined;
  /** Roots of the attempts on the order that the user has seen. Any other attempt stops the ticket. */
  readonly #told = new Set<string>();
  #isBusy = false;
  /** Session, settings or journal changed while something else was under way. */
  #isNews = false;
  #isDisposed = false;

  /**
   * @param begun - The session that the ticket belongs to.
   * @param reopen - Opens a ticket on the same order anew.
   */
  constructor(
    private readonly panel: vscode.WebviewPanel,
    private ticket: Ticket,
    private readonly target: OrderTarget,
    private readonly begun: ConnectionState,
    private readonly reopen: () => Promise<void>,
    private readonly deps: TicketFormDependencies,
  ) {
    const { access, clock, timers, log, privacy, journal, market, extensionUri } = deps;
    this.#quotes = new TicketQuoteReader({ access, clock, timers, market, code: ticket.order?.code ?? '' });
    this.#page = new PageHost({
      webview: panel.webview,
      extensionUri,
      page: { title: vscode.l10n.t('Order ticket'), script: 'orders.js', style: 'orders-style.css' },
      guards: ticketHostGuards,
      handlers: this.#handlers,
      log,
    });
    this.#subscriptions = [
      this.#page,
      this.#quotes,
      this.#quotes.onDidChange(() => {
        this.#page.post('quote', this.#quote());
        this.#page.post('form', this.#form());
      }),
      access.onDidChange(() => this.#lookAgain()),
      journal.onDidChange(() => this.#lookAgain()),
      onSettingChange('orders.readOnly', () => this.#lookAgain()),
      privacy.onDidChange(() => this.#start()),
      onSettingChange('calendar.timeZone', () => this.#page.post('quote', this.#quote())),
    ];
    this.#quotes.setVisible(true);
    this.#lookAgain();
  }

  setVisible(isVisible: boolean): void {
    if (!isVisible) this.#page.markHidden();
    this.#quotes.setVisible(isVisible);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
  }

  readonly #handlers: Handlers<ToTicketHost> = {
    ready: () => this.#start(),
    edit: (texts) => {
      if (this.#stage.kind !== 'editing') return;
      this.#type(texts);
      this.#page.post('form', this.#form());
    },
    review: (texts) => void this.#exclusively(async () => this.#review(texts)),
    goOn: () => void this.#exclusively(async () => this.#goOn()),
    act: () => {
      void this.#exclusively(async () => {
        await this.#act();
        await this.#refreshStage();
      });
    },
    close: () => void this.panel.dispose(),
  };

  #type(texts: TicketTexts): void {
    const own = fieldsOf(this.ticket).flatMap((field) => (texts[field] === undefined ? [] : [[field, texts[field]] as const]));
    this.ticket = { ...this.ticket, typed: { ...this.ticket.typed, ...Object.fromEntries(own) } };
  }

  async #review(texts: TicketTexts): Promise<void> {
    if (this.#stage.kind !== 'editing') return;
    this.#type(texts);
    const gate = await passGate(this.ticket, this.begun, this.deps);
    if ('closed' in gate) {
      await this.#refreshStage();
      return;
    }
    const closing = new AbortController();
    try {
      const opened = this.deps.desk.review(this.ticket, { signal: closing.signal });
      if (!opened.ok) {
        this.#page.post('form', this.#form());
        return;
      }
      this.#show({ kind: 'checking', message: vscode.l10n.t('Checking order {0}', idText(this.ticket.orderId)) });
      const answer = await askForYes(opened.review, this.deps);
      closing.abort();
      if (answer?.move === 'confirmed') await this.#send(opened.review);
      else if (answer?.move === 'stale') this.#showStale(answer.verdict);
      else {
        if (answer?.move === 'locked') {
          this.#told.add(answer.attempt.root);
          await this.deps.showUnresolved(answer.attempt);
        }
        await this.#refreshStage(true);
      }
    } finally {
      closing.abort();
    }
  }

  async #send(review: OpenReview): Promise<void> {
    const { preview } = review.shown;
    this.#show({ kind: 'sending', message: vscode.l10n.t('Modifying order {0}', idText(preview.target.orderId)) });
    this.#sent = preview.root;
    this.#told.add(preview.root);
    const stale = await this.deps.send(review);
    if (stale !== undefined) {
      this.#sent = undefined;
      this.#showStale(stale);
    } else await this.#refreshStage(true);
  }

  #showStale(verdict: StaleVerdict): void {
    const { message, detail } = staleText(idText(this.ticket.orderId), verdict);
    this.#next = verdict.kind === 'notRead' ? this.ticket : this.deps.desk.adopt(this.ticket, verdict);
    const goOn = verdict.kind === 'notRead' ? vscode.l10n.t('Back to Ticket') : vscode.l10n.t('Continue with Current Values');
    this.#show({ kind: 'stale', message, detail, goOn: this.#next === undefined ? '' : goOn });
  }

  async #goOn(): Promise<void> {
    if (this.#stage.kind !== 'stale' || this.#next === undefined) return;
    this.ticket = this.#next;
    this.#next = undefined;
    this.#stage = editing;
    this.#start();
    await this.#refreshStage(true);
  }

  #lookAgain(): void {
    this.#isNews = this.#isBusy;
    if (!this.#isBusy) void this.#exclusively(async () => this.#refreshStage());
  }

  /**
   * What blocks the ticket, according to the current session, settings, and journal.
   *
   * @param goesOn - Whether the ticket can be filled again after something that kept it.
   */
  async #refreshStage(goesOn = false): Promise<void> {
    if (this.#stage.kind === 'stale') return;
    const attempt = this.#sent === undefined ? undefined : await this.deps.journal.find(this.#sent);
    const end = attempt === undefined ? undefined : endOf(attempt, this.deps.privacy.isOn);
    if (attempt !== undefined && end?.isOver === true) {
      this.#act = end.stage.tone === 'open' ? async () => this.deps.showUnresolved(attempt) : async () => this.#again();
      this.#show({ ...end.stage, kind: 'ended' });
      return;
    }
    const gate = await passGate(this.ticket, this.begun, this.deps);
    if (this.#isDisposed) return;
    if ('closed' in gate) {
      this.#act = gate.closed.act;
      this.#show({ kind: 'blocked', message: gate.closed.message, action: gate.closed.action });
      return;
    }
    const { latestRoot } = gate.ticket;
    const isKnown = this.ticket.latestRoot === undefined || (typeof latestRoot === 'string' && this.#told.has(latestRoot));
    if (isKnown) this.ticket = { ...this.ticket, latestRoot };
    const notice = end?.stage.message ?? (goesOn && this.#sent !== undefined ? vscode.l10n.t('Nothing was sent.') : '');
    this.#show(this.#stage.kind === 'editing' && !goesOn ? this.#stage : { kind: 'editing', notice });
    this.#page.post('form', this.#form());
  }

  async #again(): Promise<void> {
    this.panel.dispose();
    await this.reopen();
  }

  /** Runs one action at a time; clicks in the meantime do nothing. */
  async #exclusively(run: () => Promise<void>): Promise<void> {
    if (this.#isBusy || this.#isDisposed) return;
    this.#isBusy = true;
    try {
      await run();
    } catch (error) {
      this.deps.log.error('The order ticket failed', error);
      this.#show({ kind: 'blocked', message: vscode.l10n.t('Something went wrong in Market Desk. See the log for details.'), action: '' });
    } finally {
      this.#isBusy = false;
      if (this.#isNews) this.#lookAgain();
    }
  }

  #show(stage: TicketStage): void {
    this.#stage = stage;
    this.#page.post('stage', stage);
  }

  #start(): void {
    const head = headView(this.ticket, this.target, this.deps.privacy.isOn);
    this.#page.post('start', { head, texts: textsOf(this.ticket), form: this.#form(), quote: this.#quote(), stage: this.#stage });
  }

  #form(): ToTicketPage['form'] {
    return formView(this.ticket, this.#draft(), this.#quotes.market);
  }

  #draft(): TicketDraft | undefined {
    try {
      return this.deps.desk.draft(this.ticket, this.#quotes.market);
    } catch {
      // Signed out meanwhile, which the stage shows.
      return undefined;
    }
  }

  #quote(): ToTicketPage['quote'] {
    return quoteView(this.#quotes.state, this.deps.clock.monotonicMs(), this.deps.timeZone());
  }
}
