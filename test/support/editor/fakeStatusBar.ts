import { Emitter } from '../../../src/app/platform/emitter';

export * from './fakeVscode';

/** A status bar item as a test reads it. */
export class FakeItem {
  name = '';
  text = '';
  tooltip: string | { readonly value: string } | undefined;
  accessibilityInformation: { readonly label: string } | undefined;
  command: { readonly command: string; readonly arguments?: readonly unknown[] } | undefined;
  isShown = false;

  constructor(
    readonly id: string,
    readonly priority: number,
    private readonly gone: (item: FakeItem) => void,
  ) {}

  get hover(): string {
    return typeof this.tooltip === 'object' ? this.tooltip.value : (this.tooltip ?? '');
  }

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
  }

  dispose(): void {
    this.gone(this);
  }
}

/** The part of the editor that a status bar needs: items, settings, and the focus of the window. */
class FakeBar {
  readonly #items = new Set<FakeItem>();
  readonly #settings = new Map<string, unknown>();
  readonly focusChanged = new Emitter<{ readonly focused: boolean }>();
  readonly settingChanged = new Emitter<{ affectsConfiguration(key: string): boolean }>();
  readonly state = { focused: true };

  /** Items from left to right. */
  get items(): readonly FakeItem[] {
    return [...this.#items].sort((one, other) => other.priority - one.priority);
  }

  /** Texts of the visible items, from left to right. */
  get texts(): readonly string[] {
    return this.items.filter(({ isShown }) => isShown).map(({ text }) => text);
  }

  add(id: string, _alignment: number, priority: number): FakeItem {
    const item = new FakeItem(id, priority, (gone) => this.#items.delete(gone));
    this.#items.add(item);
    return item;
  }

  setting(key: string): unknown {
    return this.#settings.get(key);
  }

  set(key: string, value: unknown): void {
    this.#settings.set(key, value);
    this.settingChanged.fire({ affectsConfiguration: (asked) => asked === `marketDesk.${key}` });
  }

  focus(focused: boolean): void {
    this.state.focused = focused;
    this.focusChanged.fire({ focused });
  }

  reset(): void {
    this.#items.clear();
    this.#settings.clear();
    this.state.focused = true;
  }
}

export const bar = new FakeBar();

export const window = {
  state: bar.state,
  createStatusBarItem: (id: string, alignment: number, priority: number) => bar.add(id, alignment, priority),
  onDidChangeWindowState: bar.focusChanged.event,
};

export const workspace = {
  getConfiguration: () => ({ inspect: (key: string) => ({ globalValue: bar.setting(key) }) }),
  onDidChangeConfiguration: bar.settingChanged.event,
};
