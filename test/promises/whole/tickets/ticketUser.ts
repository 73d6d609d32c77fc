import type { EditorWindow } from '../../desk/editorWindow';
import type { MessagePrompt, PickPrompt, PickRow, Prompt, TextPrompt } from '../../desk/prompts';

/** What somebody wants to do with one ticket. */
export interface TicketPlan {
  readonly accountId: string;
  readonly orderId: string;
  readonly entry: 'row' | 'command' | 'arguments';
  readonly qty: string;
  readonly price: string;
  readonly auxPrice: string;
  /** What the user does in the last dialog. */
  readonly says: 'yes' | 'no' | 'nothing';
  /** Answer to Order Confirm's dialog. */
  readonly confirms: boolean;
  /** Called when the user stands before this step. */
  readonly meanwhile?: { readonly at: 'list' | 'typing' | 'review' | 'modal'; readonly happens: () => void | Promise<void> };
  /** Goes on with the order as it is now when it has changed meanwhile. */
  readonly persists?: boolean;
  /** Acknowledges that the journal was changed. */
  readonly acknowledges?: boolean;
  /** Called right after the yes. */
  readonly afterYes?: () => void;
}

/** The last dialog as it was shown, and what was pressed. */
export interface LastDialog {
  readonly atMs: number;
  readonly text: string;
  readonly pressed: 'yes' | 'no' | 'nothing';
  /** Length of the window's record of what it said before the button was pressed. */
  readonly saidBefore: number;
}

export interface PlayedTicket {
  readonly dialogs: readonly LastDialog[];
  /** False when the command did not come to an end. */
  readonly ended: boolean;
  /** Questions that the user did not understand. */
  readonly puzzles: readonly string[];
  /** Length of the window's record of what it said before the ticket. */
  readonly saidBefore: number;
}

const sendButton = /^Change /;
const declineButton = /^(Do Not|Don’t|Cancel|Keep|Go Back|Back|Discard|Stop|Edit|Review Again)/;

/** Drives *Modify Order…* from the first key to the last. */
export class TicketUser {
  readonly #dialogs: LastDialog[] = [];
  readonly #puzzles: string[] = [];
  readonly #passed = new Set<string>();
  #typed = 0;
  /** The user was told that the order has changed and wants to go on. */
  #mayGoOn = false;
  #goneOn = 0;

  constructor(
    private readonly window: EditorWindow,
    private readonly plan: TicketPlan,
  ) {}

  async play(): Promise<PlayedTicket> {
    const saidBefore = this.window.said.length;
    const ended = await this.window.play('marketDesk.orders.modifyInSteps', await this.#argument(), async (prompt) => this.#answer(prompt));
    return { dialogs: this.#dialogs, ended, puzzles: this.#puzzles, saidBefore };
  }

  async #argument(): Promise<readonly unknown[]> {
    const { entry, accountId, orderId, qty, price, auxPrice } = this.plan;
    if (entry === 'command') return [];
    if (entry === 'arguments') return [{ accountId, orderId, qty, price, ...(auxPrice === '' ? {} : { auxPrice }) }];
    const rows = await this.window.rows('marketDesk.orders');
    const row = rows.find(({ label, contextValue }) => label.includes(orderId) && contextValue.includes('Order'));
    return row === undefined ? [{ accountId, orderId }] : [row.node];
  }

  async #answer(prompt: Prompt): Promise<void> {
    if (prompt.kind === 'pick') await this.#pick(prompt);
    else if (prompt.kind === 'text') await this.#type(prompt);
    else await this.#press(prompt);
  }

  async #pick(prompt: PickPrompt): Promise<void> {
    const { accountId, orderId } = this.plan;
    const rows = prompt.rows();
    if (rows.some(({ label }) => sendButton.test(label))) {
      await this.#reach('review');
      // Whoever comes back to the review a second time has been sent back: enough of it.
      if (this.#passed.has('reviewed')) prompt.close();
      else prompt.choose(({ label }) => sendButton.test(label));
      this.#passed.add('reviewed');
      return;
    }
    await this.#reach('list');
    const fits = (row: PickRow, text: string): boolean => row.label.toLowerCase() === text.toLowerCase() || row.description.includes(text);
    const way = [orderId, accountId, 'SEHK', 'Limit'].find((text) => rows.some((row) => fits(row, text)));
    if (way === undefined || this.#passed.has(`picked ${way}`)) {
      this.#puzzles.push(`pick “${prompt.title}” ${prompt.placeholder()}: ${rows.map(({ label }) => label).join(' | ')}`);
      prompt.close();
      return;
    }
    this.#passed.add(`picked ${way}`);
    prompt.choose((row) => fits(row, way));
  }

  async #type(prompt: TextPrompt): Promise<void> {
    await this.#reach('typing');
    const { qty, price, auxPrice, orderId, accountId } = this.plan;
    const about = `${prompt.title} ${prompt.prompt}`;
    const text = /Trigger/.test(about)
      ? auxPrice
      : /Quantity/.test(about)
        ? qty
        : /Price/.test(about)
          ? price
          : /account/.test(about)
            ? accountId
            : /order/.test(about)
              ? orderId
              : undefined;
    if (text === undefined) this.#puzzles.push(`text “${prompt.title}” ${prompt.prompt}`);
    // Somebody who is told the same complaint again and again gives up.
    this.#typed += 1;
    if (text === undefined || this.#typed > 12 || !(await prompt.enter(text))) prompt.close();
  }

  async #press(prompt: MessagePrompt): Promise<void> {
    const { machine } = this.window.options;
    if (prompt.isModal && prompt.buttons.some((button) => sendButton.test(button))) {
      const atMs = machine.monotonicMs;
      await this.#reach('modal');
      const pressed = this.#dialogs.length > 0 && !this.#mayGoOn ? 'no' : this.plan.says;
      this.#mayGoOn = false;
      this.#dialogs.push({ atMs, text: `${prompt.message}\n${prompt.detail}`, pressed, saidBefore: this.window.said.length });
      prompt.press(
        pressed === 'yes'
          ? prompt.buttons.find((button) => sendButton.test(button))
          : pressed === 'no'
            ? prompt.buttons.find((button) => declineButton.test(button))
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
    if (/Nothing was sent|could not be checked/.test(`${prompt.message} ${prompt.detail}`)) {
      this.#mayGoOn = this.plan.persists === true && this.#goneOn < 3;
      this.#goneOn += 1;
      if (this.#mayGoOn) this.#passed.delete('reviewed');
      prompt.press(this.#mayGoOn ? prompt.buttons.find((button) => !declineButton.test(button)) : undefined);
      return;
    }
    const confirm = prompt.buttons.find((button) => /^(Confirm|Open )/.test(button));
    if (confirm !== undefined) prompt.press(this.plan.confirms ? confirm : prompt.buttons.find((button) => declineButton.test(button)));
    // Soft limits, jumps and the like ask once more: this user means it.
    else prompt.press(prompt.buttons.find((button) => !declineButton.test(button)));
  }

  async #reach(step: NonNullable<TicketPlan['meanwhile']>['at']): Promise<void> {
    const { meanwhile } = this.plan;
    if (meanwhile?.at !== step || this.#passed.has(`meanwhile ${step}`)) return;
    this.#passed.add(`meanwhile ${step}`);
    await meanwhile.happens();
  }
}
