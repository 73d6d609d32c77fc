import { digitsOf } from '../../platform/words/orderLine';
import { canonicalCode } from '../../../domain/market/security';
import * as vscode from 'vscode';
import { codeOf } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { TicketDraft } from '../../../app/orders/ticket/ticketDesk';
import { TicketQuoteReader } from '../../../app/orders/ticket/ticketQuote';
import type { SnapshotQuote } from '../../../service/marketRecords';
import type { OrderTarget } from '../../../domain/orders/orderAttempts';
import { ticketHostGuards } from '../../../panel/ticket/ticketProtocol';
import type { TicketFact, TicketNotice, TicketStage, ToTicketHost, ToTicketPage } from '../../../panel/ticket/ticketProtocol';
import { PagePanel } from '../../platform/pages/pagePanel';
import type { NewsAction } from '../outcomeNews';
import { RiskPart } from '../place/riskPart';
import { HeldPosition } from './heldPosition';
import { PlacingPart } from './placingPart';
import { positionView } from './positionView';
import { SentOrder } from './sentOrder';
import { nothingToTell } from './ticketEnd';
import type { NoticeKind } from './ticketEnd';
import type { TicketFormDependencies } from './ticketFormDependencies';
import { quoteLine, quoteView } from './ticketQuoteView';
import { draftIn, formView, headView, keptOf, textsOf } from './ticketView';

/** What the page of a ticket shows, and what it is drawn from. What the user does with it is not decided here. */
export abstract class TicketPage extends PagePanel<ToTicketPage, ToTicketHost> {
  protected readonly quotes: TicketQuoteReader;
  protected readonly placing: PlacingPart;
  protected readonly risk: RiskPart;
  protected readonly order: SentOrder;
  protected readonly held: HeldPosition;
  protected stage: TicketStage = nothingToTell;
  /** The actions behind the buttons of the stage's notice. */
  protected actions: readonly NewsAction[] = [];
  protected toldLimit = '';
  /** The stage that was last sent to the page, as JSON. */
  #shownStage = '';

  constructor(
    panel: vscode.WebviewPanel,
    protected ticket: Ticket,
    protected target: OrderTarget,
    protected readonly dependencies: TicketFormDependencies,
  ) {
    super(panel, dependencies, { name: 'ticket', icon: 'order', title: vscode.l10n.t('Order ticket'), guards: ticketHostGuards });
    const { access, clock, timers, market } = dependencies;
    this.order = new SentOrder(dependencies, ticket, () => this.look());
    this.quotes = new TicketQuoteReader({ access, clock, timers, market, code: canonicalCode(codeOf(ticket)) });
    this.placing = new PlacingPart(dependencies, { ticket: () => this.ticket, changed: () => this.learn() });
    this.risk = new RiskPart(access, clock, () => this.page.post('form', this.form()));
    this.held = new HeldPosition(dependencies, ticket, () => this.learn());
    this.ticket = heldIn(this.ticket, this.held.currency);
    this.own(
      this.risk,
      this.quotes,
      this.placing,
      this.order,
      this.held,
      this.quotes.onDidChange(() => {
        this.page.post('quote', this.quote());
        this.learn();
      }),
    );
  }

  /** Something that decides the stage may have changed. */
  protected abstract look(): void;

  protected override tellSettings(): void {
    this.page.post('quote', this.quote());
  }

  /** Updates the ticket with data that arrived while a new order is being filled in. */
  protected learn(): void {
    const { start } = this.ticket.placing ?? {};
    // A form that waits to be released is filled in as well.
    if (this.stage.kind === 'editing' || this.stage.kind === 'blocked')
      this.ticket = heldIn(this.placing.known(this.ticket, this.quotes), this.held.currency);
    // Once the first price is there, or will not be: what the account can trade depends on it.
    if (this.placing.power.kind === 'none' && this.quotes.state.kind !== 'loading') void this.placing.ask(this.ticket);
    if (this.ticket.placing?.start === start) this.page.post('form', this.form());
    else this.start();
  }

  protected notify(kind: NoticeKind, notice: Omit<TicketNotice, 'actions'>, actions: readonly NewsAction[] = []): void {
    this.actions = actions;
    this.show({ kind, notice: { ...notice, actions: actions.map(({ label }) => label) } });
  }

  protected show(stage: TicketStage): void {
    this.stage = stage;
    const shown = JSON.stringify(stage);
    // Sending the same notice again would move the keyboard focus.
    if (shown !== this.#shownStage) this.page.post('stage', stage);
    this.#shownStage = shown;
    this.page.post('keep', keptOf(this.ticket, this.target, this.stage));
  }

  protected start(): void {
    const now = this.stage.kind === 'ended' ? this.order.shown : undefined;
    const head = headView(this.ticket, this.target, this.dependencies.privacy.isOn, digitsOf(this.quotes.market), now);
    this.#shownStage = JSON.stringify(this.stage);
    this.page.post('keep', keptOf(this.ticket, this.target, this.stage));
    this.page.post('start', { head, texts: textsOf(this.ticket), form: this.form(), quote: this.quote(), stage: this.stage });
  }

  protected form(): ToTicketPage['form'] {
    const { ticket, quotes, placing } = this;
    const risk = this.risk.view(ticket, quotes.market, placing.mostOf(ticket), { isPrivate: this.dependencies.privacy.isOn });
    const form = { ...formView(ticket, this.draft(), quotes, placing.power, this.toldLimit), risk, position: this.#position() };
    // What was sent is warned about no more.
    return this.stage.kind === 'ended' ? { ...form, warnings: [], limits: [], problems: [], idle: '' } : form;
  }

  /** The prices and the position for the last question, which hides the form. @param prices - As just read; those of the form if undefined. */
  protected knownLines(prices: SnapshotQuote | undefined): readonly string[] {
    if (prices !== undefined) this.quotes.learn(prices);
    const { clock, timeZone, privacy } = this.dependencies;
    const read = { kind: 'shown', quote: prices, readAtMs: clock.monotonicMs(), error: undefined } as const;
    const quote = prices === undefined ? this.quote() : quoteView(read, clock, timeZone());
    const position = typeof this.held.known === 'object' && !privacy.isOn ? this.#position() : null;
    return [quoteLine(quote, clock, timeZone()), position === null ? '' : vscode.l10n.t('{0}: {1}', position.label, position.value)];
  }

  #position(): TicketFact | null {
    // What was sent may be in the position already.
    const isOpen = ['editing', 'checking', 'stale'].includes(this.stage.kind);
    return positionView(this.ticket, this.held.known, this.placing.power, { isPrivate: this.dependencies.privacy.isOn, isOpen });
  }

  protected draft(): TicketDraft | undefined {
    return draftIn(this.dependencies.desk, this.ticket, this.quotes.market, this.placing.facts);
  }

  protected quote(): ToTicketPage['quote'] {
    return quoteView(this.quotes.state, this.dependencies.clock, this.dependencies.timeZone());
  }
}

/** A new order with the currency of what is held of its security. */
function heldIn(ticket: Ticket, currency: string | undefined): Ticket {
  const { placing } = ticket;
  return placing === undefined || currency === undefined || placing.currency === currency
    ? ticket
    : { ...ticket, placing: { ...placing, currency } };
}
