import * as vscode from 'vscode';
import { createPick, createInput } from '../../platform/say/inputs';

/** Shown in every question of a sequence. The steps aren't counted, because their number is unknown until an order is chosen. */
export interface StepFrame {
  readonly title: string;
  readonly canGoBack: boolean;
}

/** What the user did in a step: continue, go back, jump to another step, or dismiss. */
export type StepMove<S> =
  | { readonly move: 'next'; readonly state: S }
  | { readonly move: 'back' }
  | { readonly move: 'to'; readonly id: string }
  | { readonly move: 'cancel' };

export interface Step<S> {
  readonly id: string;
  /** False while earlier input makes the step unnecessary. */
  readonly applies: (state: S) => boolean;
  /** True if the state already has what the step asks for, so that the sequence can start after it. */
  readonly isDone: (state: S) => boolean;
  readonly run: (state: S, frame: StepFrame) => Promise<StepMove<S>>;
}

/**
 * Runs steps with Back and Next; input is kept. Starts at the first step that is not
 * done. Undefined when the user dismissed it.
 */
export async function runSteps<S>(initial: S, steps: readonly Step<S>[], title: (state: S) => string): Promise<S | undefined> {
  let state = initial;
  const shown = (): readonly Step<S>[] => steps.filter((step) => step.applies(state));
  let current = shown().find((step) => !step.isDone(state));
  while (current !== undefined) {
    const list = shown();
    const index = list.indexOf(current);
    const frame = { title: title(state), canGoBack: index > 0 };
    const result: StepMove<S> = await current.run(state, frame);
    switch (result.move) {
      case 'cancel':
        return undefined;
      case 'back':
        current = list[Math.max(0, index - 1)];
        break;
      case 'to':
        current = list.find((step) => step.id === result.id) ?? current;
        break;
      case 'next':
        state = result.state;
        current = following(steps, current, state);
        break;
    }
  }
  return state;
}

function following<S>(steps: readonly Step<S>[], after: Step<S>, state: S): Step<S> | undefined {
  return steps.slice(steps.indexOf(after) + 1).find((step) => step.applies(state));
}

export interface TextQuestion {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
  /** Shown while the user types. Only an error blocks Enter. */
  readonly judge: (text: string) => { readonly severity: 'error' | 'warning'; readonly message: string } | undefined;
}

/** Asks for a text; Enter continues, Back goes back. */
export async function askText(
  frame: StepFrame,
  question: TextQuestion,
): Promise<{ readonly move: 'next'; readonly text: string } | { readonly move: 'back' | 'cancel' }> {
  const input = createInput();
  const severities = {
    error: vscode.InputBoxValidationSeverity.Error,
    warning: vscode.InputBoxValidationSeverity.Warning,
  } as const;
  const show = (text: string): boolean => {
    const found = question.judge(text);
    input.validationMessage = found === undefined ? undefined : { message: found.message, severity: severities[found.severity] };
    return found?.severity !== 'error';
  };
  dress(input, frame);
  input.prompt = question.prompt;
  input.placeholder = question.placeholder;
  input.value = question.value;
  // An empty field is not an error yet, and a message would replace the prompt.
  if (question.value !== '') show(question.value);
  return until(input, (done) => [
    input.onDidChangeValue(show),
    input.onDidAccept(() => {
      if (show(input.value)) done({ move: 'next', text: input.value.trim() });
    }),
    input.onDidTriggerButton(() => done({ move: 'back' })),
  ]);
}

export interface PickQuestion<T extends vscode.QuickPickItem> {
  readonly placeholder: string;
  readonly items: readonly T[];
  /** The item that Enter accepts. */
  readonly active?: T | undefined;
  /** Shown instead of continuing, for an item that cannot be selected. */
  readonly refuse?: (item: T) => string | undefined;
}

/** Lets the user pick an item; an unavailable one shows why, and the list stays open. */
export async function pickOne<T extends vscode.QuickPickItem>(
  frame: StepFrame,
  question: PickQuestion<T>,
): Promise<{ readonly move: 'next'; readonly item: T } | { readonly move: 'back' | 'cancel' }> {
  const pick = createPick<T>();
  dress(pick, frame);
  pick.placeholder = question.placeholder;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = question.items;
  if (question.active !== undefined) pick.activeItems = [question.active];
  return until(pick, (done) => [
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      if (item === undefined) return;
      const refusal = question.refuse?.(item);
      if (refusal === undefined) done({ move: 'next', item });
      else pick.placeholder = refusal;
    }),
    pick.onDidTriggerButton(() => done({ move: 'back' })),
  ]);
}

function dress(input: Pick<vscode.InputBox, 'title' | 'step' | 'totalSteps' | 'ignoreFocusOut' | 'buttons'>, frame: StepFrame): void {
  input.title = frame.title;
  // Switching windows must not discard the input.
  input.ignoreFocusOut = true;
  input.buttons = frame.canGoBack ? [vscode.QuickInputButtons.Back] : [];
}

/** Shows an input until it is accepted or dismissed. */
async function until<R extends { readonly move: string }>(
  input: vscode.QuickInput,
  listen: (done: (answer: R) => void) => readonly vscode.Disposable[],
): Promise<R | { readonly move: 'cancel' }> {
  const subscriptions: vscode.Disposable[] = [];
  try {
    return await new Promise<R | { readonly move: 'cancel' }>((resolve) => {
      subscriptions.push(
        ...listen(resolve),
        input.onDidHide(() => resolve({ move: 'cancel' })),
      );
      input.show();
    });
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
    input.dispose();
  }
}
