import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { front } from '../../platform/say/front';
import type { StaleVerdict } from '../../../app/orders/request/basis';
import { seenAgain } from '../../../app/orders/eye/seenAgain';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { withNewValues } from '../../../app/orders/ticket/ticket';
import { renewed } from '../../../app/orders/ticket/placingTicket';
import type { OpenReview } from '../../../app/orders/ticket/ticketDesk';
import type { ConnectionState } from '../../../app/session/connection';
import { isSameAccount, isSameOrder } from '../../../domain/orders/orderAttempts';
import type { Attempt, OrderTarget } from '../../../domain/orders/orderAttempts';
import { sentences } from '../../../domain/text/sentences';
import { digitsOf } from '../../platform/words/orderLine';
import type { TicketStage, TicketTexts, ToTicketHost } from '../../../panel/ticket/ticketProtocol';
import type { Handlers } from '../../../panel/platform/messages';
import { onAllowanceChange } from '../limits/readLimits';
import { editLimits } from '../limits/turnedOff';
import type { News, NewsAction, NewsSubject } from '../outcomeNews';
import { pickedTexts } from '../pickedPrice';
import type { PickedPrice } from '../pickedPrice';
import { briefName } from '../story/names';
import type { Look } from '../story/names';
import { nothingSent, staleText } from '../story/notSent';
import { differencesText } from '../story/seen';
import { partOf } from '../place/placingView';
import { askForYes } from './askForYes';
import { closeDiff, showDiff } from './changeDiff';
import { backNotice, endOf, newsNotice, nothingToTell, stepsOf } from './ticketEnd';
import { passGate } from './ticketGate';
import type { OtherTickets, Rehearsed, TicketFormDependencies } from './ticketFormDependencies';
import { LastSeen } from './sentOrder';
import { ToldNews } from './toldNews';
import { TicketTurns } from './ticketTurns';
import { TicketPage } from './ticketPage';
import { askedStage, checkingStage, keptOf, restingStage, sendingStage, textsOf, withTyped } from './ticketView';

/** An order ticket as a form. The page only displays and collects input; reading, the final confirmation, and sending happen here. */
export class TicketPanel extends TicketPage {
  /** The change that was sent last. */
  #sent: string | undefined;
  readonly #told: ToldNews;
  /** Roots of the attempts on the order that the user has seen, bounded by its attempts. Any other attempt stops the ticket. */
  readonly #seenRoots = new Set<string>();
  readonly #turns: TicketTurns;
  /** Aborts the current check or request. */
  #closing: AbortController | undefined;
  readonly #lastSeen: LastSeen;
  #hasDiff = false;
  #isDisposed = false;

  /** @param begun - The session that the ticket belongs to. @param asked - What it rehearses, or that the confirmation is asked for at once. */
  constructor(
    private readonly panel: vscode.WebviewPanel,
    ticket: Ticket,
    target: OrderTarget,
    private readonly begun: ConnectionState,
    private readonly others: OtherTickets,
    dependencies: TicketFormDependencies,
    asked?: Rehearsed | 'review',
  ) {
    super(panel, ticket, target, dependencies);
    const { log, privacy, journal, sending, news, orders } = dependencies;
    this.stage = this.#rest(typeof asked === 'object' ? asked : undefined);
    this.#turns = new TicketTurns(
      async () => this.#refreshStage(),
      (error) => {
        log.error('The order ticket failed', error);
        const message = vscode.l10n.t('Something went wrong in Market Desk. See the log for details.');
        this.notify('blocked', { tone: 'bad', message, detail: '' });
      },
    );
    this.#told = new ToldNews(journal);
    this.own(
      journal.onDidChange(() => this.#turns.look()),
      sending.onDidChange(() => this.#turns.look()),
      onAllowanceChange(() => this.#turns.look()),
      orders.onDidChange(() => this.#turns.look()),
      news.addPlace((about, told) => this.#takes(about, told)),
      privacy.onDidChange(() => {
        this.start();
        this.#turns.look();
      }),
    );
    this.#lastSeen = new LastSeen(orders, ticket);
    this.quotes.setVisible(true);
    this.held.setVisible(true);
    this.#turns.look();
    if (asked === 'review') this.#turns.press(async () => this.#review({}));
  }

  protected override look(): void {
    this.#turns.look();
  }

  get #look(): Look {
    return { isPrivate: this.dependencies.privacy.isOn, digits: () => digitsOf(this.quotes.market) };
  }

  /** What its order trades. */
  get #name(): string {
    return briefName(this.ticket.orderId, this.ticket.order, this.#look);
  }

  get state(): TicketStage['kind'] {
    return this.stage.kind;
  }

  /** Fills in a picked price, if it is for this order and the ticket can be edited. */
  take(picked: PickedPrice): boolean {
    const texts = this.stage.kind === 'editing' ? pickedTexts(this.ticket, picked) : undefined;
    if (texts === undefined) return false;
    this.#type(texts);
    this.start();
    return true;
  }

  protected override follow(change: 'connection' | 'visibility'): void {
    if (change === 'visibility') {
      this.quotes.setVisible(this.isVisible);
      this.held.setVisible(this.isVisible);
      this.order.follow(this.isVisible && this.stage.kind === 'ended');
    } else this.#turns.look();
  }

  override dispose(): void {
    this.#isDisposed = true;
    this.#turns.dispose();
    // What was confirmed is sent, as if the form were still there.
    if (this.stage.kind !== 'sending') this.#closing?.abort();
    super.dispose();
    if (this.#hasDiff) void closeDiff(this.ticket.orderId);
  }

  protected override readonly handlers: Handlers<ToTicketHost> = {
    ready: () => this.start(),
    edit: (texts) => {
      if (this.stage.kind !== 'editing') return;
      const { choices } = this.ticket.placing ?? {};
      this.#type(texts);
      this.toldLimit = '';
      // Another choice may start with other numbers.
      if (isDeepStrictEqual(this.ticket.placing?.choices, choices)) this.page.post('form', this.form());
      else this.start();
    },
    leave: () => void this.placing.ask(this.ticket),
    review: (texts) => this.#turns.press(async () => this.#review(texts)),
    part: ({ at, texts }) => this.#turns.press(async () => this.#usePart(at, texts)),
    risk: (texts) => {
      this.risk.ask(texts, this.ticket);
      this.page.post('form', this.form());
    },
    size: (texts) => this.#turns.press(async () => this.#sizeByRisk(texts)),
    rehearse: (texts) =>
      this.#turns.press(async () => this.#act({ label: '', run: async () => this.others.rehearse(withTyped(this.ticket, texts)) })),
    diff: (texts) => {
      if (this.stage.kind === 'editing') this.#type(texts);
      const draft = this.draft();
      if (draft?.ok !== true || draft.shown.preview.action !== 'modify') return;
      this.#hasDiff = true;
      void showDiff(draft.shown.preview, this.dependencies.documents);
    },
    act: (position) => {
      const action = this.actions[position];
      if (action !== undefined) this.#turns.press(async () => this.#act(action));
    },
    cancelOrder: () => {
      if (this.stage.kind === 'editing' || this.stage.kind === 'stale')
        this.#turns.press(async () => this.#act({ label: '', run: async () => this.others.askToCancel() }));
    },
    editLimits: () => void this.#choose(editLimits().run),
    cancel: () => this.#closing?.abort(),
    chooseAnother: () => void this.#choose(async () => this.others.chooseAnother()),
    chooseAccount: () => void this.#choose(async () => this.others.chooseAccount(this.ticket)),
    close: () => void this.panel.dispose(),
  };

  #type(texts: TicketTexts): void {
    this.ticket = withTyped(this.ticket, texts);
    this.page.post('keep', keptOf(this.ticket, this.target, this.stage));
  }

  async #review(texts: TicketTexts): Promise<void> {
    if (this.stage.kind !== 'editing') return;
    this.#type(texts);
    const gate = await passGate(this.ticket, this.begun, this.dependencies);
    if ('closed' in gate) return this.#refreshStage();
    const closing = new AbortController();
    this.#closing = closing;
    try {
      const opened = this.dependencies.desk.review(this.ticket, { signal: closing.signal }, () => this.placing.mostOf(this.ticket));
      if (!opened.ok) {
        this.page.post('form', this.form());
        return;
      }
      this.show(checkingStage(this.ticket));
      // At the same time as what the review reads.
      await this.placing.ask(this.ticket);
      const answer = await askForYes(opened.review, this.dependencies.timeZone(), digitsOf(this.quotes.market), (prices) => {
        this.show(askedStage());
        return this.knownLines(prices);
      });
      this.#takeFocus();
      switch (answer.kind) {
        case 'confirmed':
          await this.#send(opened.review, closing.signal);
          break;
        case 'blocked':
          if (answer.reason === 'stale' && !closing.signal.aborted) {
            this.#showStale(answer.verdict);
            break;
          }
          if (answer.reason === 'unresolved') this.#seenRoots.add(answer.attempt.root);
          await this.#goOn('');
          break;
        case 'back':
          this.toldLimit = answer.limit ?? '';
          this.page.post('form', this.form());
          await this.#goOn(answer.notice);
          if (answer.showsRequest === true) this.page.post('showRequest', null);
          break;
      }
    } finally {
      closing.abort();
    }
  }

  /** Fills in a part of what the account can trade at the price as it is now. */
  async #usePart(at: number, texts: TicketTexts): Promise<void> {
    if (this.stage.kind !== 'editing') return;
    this.#type(texts);
    await this.placing.ask(this.ticket);
    const { placing } = this.ticket;
    const qty = placing === undefined ? undefined : partOf(placing, this.placing.power, this.quotes.market, at);
    if (qty !== undefined) this.#type({ ...textsOf(this.ticket), qty });
    if (!this.#isDisposed) this.start();
  }

  async #sizeByRisk(texts: TicketTexts): Promise<void> {
    if (this.stage.kind !== 'editing') return;
    this.#type(texts);
    await this.placing.ask(this.ticket);
    const most = (): string | undefined => this.placing.mostOf(this.ticket);
    const qty = await this.risk.quantity(() => this.ticket, this.quotes.market, most);
    if (qty !== undefined) this.#type({ ...textsOf(this.ticket), qty });
    if (!this.#isDisposed) this.start();
  }

  /** Why checking the order or reading prices takes so long. */
  protected override tellWaiting(): void {
    if (this.stage.kind === 'checking' && this.stage.isAsked !== true) this.show(checkingStage(this.ticket));
    if (this.quotes.state.kind === 'loading') this.page.post('quote', this.quote());
  }

  async #send(review: OpenReview, signal: AbortSignal): Promise<void> {
    const { preview } = review.shown;
    this.show(sendingStage(this.ticket));
    this.#sent = preview.root;
    this.#seenRoots.add(preview.root);
    const stale = await this.dependencies.send(review, { signal });
    if (stale !== undefined) {
      this.#sent = undefined;
      if (this.#isDisposed) this.#tellStale(stale);
      else this.#showStale(stale);
    } else await this.#goOn(nothingSent());
  }

  /** The form was closed after the last question. */
  #tellStale(verdict: StaleVerdict): void {
    const { news, privacy } = this.dependencies;
    const { message, detail } = staleText(this.#name, verdict);
    const { isPaper = false } = this.target;
    news.notify({ severity: 'warning', message: sentences(message, privacy.isOn ? '' : detail) }, { isPaper });
  }

  #showStale(verdict: StaleVerdict, text = staleText(this.#name, verdict)): void {
    const notRead = verdict.kind === 'notRead';
    const next = notRead ? this.ticket : this.dependencies.desk.adopt(this.ticket, verdict);
    const goOn = async (): Promise<void> => {
      if (next === undefined) return;
      this.ticket = next;
      await this.#goOn('');
      this.start();
      if (notRead) await this.#review({});
    };
    const label = notRead ? vscode.l10n.t('Try Again') : vscode.l10n.t('Continue with Current Values');
    const actions = next === undefined ? [] : [{ label, run: goOn }];
    this.notify('stale', { tone: 'open', ...text }, actions);
  }

  async #act(action: NewsAction): Promise<void> {
    try {
      await action.run();
    } catch (error) {
      this.dependencies.report(error);
    }
    this.#takeFocus();
    await this.#refreshStage();
  }

  /** Takes back the focus that a question or a picker has left nowhere, unless it led to another page. */
  #takeFocus(): void {
    if (front.hasLostFocus && !this.#isDisposed && this.panel.visible && this.panel.active) this.panel.reveal();
  }

  /** Another order or account is chosen in lists. */
  async #choose(choose: () => Promise<void>): Promise<void> {
    front.pressed();
    await choose().catch((error: unknown) => this.dependencies.report(error));
    this.#takeFocus();
  }

  /** While the ticket is in front, it shows the news about changes of its order. */
  #takes({ root, target }: NewsSubject, news: News): boolean {
    if (this.#isDisposed || !this.panel.visible) return false;
    if (news.ended !== undefined) return this.#showsEnd(target, news.ended);
    if (!isSameOrder(target, this.target)) return false;
    // For a change that was sent elsewhere, the ticket shows only states; any other news is shown outside it.
    const isOfLock = this.stage.kind === 'blocked' && news.state !== undefined;
    if (root !== this.#sent && !isOfLock && !this.#turns.isActing) return false;
    this.#told.take(root, news);
    this.#turns.look();
    return true;
  }

  /** Whether the ticket shows what becomes of this order: it needs no other words. */
  #showsEnd(target: OrderTarget, orderId: string): boolean {
    return isSameAccount(target, this.target) && this.stage.kind === 'ended' && this.order.shown?.orderId === orderId;
  }

  /** Makes the ticket editable again after an interruption. @param why - The reason, shown if nothing else is. */
  async #goOn(why: string): Promise<void> {
    this.stage = nothingToTell;
    await this.#refreshStage(why);
  }

  /**
   * Updates the stage according to the current session, settings, journal, and order.
   *
   * @param why - What to show if the journal has nothing; undefined leaves the current notice.
   */
  async #refreshStage(why?: string): Promise<void> {
    if (this.#isDisposed || this.stage.kind === 'stale') return;
    const attempt = this.#sent === undefined ? undefined : await this.dependencies.journal.find(this.#sent);
    const told = this.#told.of(this.#sent, attempt?.state);
    const now = attempt === undefined ? undefined : this.order.find(attempt);
    const close = (): void => void this.panel.dispose();
    const end =
      attempt === undefined
        ? undefined
        : endOf(attempt, told, now, this.#look, stepsOf(attempt, { ...this.dependencies, ...this.others }, close));
    if (attempt !== undefined && end?.isOver === false) this.#renew(attempt);
    if (end?.isOver === true) {
      this.notify('ended', end.notice, end.actions);
      this.#showAsItIs();
      if (this.order.show(now, this.isVisible)) this.start();
      this.#tellUnshown();
      return;
    }
    this.order.rest();
    const gate = await passGate(this.ticket, this.begun, this.dependencies);
    if ('closed' in gate) {
      const { message, actions, attempt: locking, mayCancel = false } = gate.closed;
      const detail = this.#told.of(locking?.root, locking?.state)?.message ?? '';
      const cancel = { label: vscode.l10n.t('Cancel Order…'), run: async () => this.others.askToCancel() };
      this.notify('blocked', { tone: 'bad', message, detail }, mayCancel ? [...actions, cancel] : actions);
      this.#tellUnshown();
      return;
    }
    const { latestRoot } = gate.ticket;
    const isKnown = this.ticket.latestRoot === undefined || (typeof latestRoot === 'string' && this.#seenRoots.has(latestRoot));
    if (isKnown) this.ticket = { ...this.ticket, latestRoot };
    const wasBlocked = this.stage.kind === 'blocked';
    if (why !== undefined || this.stage.kind !== 'editing' || this.#told.hasUnshown) {
      const freed = wasBlocked ? await this.#told.last() : undefined;
      if (end !== undefined) this.notify('editing', end.notice, end.actions);
      else if (told !== undefined) this.notify('editing', newsNotice(told), told.actions ?? []);
      else if (freed !== undefined) this.notify('editing', newsNotice(freed));
      else if (why !== undefined && why !== '') this.notify('editing', backNotice(why));
      else this.show(this.#rest());
    }
    this.#tellUnshown();
    this.#followOrder();
    this.page.post('form', this.form());
  }

  /** News that offers something is shown elsewhere if the ticket, which took it, does not show it. */
  #tellUnshown(): void {
    const news = this.#told.left(this.actions);
    if (news !== undefined) this.dependencies.news.notify(news, { isPaper: this.target.isPaper === true });
  }

  #rest(rehearsed?: Rehearsed): TicketStage {
    const [stage, actions] = restingStage(this.ticket, async () => this.others.cancelProposed(this.ticket), rehearsed);
    this.actions = actions;
    return stage;
  }

  /** A mark is used only once: after an attempt was settled and the order can be entered again, it gets a new mark. */
  #renew({ target }: Attempt): void {
    if (this.ticket.placing === undefined || this.ticket.placing.mark !== target.mark) return;
    this.ticket = { ...renewed(this.ticket), latestRoot: undefined };
    this.target = this.dependencies.desk.targetOf(this.ticket) ?? this.target;
  }

  /** Takes over fills that were read elsewhere in the window, and stops the ticket if other values changed. */
  #followOrder(): void {
    const now = this.#lastSeen.next(this.ticket);
    if (now === undefined || this.stage.kind !== 'editing') return;
    const { isStale, differences } = seenAgain(this.ticket, now);
    if (differences.length === 0) return;
    const { notice } = this.stage;
    const latestRoot = this.ticket.latestRoot ?? null;
    const detail = differencesText(differences);
    if (isStale) {
      const message = vscode.l10n.t('{0} has changed since you opened the ticket.', this.#name);
      this.#showStale(
        { kind: 'changed', order: now, differences, latestRoot },
        { message: [notice?.message ?? '', message].filter((text) => text !== '').join('\n'), detail },
      );
      return;
    }
    this.ticket = withNewValues(this.ticket, now, latestRoot);
    this.start();
    this.notify('editing', notice === null ? { tone: 'open', message: detail, detail: '' } : { ...notice, detail }, this.actions);
  }

  /** A finished ticket shows its order, not what was entered; for a new order, it shows what was entered. */
  #showAsItIs(): void {
    if (this.ticket.placing !== undefined) return;
    const now = this.#lastSeen.next(this.ticket);
    const isOther = now !== undefined && seenAgain(this.ticket, now).differences.length > 0;
    if (!isOther && Object.keys(this.ticket.typed).length === 0) return;
    this.ticket = { ...(isOther ? withNewValues(this.ticket, now, this.ticket.latestRoot ?? null) : this.ticket), typed: {} };
    this.start();
  }
}
