import type { EditorWindow } from '../../desk/editorWindow';
import type { MessagePrompt, PickPrompt, PickRow, Prompt, TextPrompt } from '../../../support/editor/prompts';
import { TicketForm } from './ticketForm';
import type { FormSight } from './ticketForm';
import type { OrderAction } from '../../broker/orderWrites';

/** The values of a new order. */
export interface PlacePlan {
  readonly code: string;
  readonly side: string;
  readonly orderType: string;
  /** The user's own text. */
  readonly remark: string;
}

/** What a user wants to do with one ticket. */
export interface TicketPlan {
  /** A modification by default. */
  readonly action?: OrderAction;
  readonly accountId: string;
  /** Empty for a new order. */
  readonly orderId: string;
  readonly place?: PlacePlan;
  readonly entry: 'row' | 'command' | 'arguments';
  readonly qty: string;
  readonly price: string;
  readonly auxPrice: string;
  /** What the user does in the last dialog. */
  readonly says: 'yes' | 'no' | 'nothing';
  /** Answer to Order Confirm's dialog. */
  readonly confirms: boolean;
  /** Called when the user reaches this step. */
  readonly meanwhile?: { readonly at: 'list' | 'typing' | 'review' | 'modal'; readonly happens: () => void | Promise<void> };
  /** Continues with the current order if it has changed meanwhile. */
  readonly persists?: boolean;
  /** Acknowledges that the journal was changed. */
  readonly acknowledges?: boolean;
  /** Asks for the review with Enter in a field, not with the button. */
  readonly byKey?: boolean;
  /** Looks at the filled form for this long before asking for the review. */
  readonly waitsMs?: number;
  /** Leaves the form open when the ticket has ended. */
  readonly stays?: boolean;
  /** Called right after the confirmation. */
  readonly afterYes?: () => void;
  /** Keeps the confirmation of a question of the service from being sent: called right before the user confirms it. */
  readonly beforeConfirming?: () => void;
}

/** The last dialog as it was shown, and the button that was pressed. */
export interface LastDialog {
  readonly atMs: number;
  readonly text: string;
  readonly pressed: 'yes' | 'no' | 'nothing';
  /** What the form showed when its review was requested; empty if there is no form. */
  readonly form: FormSight;
  /** Length of the window's record of messages before the button was pressed. */
  readonly saidBefore: number;
}

export interface PlayedTicket {
  readonly dialogs: readonly LastDialog[];
  /** False if the ticket did not come to an end. */
  readonly ended: boolean;
  /** The user confirmed a question of the service. */
  readonly hasConfirmed: boolean;
  /** Questions that the user did not understand. */
  readonly puzzles: readonly string[];
  /** Length of the window's record of messages before the ticket. */
  readonly saidBefore: number;
  /** Closes a form that was left open. */
  readonly close: () => void;
}

const commands = { modify: 'marketDesk.orders.modify', place: 'marketDesk.orders.place', cancel: 'marketDesk.orders.cancel' } as const;
const sendButtons = { modify: /^Change /, place: /^(Buy|Sell)\b/, cancel: /^Cancel Order$/ } as const;
const declineButton = /^(Do Not|Don’t|Cancel|Keep|Go Back|Back|Discard|Stop|Edit|Review Again)/;
const declineCancellation = /^(Don’t|Keep|Close)/;
const noForm: FormSight = { title: '', facts: new Map(), fields: new Map(), changes: new Map(), request: '' };

/** A ticket that has not come to rest after this time never will. */
const patienceMs = 600_000;
/** More rounds than any ticket needs: a user who is sent back again and again gives up. */
const mostReviews = 6;

/** Drives *Modify Order…*, *New Order…*, and *Cancel Order…* from the first key to the last: the lists, the form, the last question. */
export class TicketUser {
  readonly #dialogs: LastDialog[] = [];
  readonly #puzzles: string[] = [];
  readonly #passed = new Set<string>();
  #typed = 0;
  /** The user was told that the order has changed, and wants to go on. */
  #mayGoOn = false;
  #goneOn = 0;
  #sight: FormSight | undefined;
  readonly #action: OrderAction;

  constructor(
    private readonly window: EditorWindow,
    private readonly plan: TicketPlan,
  ) {
    this.#action = plan.action ?? 'modify';
    if (this.#action === 'cancel') this.#sight = noForm;
  }

  async play(): Promise<PlayedTicket> {
    const saidBefore = this.window.said.length;
    const isOpen = await this.window.play(commands[this.#action], await this.#argument(), async (prompt) => this.#answer(prompt));
    const form = isOpen && this.#action !== 'cancel' ? TicketForm.in(this.window) : undefined;
    const ended = form === undefined ? isOpen : await this.#fill(form);
    if (this.plan.stays !== true) form?.close();
    const hasConfirmed = this.#passed.has('confirmed');
    return { dialogs: this.#dialogs, ended, hasConfirmed, puzzles: this.#puzzles, saidBefore, close: () => form?.close() };
  }

  async #argument(): Promise<readonly unknown[]> {
    const { entry, accountId, orderId, qty, price, auxPrice, place } = this.plan;
    if (place !== undefined) {
      const { code: symbol, side, orderType, remark } = place;
      if (entry !== 'arguments') return [{ accountId, symbol }];
      return [{ accountId, symbol, side, orderType, qty, price, remark, ...(auxPrice === '' ? {} : { auxPrice }) }];
    }
    if (this.#action === 'cancel' && entry === 'arguments') return [{ accountId, orderId }];
    if (entry === 'command') return [];
    if (entry === 'arguments') return [{ accountId, orderId, qty, price, ...(auxPrice === '' ? {} : { auxPrice }) }];
    const rows = await this.window.rows('marketDesk.orders');
    const row = rows.find(({ label, contextValue }) => label.includes(orderId) && contextValue.includes('Order'));
    return row === undefined ? [{ accountId, orderId }] : [row.node];
  }

  /** Fills in the form and goes on until it has ended, or nothing more can be done. */
  async #fill(form: TicketForm): Promise<boolean> {
    let reviews = 0;
    for (;;) {
      if (!(await this.#settle(form))) return this.window.options.life.isDead;
      switch (form.rest) {
        case 'stale':
          this.#mayGoOn = this.plan.persists === true && this.#goneOn < 3;
          this.#goneOn += 1;
          if (!this.#mayGoOn) return true;
          form.goOn();
          break;
        case 'blocked':
          if (this.plan.acknowledges !== true || this.#passed.has('acknowledged') || !form.act(/^Acknowledge/)) return true;
          this.#passed.add('acknowledged');
          break;
        case 'editing': {
          const hasReturned = reviews > 0 && !this.#mayGoOn;
          if (hasReturned || reviews >= mostReviews || !(await this.#ask(form))) return true;
          reviews += 1;
          break;
        }
        default:
          return true;
      }
    }
  }

  /** Types the wanted values and asks for the review; false if the form does not allow that. */
  async #ask(form: TicketForm): Promise<boolean> {
    const { machine } = this.window.options;
    await this.#reach('typing');
    const { place } = this.plan;
    if (place !== undefined) {
      form.choose('order_type', place.orderType);
      await machine.settle();
      form.choose('side', place.side);
      await machine.settle();
      form.fill('Remark', place.remark);
    }
    form.fill('Quantity', this.plan.qty);
    form.fill('Price', this.plan.price);
    form.fill('Trigger price', this.plan.auxPrice);
    await machine.settle();
    await this.#reach('review');
    await machine.pass(this.plan.waitsMs ?? 0);
    await machine.settle();
    // The form itself may have noticed that its order has changed.
    if (form.rest !== 'editing') return true;
    this.#sight = form.sight();
    if (!form.canReview) return false;
    form.review(this.plan.byKey === true);
    // The form of a new order first reads what the account can trade.
    if (place !== undefined)
      await machine.runUntil(() => this.window.prompts.length > 0 || form.rest !== 'editing' || this.window.options.life.isDead, 60_000);
    return true;
  }

  /** Answers questions until the form waits for the user again; false if it never does. */
  async #settle(form: TicketForm): Promise<boolean> {
    const { machine, life } = this.window.options;
    const limit = machine.monotonicMs + patienceMs;
    for (;;) {
      const isReady = await machine.runUntil(
        () => this.window.prompts.length > 0 || form.rest !== 'busy' || life.isDead,
        Math.max(1, limit - machine.monotonicMs),
      );
      const prompt = this.window.prompts.shift();
      if (prompt !== undefined) {
        await this.window.read(prompt);
        await this.#answer(prompt);
      } else if (!isReady || life.isDead) return false;
      else return true;
    }
  }

  async #answer(prompt: Prompt): Promise<void> {
    if (prompt.kind === 'pick') await this.#pick(prompt);
    else if (prompt.kind === 'text') await this.#type(prompt);
    else await this.#press(prompt);
  }

  async #pick(prompt: PickPrompt): Promise<void> {
    const { accountId, orderId } = this.plan;
    const rows = prompt.rows();
    await this.#reach('list');
    const fits = (row: PickRow, text: string): boolean => row.label.toLowerCase() === text.toLowerCase() || row.description.includes(text);
    // The user identifies an order that the list does not have yet by its ID.
    const way = [orderId, accountId, 'SEHK', 'Limit', 'Enter an order ID…'].find((text) => rows.some((row) => fits(row, text)));
    if (way === undefined || this.#passed.has(`picked ${way}`)) {
      this.#puzzles.push(`pick “${prompt.title}” ${prompt.placeholder()}: ${rows.map(({ label }) => label).join(' | ')}`);
      prompt.close();
      return;
    }
    this.#passed.add(`picked ${way}`);
    prompt.choose((row) => fits(row, way));
  }

  async #type(prompt: TextPrompt): Promise<void> {
    const { orderId, accountId } = this.plan;
    const about = `${prompt.title} ${prompt.prompt}`;
    const text = /account/.test(about) ? accountId : /order/.test(about) ? orderId : undefined;
    if (text === undefined) this.#puzzles.push(`text “${prompt.title}” ${prompt.prompt}`);
    // A user who gets the same complaint again and again gives up.
    this.#typed += 1;
    if (text === undefined || this.#typed > 12 || !(await prompt.enter(text))) prompt.close();
  }

  async #press(prompt: MessagePrompt): Promise<void> {
    const { machine } = this.window.options;
    if (prompt.isModal && this.#sight !== undefined && prompt.buttons.some((button) => this.#sends(button))) {
      const atMs = machine.monotonicMs;
      await this.#reach('modal');
      // A cancellation asks again if its order has changed.
      const asksAgain = this.#action === 'cancel' && this.plan.persists === true && this.#dialogs.length < 3;
      const pressed = this.#dialogs.length > 0 && !this.#mayGoOn && !asksAgain ? 'no' : this.plan.says;
      this.#mayGoOn = false;
      const text = `${prompt.message}\n${prompt.detail}`;
      this.#dialogs.push({ atMs, text, pressed, form: this.#sight, saidBefore: this.window.said.length });
      prompt.press(
        pressed === 'yes'
          ? prompt.buttons.find((button) => this.#sends(button))
          : pressed === 'no'
            ? prompt.buttons.find((button) => this.#declines(button))
            : undefined,
      );
      if (pressed === 'yes') this.plan.afterYes?.();
      return;
    }
    const acknowledge = prompt.buttons.find((button) => button.startsWith('Acknowledge'));
    if (!prompt.isModal || acknowledge !== undefined) {
      prompt.press(this.plan.acknowledges === true ? acknowledge : undefined);
      return;
    }
    if (/couldn’t be checked/.test(prompt.message)) {
      const tries = this.plan.persists === true && this.#goneOn < 3;
      this.#goneOn += 1;
      prompt.press(tries ? prompt.buttons.find((button) => !declineButton.test(button)) : undefined);
      return;
    }
    const confirm = prompt.buttons.find((button) => /^(Confirm|Open )/.test(button));
    if (confirm?.startsWith('Confirm') === true && this.plan.confirms) this.plan.beforeConfirming?.();
    if (confirm !== undefined && this.plan.confirms && this.plan.beforeConfirming === undefined) this.#passed.add('confirmed');
    if (confirm !== undefined) prompt.press(this.plan.confirms ? confirm : prompt.buttons.find((button) => this.#declines(button)));
    else prompt.press(prompt.buttons.find((button) => !declineButton.test(button)));
  }

  #sends(button: string): boolean {
    return sendButtons[this.#action].test(button);
  }

  #declines(button: string): boolean {
    return (this.#action === 'cancel' ? declineCancellation : declineButton).test(button);
  }

  async #reach(step: NonNullable<TicketPlan['meanwhile']>['at']): Promise<void> {
    const { meanwhile } = this.plan;
    if (meanwhile?.at !== step || this.#passed.has(`meanwhile ${step}`)) return;
    this.#passed.add(`meanwhile ${step}`);
    await meanwhile.happens();
  }
}
