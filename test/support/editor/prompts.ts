import { EventEmitter, enumerations } from './values';

export interface PickRow {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** A list to choose from. */
export interface PickPrompt {
  readonly kind: 'pick';
  readonly title: string;
  readonly placeholder: () => string;
  readonly rows: () => readonly PickRow[];
  /** As the program gave them, separators too. */
  readonly items: () => readonly unknown[];
  /** Those that Enter would choose. */
  readonly active: () => readonly unknown[];
  /** Whether it stays open while the user looks elsewhere. */
  readonly staysOpen: () => boolean;
  readonly type: (text: string) => void;
  /** Presses Enter, which chooses the first row if there is one. */
  readonly enter: () => void;
  /** Chooses the first matching row. @throws if there is none. */
  readonly choose: (fits: (row: PickRow) => boolean) => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** A text field. */
export interface TextPrompt {
  readonly kind: 'text';
  readonly title: string;
  readonly prompt: string;
  readonly value: () => string;
  readonly complaint: () => string;
  /** Types the text and presses Enter; false if the box stays open with an error. */
  readonly enter: (text: string) => Promise<boolean>;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

/** A dialog or a notification with buttons. */
export interface MessagePrompt {
  readonly kind: 'message';
  readonly severity: 'info' | 'warning' | 'error';
  readonly isModal: boolean;
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly press: (button: string | undefined) => void;
}

export type Prompt = PickPrompt | TextPrompt | MessagePrompt;

type Item = Readonly<Record<string, unknown>>;

/** The text of an item; items of a list may be plain strings. */
function rowOf(item: unknown): PickRow {
  if (typeof item !== 'object' || item === null) return { label: String(item), description: '', detail: '' };
  const { label, description, detail } = item as Item;
  return { label: textOf(label), description: textOf(description), detail: textOf(detail) };
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isChoosable(item: unknown): boolean {
  return !(typeof item === 'object' && item !== null && 'kind' in item && item.kind === enumerations.QuickPickItemKind.Separator);
}

/** `window.createQuickPick`. */
export class QuickPick {
  title: string | undefined;
  placeholder: string | undefined;
  items: readonly unknown[] = [];
  activeItems: readonly unknown[] = [];
  selectedItems: readonly unknown[] = [];
  buttons: readonly unknown[] = [];
  value = '';
  busy = false;
  enabled = true;
  isShown = false;
  step: number | undefined;
  totalSteps: number | undefined;
  ignoreFocusOut = false;
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  keepScrollPosition = false;
  readonly #accepted = new EventEmitter<undefined>();
  readonly #hidden = new EventEmitter<undefined>();
  readonly #button = new EventEmitter<unknown>();
  readonly #value = new EventEmitter<string>();
  readonly #active = new EventEmitter<readonly unknown[]>();
  readonly #selection = new EventEmitter<readonly unknown[]>();
  readonly #itemButton = new EventEmitter<unknown>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#button.event;
  readonly onDidTriggerItemButton = this.#itemButton.event;
  readonly onDidChangeValue = this.#value.event;
  readonly onDidChangeActive = this.#active.event;
  readonly onDidChangeSelection = this.#selection.event;

  constructor(private readonly open: (prompt: Prompt) => void) {}

  show(): void {
    if (this.isShown) return;
    this.isShown = true;
    this.open({
      kind: 'pick',
      title: this.title ?? '',
      placeholder: () => this.placeholder ?? '',
      rows: () => this.items.filter(isChoosable).map(rowOf),
      items: () => this.items,
      active: () => this.activeItems,
      staysOpen: () => this.ignoreFocusOut,
      type: (text) => {
        this.value = text;
        this.#value.fire(text);
      },
      enter: () => {
        this.selectedItems = this.items.filter(isChoosable).slice(0, 1);
        this.#accepted.fire(undefined);
      },
      choose: (fits) => {
        const item = this.items.find((candidate) => isChoosable(candidate) && fits(rowOf(candidate)));
        if (item === undefined)
          throw new Error(`nothing to choose in “${this.title ?? ''}”: ${this.items.map((entry) => rowOf(entry).label).join(' | ')}`);
        this.activeItems = [item];
        this.selectedItems = [item];
        this.#selection.fire([item]);
        this.#accepted.fire(undefined);
      },
      isOpen: () => this.isShown,
      close: () => this.hide(),
    });
  }

  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.#hidden.fire(undefined);
  }

  dispose(): void {
    this.hide();
  }
}

/** `window.createInputBox`. */
export class InputBox {
  title: string | undefined;
  prompt: string | undefined;
  placeholder: string | undefined;
  value = '';
  validationMessage: unknown;
  buttons: readonly unknown[] = [];
  isShown = false;
  password = false;
  busy = false;
  enabled = true;
  step: number | undefined;
  totalSteps: number | undefined;
  ignoreFocusOut = false;
  valueSelection: unknown;
  readonly #accepted = new EventEmitter<undefined>();
  readonly #hidden = new EventEmitter<undefined>();
  readonly #button = new EventEmitter<unknown>();
  readonly #value = new EventEmitter<string>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#button.event;
  readonly onDidChangeValue = this.#value.event;

  constructor(
    private readonly open: (prompt: Prompt) => void,
    private readonly settle: () => Promise<void>,
  ) {}

  show(): void {
    if (this.isShown) return;
    this.isShown = true;
    this.open({
      kind: 'text',
      title: this.title ?? '',
      prompt: this.prompt ?? '',
      value: () => this.value,
      complaint: () => this.#complaint(),
      enter: async (text) => {
        this.value = text;
        this.#value.fire(text);
        this.#accepted.fire(undefined);
        await this.settle();
        return !this.isShown;
      },
      isOpen: () => this.isShown,
      close: () => this.hide(),
    });
  }

  hide(): void {
    if (!this.isShown) return;
    this.isShown = false;
    this.#hidden.fire(undefined);
  }

  dispose(): void {
    this.hide();
  }

  #complaint(): string {
    const found = this.validationMessage;
    if (typeof found === 'object' && found !== null && 'message' in found) return textOf(found.message);
    return textOf(found);
  }
}
