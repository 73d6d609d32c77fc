import * as vscode from 'vscode';
import { front } from './front';
import { line } from './said';

/** What is wrong with a typed text; a plain string is an error. */
export type Complaint = string | vscode.InputBoxValidationMessage | undefined;

/** `window.createInputBox`, whose texts are shown as plain text; what the user types is unchanged. */
export function createInput(): vscode.InputBox {
  return guarded(vscode.window.createInputBox(), { title: text, prompt: text, placeholder: text, validationMessage: complaintOf });
}

/** `window.createQuickPick`, whose texts are shown as plain text. Events of single items are omitted: they would name the neutralized items. */
export type PickInput<T extends vscode.QuickPickItem> = Omit<
  vscode.QuickPick<T>,
  'onDidChangeActive' | 'onDidChangeSelection' | 'onDidTriggerItemButton'
>;

export function createPick<T extends vscode.QuickPickItem>(): PickInput<T> {
  const originals = new WeakMap<T, T>();
  const drawn = (items: readonly T[]): readonly T[] => {
    const shown = drawnItems(items);
    shown.forEach((item, at) => originals.set(item, items[at] ?? item));
    return shown;
  };
  let current: readonly T[] = [];
  const original = (items: readonly T[]): readonly T[] => items.map((item) => originals.get(item) ?? item);
  const shownOf = (items: readonly T[]): readonly T[] =>
    items.flatMap((item) => current.find((shown) => originals.get(shown) === item) ?? []);
  return guarded<vscode.QuickPick<T>>(
    vscode.window.createQuickPick<T>(),
    { title: text, placeholder: text, items: (items) => (current = drawn(items)), activeItems: shownOf, selectedItems: shownOf },
    { items: original, activeItems: original, selectedItems: original },
  );
}

export function complaintOf(complaint: Complaint): Complaint {
  return typeof complaint === 'object' ? { ...complaint, message: line(complaint.message) } : text(complaint);
}

/** The items with their texts neutralized; items without anything to neutralize are the same objects. */
export function drawnItems<T extends vscode.QuickPickItem>(items: readonly T[]): readonly T[] {
  return items.map((item) => {
    const { label, description, detail } = item;
    const drawn = { label: line(label), description: text(description), detail: text(detail) };
    return drawn.label === label && drawn.description === description && drawn.detail === detail ? item : { ...item, ...drawn };
  });
}

function text(said: string | undefined): string | undefined {
  return said === undefined ? undefined : line(said);
}

type Rules<T> = { readonly [K in keyof T]?: (value: T[K]) => T[K] };

/** The same input; some of its properties are converted when they are written, and others when they are read. */
function guarded<T extends vscode.QuickInput>(input: T, written: Rules<T>, read: Rules<T> = {}): T {
  const through = (rules: object, key: string | symbol, value: unknown): unknown => {
    const rule: unknown = Reflect.get(rules, key);
    return typeof rule === 'function' ? (rule as (value: unknown) => unknown)(value) : value;
  };
  let open: { dispose(): void } | undefined;
  let hidden: vscode.Disposable | undefined;
  const close = (): void => open?.dispose();
  const methods: Readonly<Record<string | symbol, () => void>> = {
    show: () => {
      close();
      hidden ??= input.onDidHide(close);
      open = front.begin();
      input.show();
    },
    dispose: () => {
      close();
      input.dispose();
    },
  };
  return new Proxy(input, {
    get: (target, key) => {
      if (Object.hasOwn(methods, key)) return methods[key];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : through(read, key, value);
    },
    set: (target, key, value) => Reflect.set(target, key, through(written, key, value), target),
  });
}
