import * as vscode from 'vscode';
import type { StaleVerdict } from '../../../app/orders/ticket/orderCheck';
import { seenAgain } from '../../../app/orders/ticket/seenAgain';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { withNewValues } from '../../../app/orders/ticket/ticket';
import type { OpenReview, TicketDraft } from '../../../app/orders/ticket/ticketDesk';
import { TicketQuoteReader } from '../../../app/orders/ticket/ticketQuote';
import type { ConnectionState } from '../../../app/session/connection';
import { isSameOrder } from '../../../domain/orders/orderAttempts';
import type { AttemptState, OrderTarget } from '../../../domain/orders/orderAttempts';
import { idText } from '../../../domain/text/visibleText';
import { ticketHostGuards } from '../../../panel/orders/ticketGuards';
import type { TicketNotice, TicketStage, TicketTexts, ToTicketHost, ToTicketPage } from '../../../panel/orders/ticketProtocol';
import type { Handlers } from '../../../panel/platform/messages';
import type { OrderRecord } from '../../../service/records';
import { PageHost } from '../../platform/pages/pageHost';
import { onSettingChange } from '../../platform/settings';
import type { News, NewsAction, NewsSubject } from '../outcomeNews';
import { differencesText, staleText } from '../ticket/ticketWords';
import { askForYes } from './askForYes';
import { closeDiff, showDiff } from './changeDiff';
import { endOf, newsNotice } from './ticketEnd';
import type { EndActions } from './ticketEnd';
import { passGate } from './ticketGate';
import { quoteView } from './ticketQuoteView';
import type { OtherTickets, TicketFormDependencies } from './ticketFormDependencies';
import { TicketTurns } from './ticketTurns';
import { fieldsOf, formView, headView, textsOf } from './ticketView';

const nothingToTell: TicketStage = { kind: 'editing', notice: null };

/** An order ticket as a form. The page only displays and collects input; reading, the final confirmation, and sending happen here. */
export class TicketPanel {
  readonly #page: PageHost<ToTicketPage, ToTicketHost>;
  readonly #quotes: TicketQuoteReader;
  readonly #subscriptions: { dispose(): unknown }[];
  #stage: TicketStage = nothingToTell;
  /** The stage that the page has, as JSON. */
  #shownStage = '';
  /** What the buttons of the stage's notice do. */
  #actions: readonly NewsAction[] = [];
  /** The change that was sent last. */
  #sent: string | undefined;
  /** What was told of a change in this ticket, instead of in a notification. */
  #told: { readonly root: string; readonly news: News } | undefined;
  /** Roots of the attempts on the order that the user has seen. Any other attempt stops the ticket. */
  readonly #seenRoots = new Set<string>();
  readonly #turns: TicketTurns;
  /** Ends the check or the request that is under way. */
  #closing: AbortController | undefined;
  /** The order as others read it last. */
  #lastSeen: OrderRecord | undefined;
  #hasDiff = false;
  #isDisposed = false;

  /** @param begun - The session that the ticket belongs to. */
  constructor(
    private readonly panel: vscode.WebviewPanel,
    private ticket: Ticket,
    private readonly target: OrderTarget,
    private readonly begun: ConnectionState,
    private readonly others: OtherTickets,
    private readonly deps: TicketFormDependencies,
  ) {
    const { access, clock, timers, log, privacy, journal, market, extensionUri, news, orders } = deps;
    this.#turns = new TicketTurns(
      async () => this.#refreshStage(),
      (error) => {
        log.error('The order ticket failed', error);
        const message = vscode.l10n.t('Something went wrong in Market Desk. See the log for details.');
        this.#notify('blocked', { tone: 'bad', message, detail: '' });
      },
    );
    this.#quotes = new TicketQuoteReader({ access, clock, timers, market, code: ticket.order?.code ?? '' });
    this.#page = new PageHost({
      webview: panel.webview,
      extensionUri,
      page: { title: vscode.l10n.t('Order ticket'), script: 'ticket.js', style: 'ticket-style.css' },
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
      access.onDidChange(() => this.#turns.look()),
      journal.onDidChange(() => this.#turns.look()),
      onSettingChange('orders.readOnly', () => this.#turns.look()),
      orders.onDidChange(() => this.#turns.look()),
      news.addPlace((about, told) => this.#takes(about, told)),
      privacy.onDidChange(() => {
        this.#start();
        this.#turns.look();
      }),
      onSettingChange('calendar.timeZone', () => this.#page.post('quote', this.#quote())),
    ];
    this.#lastSeen = orders.find(ticket.accountId, ticket.orderId);
    this.#quotes.setVisible(true);
    this.#turns.look();
  }

  /** Whether it can be filled or is being sent. Else a new ticket takes its place. */
  get isInUse(): boolean {
    return this.#stage.kind === 'editing' || this.#stage.kind === 'checking' || this.#stage.kind === 'sending';
  }

  setVisible(isVisible: boolean): void {
    if (!isVisible) this.#page.markHidden();
    this.#quotes.setVisible(isVisible);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#turns.dispose();
    this.#closing?.abort();
    for (const subscription of this.#subscriptions.splice(0)) subscription.dispose();
    if (this.#hasDiff) void closeDiff(this.ticket.orderId);
  }

  readonly #handlers: Handlers<ToTicketHost> = {
    ready: () => this.#start(),
    edit: (texts) => {
      if (this.#stage.kind !== 'editing') return;
      this.#type(texts);
      this.#page.post('form', this.#form());
    },
    review: (texts) => this.#turns.press(async () => this.#review(texts)),
    diff: (texts) => {
      if (this.#stage.kind === 'editing') this.#type(texts);
      const draft = this.#draft();
      if (draft?.ok !== true) return;
      this.#hasDiff = true;
      void showDiff(draft.shown.preview, this.deps.documents);
    },
    act: (position) => {
      const action = this.#actions[position];
      if (action !== undefined) this.#turns.press(async () => this.#act(action));
    },
    cancel: () => this.#closing?.abort(),
    chooseAnother: () => void this.others.chooseAnother().catch((error: unknown) => this.deps.report(error)),
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
    this.#closing = closing;
    try {
      const opened = this.deps.desk.review(this.ticket, { signal: closing.signal });
      if (!opened.ok) {
        this.#page.post('form', this.#form());
        return;
      }
      this.#show({ kind: 'checking', message: vscode.l10n.t('Checking order {0}', idText(this.ticket.orderId)) });
      const answer = await askForYes(opened.review, this.deps.timeZone());
      switch (answer.move) {
        case 'confirmed':
          await this.#send(opened.review, closing.signal);
          break;
        case 'stale':
          if (closing.signal.aborted) await this.#goOn('');
          else this.#showStale(answer.verdict);
          break;
        case 'locked':
          this.#seenRoots.add(answer.attempt.root);
          await this.#goOn('');
          break;
        case 'back':
          await this.#goOn(answer.notice);
          break;
      }
    } finally {
      closing.abort();
    }
  }

  async #send(review: OpenReview, signal: AbortSignal): Promise<void> {
    const { preview } = review.shown;
    this.#show({ kind: 'sending', message: vscode.l10n.t('Modifying order {0}', idText(preview.target.orderId)) });
    this.#sent = preview.root;
    this.#seenRoots.add(preview.root);
    const stale = await this.deps.send(review, { signal });
    if (stale !== undefined) {
      this.#sent = undefined;
      this.#showStale(stale);
    } else await this.#goOn(vscode.l10n.t('Nothing was sent.'));
  }

  #showStale(verdict: StaleVerdict): void {
    this.#stop(verdict, staleText(idText(this.ticket.orderId), verdict));
  }

  #stop(verdict: StaleVerdict, text: Pick<TicketNotice, 'message' | 'detail'>): void {
    const notRead = verdict.kind === 'notRead';
    const next = notRead ? this.ticket : this.deps.desk.adopt(this.ticket, verdict);
    const goOn = async (): Promise<void> => {
      if (next === undefined) return;
      this.ticket = next;
      await this.#goOn('');
      this.#start();
      if (notRead) await this.#review({});
    };
    const label = notRead ? vscode.l10n.t('Try Again') : vscode.l10n.t('Continue with Current Values');
    const actions = next === undefined ? [] : [{ label, run: goOn }];
    this.#notify('stale', { tone: 'open', ...text }, actions);
  }

  async #act(action: NewsAction): Promise<void> {
    try {
      await action.run();
    } catch (error) {
      this.deps.report(error);
    }
    await this.#refreshStage();
  }

  /** News of this order's change is told in the ticket while it is in front. */
  #takes({ root, target }: NewsSubject, news: News): boolean {
    if (this.#isDisposed || !this.panel.visible || !isSameOrder(target, this.target)) return false;
    if (root !== this.#sent && this.#stage.kind !== 'blocked' && !this.#turns.isActing) return false;
    this.#told = { root, news };
    this.#turns.look();
    return true;
  }

  #toldOf(root: string | undefined, state: AttemptState | undefined): News | undefined {
    if (this.#told === undefined || this.#told.root !== root) return undefined;
    const { news } = this.#told;
    return news.state === undefined || news.state === state ? news : undefined;
  }

  /** What was told of the end of the change that locked the order until now. */
  async #toldOfLock(): Promise<News | undefined> {
    if (this.#stage.kind !== 'blocked' || this.#told === undefined) return undefined;
    const { root, news } = this.#told;
    const attempt = await this.deps.journal.find(root);
    return attempt !== undefined && attempt.state === news.state ? news : undefined;
  }

  /** Lets the ticket be filled again after something that kept it. @param why - What kept it, where nothing else tells. */
  async #goOn(why: string): Promise<void> {
    this.#stage = nothingToTell;
    await this.#refreshStage(why);
  }

  /**
   * What the ticket is at, according to the current session, settings, journal, and order.
   *
   * @param why - What to tell where the journal has nothing; undefined leaves what stands there.
   */
  async #refreshStage(why?: string): Promise<void> {
    if (this.#isDisposed || this.#stage.kind === 'stale') return;
    const attempt = this.#sent === undefined ? undefined : await this.deps.journal.find(this.#sent);
    const told = this.#toldOf(this.#sent, attempt?.state);
    const end = attempt === undefined ? undefined : endOf(attempt, told, this.deps.privacy.isOn, this.#endActions());
    if (end?.isOver === true) {
      this.#notify('ended', end.notice, end.actions);
      this.#showAsItIs();
      return;
    }
    const gate = await passGate(this.ticket, this.begun, this.deps);
    if ('closed' in gate) {
      const { message, actions, attempt: locking } = gate.closed;
      const detail = this.#toldOf(locking?.root, locking?.state)?.message ?? '';
      this.#notify('blocked', { tone: 'bad', message, detail }, actions);
      return;
    }
    const { latestRoot } = gate.ticket;
    const isKnown = this.ticket.latestRoot === undefined || (typeof latestRoot === 'string' && this.#seenRoots.has(latestRoot));
    if (isKnown) this.ticket = { ...this.ticket, latestRoot };
    if (why !== undefined || this.#stage.kind !== 'editing') {
      const freed = await this.#toldOfLock();
      if (end !== undefined) this.#notify('editing', end.notice, end.actions);
      else if (told !== undefined) this.#notify('editing', newsNotice(told), told.actions ?? []);
      else if (freed !== undefined) this.#notify('editing', newsNotice(freed));
      else if (why !== undefined && why !== '') this.#notify('editing', { tone: 'open', message: why, detail: '' });
      else this.#show(nothingToTell);
    }
    this.#followOrder();
    this.#page.post('form', this.#form());
  }

  /** Takes over fills that others read, and stops the ticket at other values. */
  #followOrder(): void {
    const now = this.#newlySeen();
    if (now === undefined || this.#stage.kind !== 'editing') return;
    const { kind, differences } = seenAgain(this.ticket, now);
    if (kind === 'same') return;
    const { notice } = this.#stage;
    const latestRoot = this.ticket.latestRoot ?? null;
    const detail = differencesText(differences);
    if (kind === 'changed') {
      const message = vscode.l10n.t('{0} has changed since you opened the ticket.', idText(this.ticket.orderId));
      this.#stop(
        { kind, order: now, differences, latestRoot },
        { message: [notice?.message ?? '', message].filter((text) => text !== '').join('\n'), detail },
      );
      return;
    }
    this.ticket = withNewValues(this.ticket, now, latestRoot);
    this.#start();
    this.#notify('editing', notice === null ? { tone: 'open', message: detail, detail: '' } : { ...notice, detail }, this.#actions);
  }

  #newlySeen(): OrderRecord | undefined {
    const now = this.deps.orders.find(this.ticket.accountId, this.ticket.orderId);
    if (now === this.#lastSeen) return undefined;
    this.#lastSeen = now;
    return now;
  }

  /** A ticket that is done with shows its order, not what was entered. */
  #showAsItIs(): void {
    const now = this.#newlySeen();
    const isOther = now !== undefined && seenAgain(this.ticket, now).kind !== 'same';
    if (!isOther && Object.keys(this.ticket.typed).length === 0) return;
    this.ticket = { ...(isOther ? withNewValues(this.ticket, now, this.ticket.latestRoot ?? null) : this.ticket), typed: {} };
    this.#start();
  }

  #endActions(): EndActions {
    const { checkStatus, resolve } = this.deps;
    const instead = async (open: () => Promise<void>): Promise<void> => {
      this.panel.dispose();
      await open();
    };
    return {
      checkStatus,
      resolve,
      modifyAgain: async () => instead(async () => this.others.modifyAgain()),
      changeBack: async (attempt) => instead(async () => this.others.changeBack(attempt)),
    };
  }

  #notify(
    kind: 'editing' | 'stale' | 'blocked' | 'ended',
    notice: Omit<TicketNotice, 'actions'>,
    actions: readonly NewsAction[] = [],
  ): void {
    this.#actions = actions;
    this.#show({ kind, notice: { ...notice, actions: actions.map(({ label }) => label) } });
  }

  #show(stage: TicketStage): void {
    this.#stage = stage;
    const shown = JSON.stringify(stage);
    // A notice that is shown again would take the keyboard.
    if (shown !== this.#shownStage) this.#page.post('stage', stage);
    this.#shownStage = shown;
  }

  #start(): void {
    const head = headView(this.ticket, this.target, this.deps.privacy.isOn);
    this.#shownStage = JSON.stringify(this.#stage);
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
