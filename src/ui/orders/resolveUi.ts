import * as vscode from 'vscode';
import type { OrderWriter } from '../../app/orders/write/orderWriter';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import type { ReadBack } from '../../app/orders/eye/judge';
import type { OrderReadBack } from '../../app/orders/eye/orderReadBack';
import { showNumber } from '../../domain/values/amount';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt, OrderTarget } from '../../domain/orders/orderAttempts';
import { hasEnded } from '../../domain/orders/orderRules';
import type { OrderRecord } from '../../service/records';
import { maskWhen } from '../../domain/text/mask';
import { presentError } from '../platform/errors/presentError';
import { cancellableProgress } from '../platform/say/progress';
import { idText, serverText, withStop } from '../../domain/text/visibleText';
import { sentences } from '../../domain/text/sentences';
import { AttemptSubject, attemptSubjectOf } from './tree/attemptSubject';
import { askedText, calledAs, filledText, wholeText, hostOf, orderName, stateLine, stateText, realMoneyText, tradedAs } from './orderText';
import { unclear } from './words/cancelWords';
import { wordsOf } from './words/actionWords';
import { orderNowText, changeEndText } from './words/endWords';
import type { Named } from './words/actionWords';
import { severalText } from './followedText';
import type { News, NewsAction, OutcomeNews } from './outcomeNews';
import { chooseOne } from '../platform/say/ask';
import { sayInfo } from '../platform/say/messages';

/** Everything that resolves an unresolved attempt. */
export class ResolveUi {
  constructor(
    private readonly dependencies: {
      readonly journal: Pick<OrderJournal, 'find' | 'attempts'>;
      readonly writer: Pick<OrderWriter, 'resolve'>;
      readonly readBack: Pick<OrderReadBack, 'check'>;
      readonly news: Pick<OutcomeNews, 'tell'>;
      /** Called when an order was read; lists may show an older state of it. */
      readonly orderRead: (target: OrderTarget, order: OrderRecord | undefined) => void;
      /** Whether figures and account numbers are hidden. */
      readonly isPrivate: () => boolean;
    },
  ) {}

  /**
   * Reports that an attempt locks an order, and offers the fixes.
   *
   * @param about - `why` it is still open, which comes first; what was `found` of its order.
   */
  showUnresolved(attempt: Attempt, { why = '', found = '' }: { readonly why?: string | undefined; readonly found?: string } = {}): void {
    // It may have been settled while the question was open.
    if (!isUnresolved(attempt.state)) {
      this.#tell(attempt, {
        severity: 'info',
        state: attempt.state,
        message: stateLine(attempt, this.#named(attempt)),
      });
      return;
    }
    const subject = new AttemptSubject(attempt.root);
    const look = { label: vscode.l10n.t('Check Order Status'), run: async () => this.readBackCommand(subject) };
    this.#tell(attempt, {
      severity: 'warning',
      state: attempt.state,
      message: sentences(why, this.#unresolved(attempt, found)),
      actions: [look, this.#decide(subject)],
    });
  }

  /**
   * Runs after a change whose outcome only the order can tell: checks the order at once, which often settles it. Shows the service's message
   * and the order's state together with the possible actions.
   */
  async readBackFirst(attempt: Attempt): Promise<void> {
    const title = this.#checking(attempt);
    let found: string;
    try {
      const result = await cancellableProgress(title, async (signal) => this.#check(attempt.root, signal));
      if (result.kind === 'settled') {
        // Following the change was faster: the journal already has its end.
        await this.#showNow(attempt);
        return;
      }
      if (isSettled(result)) {
        const isSeveral = 'others' in result;
        const isBad = result.kind === 'tooLate' || (attempt.action === 'place' && result.kind === 'rejected') || isSeveral;
        const severity = isBad ? 'warning' : 'info';
        found = readBackText(attempt, result, this.dependencies.isPrivate());
        this.#tell(attempt, { severity, message: sentences(found, attempt.state === 'saysRejected' ? this.#words(attempt) : '') });
        return;
      }
      if (attempt.state === 'saysRejected' && result.kind === 'absent' && result.isBlank) {
        const free = vscode.l10n.t('Checked again in a minute: if the service’s lists still don’t have it, it counts as rejected.');
        this.#tell(attempt, { severity: 'error', state: attempt.state, message: sentences(this.#rejected(attempt), free) });
        return;
      }
      if (attempt.state === 'saysRejected' && result.kind === 'unchanged') {
        const free = vscode.l10n.t('A second check that shows the same unlocks it.');
        this.#tell(attempt, {
          severity: 'error',
          state: attempt.state,
          message: sentences(this.#rejected(attempt), wordsOf(attempt).unchanged({ hasEnded: false }), free),
        });
        return;
      }
      // After a sentence that names the order.
      found = readBackText(attempt, result, this.dependencies.isPrivate(), tradedAs);
    } catch (error) {
      found = vscode.l10n.t('The order status couldn’t be checked: {0}', presentError(error).message);
    }
    this.showUnresolved(attempt, { found });
  }

  /**
   * Abandons a change that awaits the user. Only the service claims that it was not applied, so
   * the order is checked first: its state is shown, and a change that was applied after all counts as applied.
   *
   * @param why - How the waiting ended, as a sentence.
   */
  async decline(attempt: Attempt, why: string): Promise<void> {
    const title = this.#checking(attempt);
    let found: string;
    try {
      const result = await cancellableProgress(title, async (signal) => this.#check(attempt.root, signal));
      switch (result.kind) {
        case 'applied':
          this.#tell(attempt, {
            severity: 'warning',
            state: 'applied',
            message: sentences(
              wordsOf(attempt).appliedElsewhere({
                ...calledAs(attempt, { isPrivate: this.dependencies.isPrivate() }),
                filled: filledText(result.order, { isPrivate: this.dependencies.isPrivate() }),
              }),
              changeEndText(attempt, result.order, this.dependencies.isPrivate()),
              severalText(result.others),
            ),
          });
          return;
        case 'different':
          this.showUnresolved(attempt, { found: sentences(why, readBackText(attempt, result, this.dependencies.isPrivate(), tradedAs)) });
          return;
        case 'unchanged':
          // `why` has named the order.
          found = wordsOf(attempt).unchanged({ hasEnded: false });
          break;
        case 'notFound':
        case 'notOffered':
        case 'unlistable':
        case 'absent':
        case 'otherService':
          found = sentences(wordsOf(attempt).unappliedByService(), readBackText(attempt, result, this.dependencies.isPrivate(), tradedAs));
          break;
        case 'rejected':
        case 'reached':
        case 'nowhere':
        case 'tooLate':
        case 'inFlight':
        case 'settled':
          this.#tell(attempt, {
            severity: 'warning',
            message: sentences(why, readBackText(attempt, result, this.dependencies.isPrivate(), tradedAs)),
          });
          return;
      }
    } catch (error) {
      const failed = vscode.l10n.t('The order status couldn’t be checked: {0}', presentError(error).message);
      found = sentences(wordsOf(attempt).unappliedByService(), failed);
    }
    const result = await this.dependencies.writer.resolve(attempt, 'givenUp');
    // Settled or sent on elsewhere since the check: what was found is no longer the whole truth.
    if (result === 'resolved') this.#tell(attempt, { severity: 'warning', message: sentences(why, found) });
    else await this.#showNow(attempt, why);
  }

  /** *Check Order Status*: for a row, or for an attempt that the user picks. */
  async readBackCommand(argument: unknown): Promise<void> {
    const attempt = await this.#attemptOf(argument);
    if (attempt === undefined) return;
    const title = this.#checking(attempt);
    const result = await cancellableProgress(title, async (signal) => this.#check(attempt.root, signal));
    const isOver = isSettled(result);
    this.#tell(attempt, {
      severity: isOver ? 'info' : 'warning',
      message: readBackText(attempt, result, this.dependencies.isPrivate()),
      actions: isOver || result.kind === 'inFlight' ? [] : [this.#decide(new AttemptSubject(attempt.root))],
    });
  }

  /** *Resolve Order Change…*: the user says what happened to it. */
  async resolveCommand(argument: unknown): Promise<void> {
    const attempt = await this.#attemptOf(argument);
    if (attempt === undefined) return;
    const picked = await chooseOne(verdicts(attempt, this.dependencies.isPrivate()), {
      title: `${this.#named(attempt).order} → ${askedText(attempt, { isPrivate: this.dependencies.isPrivate() })} · ${realMoneyText(attempt.target)}`,
      placeHolder: vscode.l10n.t('Check the order with your broker first. What do you know for certain?'),
    });
    if (picked?.verdict === undefined) return;
    const result = await this.dependencies.writer.resolve(attempt, picked.verdict);
    if (result === 'inFlight')
      this.#tell(attempt, {
        severity: 'warning',
        message: vscode.l10n.t('The request is still in progress, possibly in another window. Try again when it has finished.'),
      });
    else if (result === 'resolved') await this.#tellResolved(attempt);
    else await this.#showNow(attempt);
  }

  /** Reports an attempt as the journal has it now. */
  async #showNow(attempt: Attempt, why?: string): Promise<void> {
    this.showUnresolved((await this.dependencies.journal.find(attempt.root)) ?? attempt, { why });
  }

  /** The user knows better than the program what became of the order, so the message only repeats their choice. */
  async #tellResolved({ root, ...seen }: Attempt): Promise<void> {
    const attempt = (await this.dependencies.journal.find(root)) ?? { root, ...seen };
    const { state } = attempt;
    const message = wordsOf(attempt).resolved(this.#named(attempt), stateText(attempt));
    this.#tell(attempt, { severity: 'info', state, message });
  }

  #decide(subject: AttemptSubject): NewsAction {
    return { label: vscode.l10n.t('Resolve…'), run: async () => this.resolveCommand(subject) };
  }

  #tell({ root, target }: Attempt, news: News): void {
    this.dependencies.news.tell({ root, target }, news);
  }

  async #check(root: string, signal: AbortSignal): Promise<ReadBack> {
    const result = await this.dependencies.readBack.check(root, { signal });
    if (!['applied', 'tooLate', 'different', 'notFound'].includes(result.kind)) return result;
    const attempt = await this.dependencies.journal.find(root);
    if (attempt !== undefined) this.dependencies.orderRead(attempt.target, 'order' in result ? result.order : undefined);
    return result;
  }

  #unresolved(attempt: Attempt, found: string): string {
    const isPrivate = this.dependencies.isPrivate();
    if (attempt.state === 'saysRejected')
      return sentences(this.#rejected(attempt), found, vscode.l10n.t('The order stays locked until this is resolved.'));
    return sentences(unresolvedText(attempt, isPrivate), this.#words(attempt), found);
  }

  /** The service's message about a change whose outcome it left open; it may mention amounts. */
  #words({ outcome }: Attempt): string {
    const said = outcome?.kind === 'unknown' || outcome?.kind === 'saysRejected' ? serverText(outcome.errmsg ?? '') : '';
    return said === '' || this.dependencies.isPrivate() ? '' : vscode.l10n.t('The service says: {0}', withStop(said));
  }

  #rejected(attempt: Attempt): string {
    const { outcome } = attempt;
    const [said, code] = outcome?.kind === 'saysRejected' ? [serverText(outcome.errmsg), outcome.errcode] : ['', ''];
    return vscode.l10n.t({
      message: 'Rejected, according to the service: {0}. {1} (code {2}).',
      args: [this.#named(attempt).order, maskWhen(this.dependencies.isPrivate())(said), code],
      comment: ['{0} is an order, {1} the service’s own text, {2} its error code.'],
    });
  }

  #named(attempt: Attempt): Named {
    return calledAs(attempt, { isPrivate: this.dependencies.isPrivate() });
  }

  #checking(attempt: Attempt): string {
    return vscode.l10n.t('Checking order {0}', tradedAs(attempt, { isPrivate: this.dependencies.isPrivate() }).order);
  }

  async #attemptOf(argument: unknown): Promise<Attempt | undefined> {
    const subject = attemptSubjectOf(argument);
    if (subject !== undefined) return this.dependencies.journal.find(subject.root);
    const open = (await this.dependencies.journal.attempts()).filter(({ state }) => isUnresolved(state));
    if (open.length === 0) void sayInfo(vscode.l10n.t('No unresolved order changes.'));
    if (open.length <= 1) return open[0];
    const items = open.map((attempt) => ({
      label: `${orderName(attempt.target, attempt.order)} → ${askedText(attempt, { isPrivate: this.dependencies.isPrivate() })}`,
      description: stateText(attempt),
      detail: hostOf(attempt.target.service),
      attempt,
    }));
    return (await chooseOne(items, { title: vscode.l10n.t('Unresolved'), placeHolder: vscode.l10n.t('Select a request') }))?.attempt;
  }
}

type Verdict = Parameters<OrderWriter['resolve']>[1];

function verdicts(attempt: Attempt, isPrivate: boolean): readonly (vscode.QuickPickItem & { readonly verdict?: Verdict })[] {
  const { done, notDone, completed, abandoned } = wordsOf(attempt).verdicts(tradedAs(attempt, { isPrivate }));
  const leave = {
    label: vscode.l10n.t('Keep Locked'),
    description: vscode.l10n.t('not sure yet'),
    iconPath: new vscode.ThemeIcon('lock'),
  };
  if (attempt.state === 'needsConfirmation' || attempt.state === 'needsBrowser') {
    return [
      leave,
      {
        label: completed[0],
        description: completed[1],
        iconPath: new vscode.ThemeIcon('check'),
        verdict: 'changed',
      },
      {
        label: abandoned[0],
        description: abandoned[1],
        iconPath: new vscode.ThemeIcon('close'),
        verdict: 'givenUp',
      },
    ];
  }
  return [
    leave,
    {
      label: done[0],
      description: done[1],
      iconPath: new vscode.ThemeIcon('check'),
      verdict: 'changed',
    },
    {
      label: notDone[0],
      description: notDone[1],
      iconPath: new vscode.ThemeIcon('close'),
      verdict: 'notChanged',
    },
  ];
}

function isSettled({ kind }: ReadBack): boolean {
  return kind === 'reached' || kind === 'nowhere' || kind === 'applied' || kind === 'rejected' || kind === 'tooLate' || kind === 'settled';
}

function unresolvedText(attempt: Attempt, isPrivate: boolean): string {
  const [words, named] = [wordsOf(attempt), calledAs(attempt, { isPrivate })];
  if (attempt.state === 'needsConfirmation') return words.awaitingConfirmation(named);
  return attempt.state === 'needsBrowser' ? words.awaitingBrowser(named) : sentences(words.unknown(named), replacedText(attempt));
}

/** Some services carry out a change as a cancellation and a new order. Empty if the response does not name one. */
function replacedText({ action, outcome }: Attempt): string {
  if (action !== 'modify' || outcome?.kind !== 'unknown' || outcome.orderId === undefined) return '';
  return vscode.l10n.t('The response names order {0}: the service may have placed it instead.', idText(outcome.orderId));
}

/** @param nameOf - How to name the order; more briefly after a sentence that has named it. */
function readBackText(attempt: Attempt, result: ReadBack, isPrivate: boolean, nameOf: typeof calledAs = calledAs): string {
  const mask = maskWhen(isPrivate);
  const [words, named] = [wordsOf(attempt), nameOf(attempt, { isPrivate })];
  const { order } = named;
  switch (result.kind) {
    case 'applied':
      return sentences(
        words.applied({ ...named, filled: filledText(result.order, { isPrivate }) }),
        changeEndText(attempt, result.order, isPrivate),
        severalText(result.others),
      );
    case 'rejected':
      return sentences(
        words.rejected({ ...named, hasEnded: hasEnded(result.order.status) }),
        attempt.action === 'place' ? failureText(result.order, isPrivate) : '',
        severalText(result.others),
      );
    case 'tooLate':
      return words.followed('tooLate', { ...named, filled: wholeText(result.order, { isPrivate }) }, '');
    case 'reached':
      return sentences(words.stillOld(named), severalText(result.others));
    case 'nowhere':
      return words.rejected(named);
    case 'absent':
      return absentText(order, result);
    case 'unchanged':
      return hasEnded(result.order.status)
        ? sentences(words.freed({ ...named, hasEnded: true }), orderNowText(result.order, '', isPrivate))
        : words.stillOldPerhapsLater(named);
    case 'different': {
      if (attempt.action === 'cancel') return unclear({ order, status: result.order.status });
      const [quantity, price] = [mask(idText(showNumber(result.order.quantity))), mask(idText(showNumber(result.order.price)))];
      return attempt.fields.every(({ old }) => old !== undefined)
        ? vscode.l10n.t('Neither the old nor the new values: {0} is now {1} @ {2}.', order, quantity, price)
        : vscode.l10n.t('Not the new values: {0} is now {1} @ {2}. Its old values aren’t known.', order, quantity, price);
    }
    case 'notFound':
      return vscode.l10n.t('The service no longer lists {0}. Check it with your broker.', order);
    case 'notOffered':
      return vscode.l10n.t('Can’t be checked at this service: {0}. Check it with your broker.', order);
    case 'unlistable':
      return vscode.l10n.t('Can’t be found: {0}. Services have no list of option orders. Check it with your broker.', order);
    case 'inFlight':
      return vscode.l10n.t('The request is still in progress, possibly in another window. Try again when it has finished.');
    case 'otherService':
      return vscode.l10n.t(
        'This request belongs to {0}. Connect to that service to check the order status.',
        hostOf(attempt.target.service),
      );
    case 'settled':
      return vscode.l10n.t('Resolved: the request for {0}.', order);
  }
}

/** The error message of a failed new order; it may mention amounts. */
function failureText({ lastError }: OrderRecord, isPrivate: boolean): string {
  const said = serverText(lastError);
  return said === '' || isPrivate ? '' : vscode.l10n.t('The service says: {0}', withStop(said));
}

/** States that no list shows a new order, and how much that proves. */
function absentText(order: string, { isStrong, isBlank, lookalike }: Extract<ReadBack, { kind: 'absent' }>): string {
  if (lookalike !== undefined)
    return vscode.l10n.t(
      'Not proven: {0}. Order {1} may be it: it has the same values, but not the mark. Check with your broker.',
      order,
      idText(lookalike.orderId),
    );
  if (!isBlank)
    return vscode.l10n.t(
      'Not proven: {0}. No order that the service lists has its mark, but one of them may be it. Check with your broker before you resolve it.',
      order,
    );
  return isStrong
    ? vscode.l10n.t(
        'Not listed: {0}. The service’s lists were read completely twice, a minute apart. Check with your broker before you resolve it.',
        order,
      )
    : vscode.l10n.t('Not listed: {0}. The service’s lists don’t have it; they are checked again.', order);
}
