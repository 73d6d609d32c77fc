import * as vscode from 'vscode';
import type { FollowedEnd } from '../../../app/orders/eye/judge';
import { fieldsOf } from '../../../app/orders/request/orderRequest';
import type { OrderPreview } from '../../../app/orders/request/orderRequest';
import { storedOutcome } from '../../../app/orders/journal/storedOutcome';
import { formerValues } from '../../../domain/orders/changeBack';
import { isUnresolved, orderIdOf, stateAfter } from '../../../domain/orders/orderAttempts';
import type { Attempt, AttemptState } from '../../../domain/orders/orderAttempts';
import { hasEnded, withoutZero } from '../../../domain/orders/orderRules';
import { mayPlaceAgain } from '../../../domain/orders/placeAgain';
import type { Privacy } from '../../../domain/text/mask';
import { sentences } from '../../../domain/text/sentences';
import { idText } from '../../../domain/text/visibleText';
import type { OrderRecord, WriteOutcome } from '../../../service/records';
import { presentError } from '../../platform/errors/presentError';
import { listText } from '../../platform/lists/listText';
import { orderLine } from '../../platform/words/orderLine';
import { runCommand } from '../../platform/runCommand';
import type { News, NewsAction } from '../outcomeNews';
import { wordsOf } from './kinds';
import { filledText, formerTerms, headlineOf, requestText, termsText, tradedName } from './names';
import type { Look } from './names';
import { averageText, orderNowText, reasonText } from './seen';
import { firstWords, otherTermsText, rows } from './table';
import type { Known, KnownAttempt } from './table';

/** What is told of a request, wherever it is told. */
export interface Story {
  /** What became of it, then of which order. */
  readonly headline: string;
  /** What is still true, what the service says, and what to do. */
  readonly detail: string;
  readonly severity: News['severity'];
  /** What can be done next, the most useful first. */
  readonly actions: readonly StoryAction[];
}

export type StoryAction = keyof ReturnType<typeof labels>;

/** The one place that says what has become of a request; in its first words alone, beside the order, as well. */
export function story(known: Known, look: Look): Story & { readonly became: string } {
  const { attempt, others = attempt.resolution?.others ?? [], until } = known;
  const { action, state, resolution } = attempt;
  const { head, more, severity } = rows[state];
  const told = { ...known, look };
  const isByUser = resolution?.by === 'user';
  const isWrong = until !== undefined && until !== state;
  // A rejection that is proven was told before, as the service’s word.
  const isOdd = until !== undefined || others.length > 0 || (state === 'applied' && otherTermsText(told) !== '');
  const isMilder = severity === 'info' ? isOdd : resolution !== undefined;
  const first = isByUser ? vscode.l10n.t('Resolved by you as “{0}”', stateText(attempt)) : (head?.(told) ?? firstWords(state, attempt));
  const isNamed = typeof first === 'object';
  const became = isNamed ? first[action] : first;
  return {
    became,
    headline: headlineOf(became, requestText(attempt, look, { isNamed })),
    detail: sentences(
      ...(isByUser ? [] : more[action](told)),
      severalText(others),
      isWrong ? vscode.l10n.t('Until now it counted as “{0}”.', stateText({ action, state: until })) : '',
    ),
    severity: isByUser ? 'info' : isMilder ? 'warning' : severity,
    actions: actionsOf(known),
  };
}

/** The whole text. */
export function storyText({ headline, detail }: Pick<Story, 'headline' | 'detail'>): string {
  return sentences(headline, detail);
}

/** A request with its answer, before or without the journal. */
export function answered(preview: OrderPreview, outcome: WriteOutcome): KnownAttempt {
  const { action, target, facts: order } = preview;
  const stored = storedOutcome(outcome);
  const none = { resolution: undefined, followed: undefined };
  return { action, target, order, fields: fieldsOf(preview), state: stateAfter(action, stored), outcome: stored, ...none };
}

/** How a followed request ended. */
export function followedStory({ attempt, order, others, before, isLate, isEnd, failure }: FollowedEnd, look: Look): Story {
  if (isEnd === true && order !== undefined) return endedStory(order, look);
  const told = story({ attempt, now: order, others, ...(isLate === true ? { until: before } : {}) }, look);
  return failure === undefined ? told : { ...told, severity: 'warning', detail: sentences(told.detail, notCheckedText(failure)) };
}

export function notCheckedText(error: unknown): string {
  return vscode.l10n.t('The order status couldn’t be checked: {0}', presentError(error).message);
}

/** `Filled: BUY 300 TENCENT at 553.0 (OK-1).`, `Canceled: BUY 300 TENCENT (OK-1).`: how an order ended without a request of the user. */
function endedStory(order: OrderRecord, look: Look): Story {
  const { status, orderId } = order;
  const itself = vscode.l10n.t('{0} ({1})', tradedName(order, look), idText(orderId));
  const told = { severity: 'warning', actions: [], detail: '' } as const;
  const [at, reason, filled] = [averageText(order, look), reasonText(order, look), filledText(order, look)];
  if (status === 'FILLED_ALL') {
    const traded = tradedName({ ...order, quantity: withoutZero(order.dealtQuantity) }, look);
    const whole =
      at === ''
        ? traded
        : vscode.l10n.t({
            message: '{0} at {1}',
            args: [traded, at],
            // Stryker disable next-line ArrayDeclaration,StringLiteral: only translators read it.
            comment: ['Such as “Sell 300 TENCENT at 553”.'],
          });
    return { ...told, severity: 'info', headline: headlineOf(vscode.l10n.t('Filled'), vscode.l10n.t('{0} ({1})', whole, idText(orderId))) };
  }
  if (status.startsWith('CANCELLED')) {
    const before = filled === undefined ? '' : vscode.l10n.t('Filled before: {0}.', filled);
    return { ...told, headline: headlineOf(vscode.l10n.t('Canceled'), itself), detail: sentences(before, reason) };
  }
  if ((status === 'FAILED' || status === 'SUBMIT_FAILED') && filled === undefined) {
    const line = vscode.l10n.t('{0} ({1})', orderLine(order, { ...look, market: look.digits?.(order.code) }), idText(orderId));
    return { ...told, headline: headlineOf(vscode.l10n.t('Order rejected after it was accepted'), line), detail: reason };
  }
  return { ...told, headline: `${itself}.`, detail: orderNowText(order, look) };
}

/** That one request led to several orders; empty if it did not. */
function severalText(others: readonly string[]): string {
  if (others.length === 0) return '';
  return vscode.l10n.t('Several orders have its mark, also {0}. Check them with your broker.', listText(others.map(idText)));
}

/** The state of a request, for narrow places. */
export function stateText({ action, state }: Pick<Attempt, 'action' | 'state'>): string {
  return rows[state].state()[action];
}

/** The state of a change that was applied, and whose order shows other values since. */
export function supersededText(): string {
  return vscode.l10n.t('applied, but the order now shows other values');
}

/** The same in a message. */
export function supersededStory(attempt: KnownAttempt, look: Look): string {
  return headlineOf(vscode.l10n.t('Applied, but the order now shows other values'), requestText(attempt, look, { isNamed: true }));
}

/** The terms of a request, for narrow places. */
export function askedText(attempt: Pick<Attempt, 'action' | 'fields'>, privacy: Privacy): string {
  return wordsOf(attempt).asked(termsText(attempt.fields, privacy));
}

const taken: ReadonlySet<AttemptState> = new Set<AttemptState>(['accepted', 'applied', 'rejectedLater', 'notApplied', 'endUnknown']);

/** Whether the service has taken a request, whatever became of it then. */
export function isTaken({ state }: Pick<Attempt, 'state'>): boolean {
  return taken.has(state);
}

/** Nothing needs an open order that has ended. */
function actionsOf({ attempt, now, usesApiKey = false }: Known): readonly StoryAction[] {
  const { action, state, fields } = attempt;
  if (isUnresolved(state)) return ['checkStatus', 'resolve'];
  if (state === 'notAuthorized') return [usesApiKey ? 'setUpKey' : 'signIn'];
  if (state === 'clockRejected') return ['synchronizeClock'];
  if (mayPlaceAgain(attempt)) return ['placeAgain'];
  if (!isTaken(attempt) || action === 'cancel') return [];
  const hasOver = now !== undefined && hasEnded(now.status);
  if (action === 'place') return hasOver || orderIdOf(attempt) === '' ? ['another'] : ['modify', 'cancel', 'another'];
  if (hasOver) return [];
  // Nothing but an applied change can be changed back.
  const isBack = state === 'applied' && formerValues(fields) !== undefined;
  return isBack ? ['modifyAgain', 'changeBack', 'cancel'] : ['modifyAgain', 'cancel'];
}

function labels({ fields }: Pick<Attempt, 'fields'>) {
  return {
    checkStatus: () => vscode.l10n.t('Check Order Status'),
    resolve: () => vscode.l10n.t('Resolve…'),
    signIn: () => vscode.l10n.t('Sign In Again'),
    setUpKey: () => vscode.l10n.t('Set Up API Key…'),
    synchronizeClock: () => synchronizeClock().label,
    placeAgain: () => vscode.l10n.t('Cancel and Place Again…'),
    modifyAgain: () => vscode.l10n.t('Modify Again…'),
    changeBack: () => vscode.l10n.t('Change Back to {0}…', formerTerms(formerValues(fields) ?? {})),
    modify: () => vscode.l10n.t('Modify…'),
    cancel: () => vscode.l10n.t('Cancel Order…'),
    another: () => vscode.l10n.t('Another Order…'),
  };
}

/** What a place can do; signing in, setting up a key, and synchronizing the clock are commands, which every place has. */
export type Steps = Readonly<Partial<Record<StoryAction, () => PromiseLike<unknown>>>>;

const commands: Steps = {
  signIn: async () => {
    await runCommand('marketDesk.signOut');
    await runCommand('marketDesk.signIn');
  },
  setUpKey: async () => runCommand('marketDesk.setUpApiKey'),
  synchronizeClock: async () => synchronizeClock().run(),
};

export function synchronizeClock(): NewsAction {
  return { label: vscode.l10n.t('Synchronize Clock'), run: () => runCommand('marketDesk.clock.sync') };
}

/** The actions of a story as buttons, as far as the place can do them. */
export function offered({ actions }: Pick<Story, 'actions'>, attempt: Pick<Attempt, 'fields'>, steps: Steps = {}): readonly NewsAction[] {
  const label = labels(attempt);
  return actions.flatMap((action) => {
    const run = steps[action] ?? commands[action];
    return run === undefined ? [] : [{ label: label[action](), run }];
  });
}

/** The news that a story is. */
export function newsOf(told: Story, { state, fields }: Pick<Attempt, 'state' | 'fields'>, steps?: Steps): News {
  const actions = offered(told, { fields }, steps);
  return { severity: told.severity, message: storyText(told), state, ...(actions.length === 0 ? {} : { actions }) };
}
