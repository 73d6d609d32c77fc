import * as l10n from '@vscode/l10n';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { PanelAction, Problem } from '../../../panel/calendar/calendarProtocol';
import type { SessionView } from '../../../panel/platform/sessionView';
import { placeholder, signedOutPlaceholder } from '../../shared/placeholder';
import type { ListModel } from './listModel';

export interface ListSituation {
  readonly model: ListModel;
  readonly session: SessionView;
  /** False until the extension has sent the first state. */
  readonly hasStarted: boolean;
  readonly isFiltered: boolean;
  /** A field of the form is invalid: its message is what matters, not the state of the list. */
  readonly hasFormProblem: boolean;
  /** The type that the user chose before a keyword, in words, if the list is of another one; otherwise empty. */
  readonly chosenType: string;
  /** Pages are read until the present is reached. */
  readonly isSeeking: boolean;
  readonly now: number;
}

export interface ListStateActions {
  /** The actions of a problem or a placeholder. */
  readonly act: (action: PanelAction) => void;
  readonly clearFilters: () => void;
  readonly searchFor: (keyword: string) => void;
  /** Goes to the next day that has releases. */
  readonly nextDay: () => void;
}

/** Shown instead of the rows; undefined if there are rows to show. */
export function blankView(situation: ListSituation, actions: ListStateActions): TemplateResult | undefined {
  const { model, hasStarted, isFiltered, chosenType } = situation;
  if (!hasStarted) return html``;
  if (chosenType !== '')
    return placeholder({ icon: 'search', title: chosenType, text: l10n.t('Enter a keyword to search for events of this type.') });
  // A search opens at the present: rows of months ago, which are read before it, would only flash by.
  if (situation.isSeeking && !model.reachesNow(situation.now) && model.state.phase !== 'loading') return skeleton();
  if (model.shown > 0) return undefined;
  if (model.rows.length > 0 && isFiltered)
    return placeholder({
      icon: 'filter',
      text: l10n.t('No loaded events match your filters.'),
      actions: [[l10n.t('Clear Filters'), actions.clearFilters]],
    });
  return emptyView(situation, actions);
}

function emptyView({ model, session, hasFormProblem }: ListSituation, actions: ListStateActions): TemplateResult {
  const { shownState: state, name } = model;
  if (session.kind !== 'signedIn')
    return signedOutPlaceholder(
      session.kind,
      { none: sessionProblem('none').message, signedOut: sessionProblem('signedOut').message },
      actions.act,
    );
  if (state.problem !== null) {
    const { severity, message, actions: offered } = state.problem;
    const buttons = offered.map(({ id, title }) => [title, () => actions.act(id)] as const);
    return placeholder({ icon: severity, text: message, actions: buttons, isAlert: true });
  }
  if (state.phase === 'loading') return skeleton();
  if (hasFormProblem) return html``;
  if (name === 'agenda') return welcome(actions, state.isAnswered);
  if (!state.isAnswered) return html``;
  return name === 'search'
    ? placeholder({ icon: 'search', text: l10n.t('No events match this keyword.') })
    : placeholder({
        icon: 'search',
        text: l10n.t('No high-impact releases on this day.'),
        actions: [[l10n.t('Go to Next Day with Releases'), actions.nextDay]],
      });
}

function skeleton(): TemplateResult {
  return html`<div class="skeleton" aria-hidden="true">${Array.from({ length: 8 }, () => html`<div class="skeleton-row"></div>`)}</div>`;
}

/** @param isEmpty - The coming days were read and have no events. */
function welcome(actions: ListStateActions, isEmpty: boolean): TemplateResult {
  return html`${placeholder({
      icon: 'calendar',
      title: isEmpty ? l10n.t('No high-impact releases in the next 7 days') : '',
      text: l10n.t('Search indicators, market closures, central bank events, and corporate actions.'),
    })}
    <div class="actions">
      <span class="hint">${l10n.t('Try')}</span>
      ${['CPI', 'GDP', 'PMI'].map((keyword) => html`<button type="button" class="button secondary" @click=${() => actions.searchFor(keyword)}>${keyword}</button>`)}
    </div>`;
}

/** Asks the user to sign in or to choose a service. */
function sessionProblem(kind: 'none' | 'signedOut'): Problem {
  return kind === 'none'
    ? {
        message: l10n.t('The sandbox is a simulated broker on this machine. No account needed.'),
        severity: 'warning',
        actions: [
          { id: 'startSandbox', title: l10n.t('Try the Sandbox') },
          { id: 'connect', title: l10n.t('Connect to a Service…') },
        ],
      }
    : {
        message: l10n.t('Sign in to search the economic calendar.'),
        severity: 'warning',
        actions: [{ id: 'signIn', title: l10n.t('Sign In') }],
      };
}

/** Strips above rows that stay: what went wrong, and why the list is incomplete. */
export function stripes(
  { model, session }: Pick<ListSituation, 'model' | 'session'>,
  act: ListStateActions['act'],
): readonly TemplateResult[] {
  const { rows, shownState: state } = model;
  if (rows.length === 0) return [];
  const problem = session.kind === 'signedIn' ? state.problem : sessionProblem(session.kind);
  const incomplete: Problem | null =
    state.end === 'incomplete'
      ? { message: state.endText, severity: 'warning', actions: [{ id: 'retry', title: l10n.t('Refresh') }] }
      : null;
  return [problem, incomplete].flatMap((one) => (one === null ? [] : [notice(one, act)]));
}

/** A strip above rows that stay. */
function notice({ severity, message, actions }: Problem, act: ListStateActions['act']): TemplateResult {
  return html`<div class="notice ${severity}" role="alert">
    <span class="codicon codicon-${severity}" aria-hidden="true"></span><span class="notice-text">${message}</span>
    ${actions.map(
      ({ id, title }, at) =>
        html`<button type="button" class="button ${at === 0 ? '' : 'secondary'}" @click=${() => act(id)}>${title}</button>`,
    )}
  </div>`;
}
