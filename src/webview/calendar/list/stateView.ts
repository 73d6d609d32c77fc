import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { PanelAction, Problem, SessionView } from '../../../panel/calendar/calendarProtocol';
import { element, icon } from '../../shared/dom';

export interface StateAction {
  readonly title: string;
  readonly isPrimary: boolean;
  readonly run: () => void;
}

/** What stands where rows would be: an icon, a sentence and what can be done. */
export function placeholder(iconName: string, title: string, text: string, actions: readonly StateAction[], role?: 'alert'): HTMLElement {
  return element(
    'div',
    { class: 'placeholder', attributes: { role } },
    element('span', { class: `codicon codicon-${iconName} placeholder-icon`, attributes: { 'aria-hidden': 'true' } }),
    ...(title === '' ? [] : [element('h2', { text: title })]),
    ...(text === '' ? [] : [element('p', { text })]),
    ...(actions.length === 0 ? [] : [element('div', { class: 'actions' }, ...actions.map(actionButton))]),
  );
}

/** A strip above rows that stay. */
export function notice(problem: Problem, actions: readonly StateAction[]): HTMLElement {
  return element(
    'div',
    { class: `notice ${problem.severity}`, attributes: { role: 'alert' } },
    icon(problem.severity),
    element('span', { class: 'notice-text', text: problem.message }),
    ...actions.map(actionButton),
  );
}

export function actionButton({ title, isPrimary, run }: StateAction): HTMLElement {
  const button = document.createElement('vscode-button');
  button.textContent = title;
  if (!isPrimary) button.setAttribute('secondary', '');
  button.addEventListener('click', () => run());
  return button;
}

/** Buttons of a problem, the first one prominent. */
export function problemActions(problem: Problem, act: (action: PanelAction) => void): readonly StateAction[] {
  return problem.actions.map(({ id, title }, index) => ({ title, isPrimary: index === 0, run: () => act(id) }));
}

/** What is asked of a user who is not signed in, or has no service; undefined for one who is. */
export function sessionProblem(session: SessionView): { readonly title: string; readonly problem: Problem } | undefined {
  switch (session.kind) {
    case 'none':
      return {
        title: l10n.t('Not connected'),
        problem: {
          message: l10n.t('The sandbox is a simulated broker on this machine. No account needed.'),
          severity: 'warning',
          actions: [
            { id: 'startSandbox', title: l10n.t('Try the Sandbox') },
            { id: 'connect', title: l10n.t('Connect to a Service…') },
          ],
        },
      };
    case 'signedOut':
      return {
        title: l10n.t('You are not signed in'),
        problem: {
          message: l10n.t('Sign in to search the economic calendar.'),
          severity: 'warning',
          actions: [{ id: 'signIn', title: l10n.t('Sign In') }],
        },
      };
    case 'signedIn':
      return undefined;
  }
}
