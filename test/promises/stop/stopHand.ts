import type { MessagePrompt } from '../../support/editor/prompts';
import type { EditorWindow } from '../desk/editorWindow';
import type { WebviewPanel } from '../../support/editor/webviewPanel';
import { TicketForm } from '../whole/tickets/ticketForm';

export type StopAction = 'modify' | 'confirm' | 'cancel' | 'place';

const lastButton: Readonly<Record<StopAction, RegExp>> = {
  modify: /^Change /,
  confirm: /^Confirm/,
  cancel: /^Cancel Order$/,
  place: /^Buy /,
};
const patienceMs = 120_000;

/** Takes one action in one window to its last question, and confirms when told to. */
export class StopHand {
  #question: MessagePrompt | undefined;

  constructor(
    readonly window: EditorWindow,
    readonly action: StopAction,
    private readonly accountId: string,
    private readonly orderId: string,
  ) {}

  /** @returns false if the window does not get as far as the question. */
  async prepare(): Promise<boolean> {
    const { window, action, accountId, orderId } = this;
    const ticket = { accountId, orderId, qty: '1200', price: '99.5' };
    const order = { accountId, symbol: 'HK.00700', side: 'BUY', orderType: 'LIMIT', qty: '100', price: '99.5' };
    const open = { modify: 'marketDesk.orders.modify', confirm: 'marketDesk.orders.modify', place: 'marketDesk.orders.place' };
    if (action === 'cancel') {
      void window.press('marketDesk.orders.cancel', { accountId, orderId, exchange: 'SEHK' }).catch(() => undefined);
      return this.#toQuestion(lastButton.cancel);
    }
    const before = new Set(window.webviews);
    void window.press(open[action], action === 'place' ? order : ticket).catch(() => undefined);
    const panel = await this.#panel(before);
    if (panel === undefined || !(await this.#review(panel))) return false;
    if (action !== 'confirm') return this.#toQuestion(lastButton[action]);
    if (!(await this.#toQuestion(lastButton.modify))) return false;
    this.yes();
    return this.#toQuestion(lastButton.confirm);
  }

  /** Confirms the last question. */
  yes(): void {
    const question = this.#question;
    this.#question = undefined;
    question?.press(question.buttons.find((button) => lastButton[this.action].test(button) || lastButton.modify.test(button)));
  }

  async #panel(before: ReadonlySet<WebviewPanel>): Promise<WebviewPanel | undefined> {
    const { window } = this;
    const find = (): WebviewPanel | undefined =>
      window.webviews.find((panel) => panel.viewType === 'marketDesk.orderTicket' && !panel.isDisposed && !before.has(panel));
    await this.#run(() => find() !== undefined);
    return find();
  }

  async #review(panel: WebviewPanel): Promise<boolean> {
    const { window } = this;
    const page = window.look(panel);
    const button = (): HTMLButtonLike | undefined => page.button(/^Review (?:Change|Order)…$/);
    await this.#run(() => button() !== undefined || TicketForm.in(window)?.rest === 'blocked');
    const found = button();
    found?.click();
    return found !== undefined;
  }

  async #toQuestion(button: RegExp): Promise<boolean> {
    const { window } = this;
    const { machine } = window.options;
    const limit = machine.monotonicMs + patienceMs;
    for (;;) {
      await machine.runUntil(() => window.prompts.length > 0, Math.max(1, limit - machine.monotonicMs));
      const prompt = window.prompts.shift();
      if (prompt === undefined) return false;
      if (prompt.kind === 'message' && prompt.isModal && prompt.buttons.some((name) => button.test(name))) {
        await window.read(prompt);
        this.#question = prompt;
        return true;
      }
      if (prompt.kind === 'message') prompt.press(undefined);
      else prompt.close();
    }
  }

  async #run(isDone: () => boolean): Promise<void> {
    await this.window.options.machine.runUntil(isDone, patienceMs);
  }
}

interface HTMLButtonLike {
  click(): void;
}
