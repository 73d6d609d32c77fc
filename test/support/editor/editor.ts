import { resolve } from 'node:path';
import type { PickPrompt, PickRow, Prompt, TextPrompt } from './prompts';
import { resets } from './resets';
import { defaultsOf, Settings } from './settings';
import { StandIn } from './standIn';
import type { Progress } from './standIn';
import type { StatusItem } from './statusItem';

/**
 * How a question is answered: the button with this title, the first row of a list with this label, or the text for a box; an expression is
 * found in a title, or in a row as `label | description`. `undefined` closes the question. A function answers by itself, or leaves it open.
 */
type Answer = string | RegExp | undefined | ((prompt: Prompt) => unknown);

let defaults: ReadonlyMap<string, unknown> | undefined;

const turn = setImmediate;

/** The window of a test file: what the program shows is kept, and questions are answered as the test says, otherwise closed. */
class Editor extends StandIn {
  /** Lists and boxes that were shown, answered or not. */
  readonly asked: (PickPrompt | TextPrompt)[] = [];
  /** Progress notifications that were shown. */
  readonly progressed: Progress[] = [];
  /** Changes what the program says, as a translation would. */
  wording: ((text: string) => string) | undefined;
  /** Called with each progress notification that appears. */
  onProgress: ((shown: Progress) => void) | undefined;
  readonly #answers: Answer[] = [];
  readonly #faults: string[] = [];
  #usual: readonly Answer[] = [];

  constructor() {
    super({
      settings: new Settings(() => (defaults ??= defaultsOf(resolve('package.json')))),
      nowMs: () => performance.now(),
      isFocused: true,
      during: async (work) => work,
      settle: async () => {
        for (let turns = 0; turns < 3; turns += 1) await new Promise<void>((resolve) => void turn(resolve));
      },
      draws: undefined,
    });
  }

  /**
   * The next questions are answered so, in this order; notifications count only if they offer the answer.
   *
   * @throws at the end of the test if one was not asked for, or did not fit.
   */
  answer(...answers: readonly Answer[]): void {
    this.#answers.push(...answers);
  }

  /** All other questions are answered with the first of these that they offer; without any they are closed. */
  usually(...answers: readonly Answer[]): void {
    this.#usual = answers;
  }

  /** Questions stay open until the test answers them. */
  leaveOpen(): void {
    this.usually(() => undefined);
  }

  /** Texts of the messages, oldest first; the details of a dialog are on the lines below. */
  get told(): readonly string[] {
    return this.messages.map(({ message, detail }) => (detail === '' ? message : `${message}\n${detail}`));
  }

  /** Texts of the notifications, oldest first. */
  get notices(): readonly string[] {
    return this.messages.flatMap(({ isModal, message }) => (isModal ? [] : [message]));
  }

  /** Texts of the dialogs with their details, oldest first. */
  get questions(): readonly string[] {
    return this.messages.flatMap(({ isModal, message, detail }) => (isModal ? [detail === '' ? message : `${message}\n${detail}`] : []));
  }

  /** Texts that the status bar showed for some time. */
  get flashed(): readonly string[] {
    return this.said.filter(({ kind }) => kind === 'status').map(({ text }) => text);
  }

  /** Rows of the lists that were shown, oldest first. */
  get lists(): readonly (readonly PickRow[])[] {
    return this.asked.flatMap((prompt) => (prompt.kind === 'pick' ? [prompt.rows()] : []));
  }

  /** Items of the status bar from left to right. */
  get bar(): readonly StatusItem[] {
    return [...this.statusItems].sort((one, other) => other.priority - one.priority);
  }

  /** Texts of the visible items of the status bar, from left to right. */
  get barTexts(): readonly string[] {
    return this.bar.filter(({ isShown }) => isShown).map(({ text }) => text);
  }

  /** The user changes a setting of the program, such as `orders.allow`. */
  set(key: string, value: unknown): void {
    this.place.settings.set(`marketDesk.${key}`, value);
  }

  /** What the user set. */
  setting(key: string): unknown {
    return this.place.settings.settings.get(`marketDesk.${key}`);
  }

  override show(prompt: Prompt): void {
    super.show(prompt);
    if (prompt.kind !== 'message') this.asked.push(prompt);
    // The program may fill a list after it has shown it.
    const soon = prompt.kind === 'pick' && prompt.items().length === 0 ? turn : queueMicrotask;
    soon(() => this.#reply(prompt));
  }

  override reword(text: string): string {
    return this.wording?.(text) ?? text;
  }

  override begin(shown: Progress): void {
    super.begin(shown);
    this.progressed.push(shown);
    this.onProgress?.(shown);
  }

  override reset(): void {
    super.reset();
    this.asked.length = this.progressed.length = this.#answers.length = this.#faults.length = 0;
    this.#usual = [];
    this.onProgress = this.wording = undefined;
  }

  /** @throws if questions and answers of the test did not fit. */
  end(): void {
    const left = this.#answers.map((answer) => `nobody asked for the answer “${String(answer)}”`);
    const [fault] = [...this.#faults, ...left];
    this.#faults.length = this.#answers.length = 0;
    if (fault !== undefined) throw new Error(`the stand-in editor: ${fault}`);
  }

  #reply(prompt: Prompt): void {
    const at = this.prompts.indexOf(prompt);
    if (at < 0) return;
    const [next] = this.#answers;
    // A notification waits for nobody: it takes an answer only if that is meant for it.
    const isMeant =
      prompt.kind !== 'message' || prompt.isModal || ((typeof next === 'string' || next instanceof RegExp) && offers(prompt, next));
    const answer = this.#answers.length > 0 && isMeant ? this.#answers.shift() : this.#usual.find((candidate) => offers(prompt, candidate));
    if (typeof answer === 'function') {
      answer(prompt);
      return;
    }
    this.prompts.splice(at, 1);
    if (answer !== undefined && !offers(prompt, answer)) {
      this.#faults.push(`“${String(answer)}” is not offered, only ${offered(prompt).join(', ')}`);
      dismiss(prompt);
    } else if (answer === undefined) dismiss(prompt);
    else if (prompt.kind === 'text') void prompt.enter(String(answer));
    else if (prompt.kind === 'message') prompt.press(prompt.buttons.find((button) => fits(answer, button)));
    else prompt.choose((row) => fitsRow(answer, row));
  }
}

const fits = (answer: string | RegExp, text: string): boolean => (typeof answer === 'string' ? answer === text : answer.test(text));

const fitsRow = (answer: string | RegExp, { label, description }: PickRow): boolean =>
  fits(answer, typeof answer === 'string' ? label : `${label} | ${description}`);

function offers(prompt: Prompt, answer: Answer): boolean {
  if (answer === undefined || typeof answer === 'function') return true;
  if (prompt.kind === 'text') return typeof answer === 'string';
  return prompt.kind === 'message'
    ? prompt.buttons.some((button) => fits(answer, button))
    : prompt.rows().some((row) => fitsRow(answer, row));
}

function offered(prompt: Prompt): readonly string[] {
  if (prompt.kind === 'text') return ['a text'];
  return prompt.kind === 'message' ? prompt.buttons : prompt.rows().map(({ label, description }) => `${label} | ${description}`);
}

function dismiss(prompt: Prompt): void {
  if (prompt.kind === 'message') prompt.press(undefined);
  else prompt.close();
}

/** The window of this test file; it is reset before each test. */
export const editor = new Editor();

resets.push({ before: () => editor.reset(), after: () => editor.end() });
