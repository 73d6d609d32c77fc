import * as vscode from 'vscode';
import type { OrderWriter } from '../../app/orders/modifyOrder';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import type { OrderReadBack, ReadBack } from '../../app/orders/orderReadBack';
import { showNumber } from '../../domain/values/amount';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt, OrderTarget } from '../../domain/orders/orderAttempts';
import type { OrderRecord } from '../../service/records';
import { maskWhen } from '../../domain/text/mask';
import { presentError } from '../platform/errors/presentError';
import { cancellableProgress } from '../platform/say/progress';
import { subjectOf } from '../platform/trees/treeModel';
import { idText, serverText } from '../../domain/text/visibleText';
import { sentences } from './sentences';
import { AttemptSubject } from './tree/attemptSubject';
import { hostOf, orderName, stateText, termsText, realMoneyText } from './orderText';
import type { News, NewsAction, OutcomeNews } from './outcomeNews';
import { chooseOne } from '../platform/say/ask';
import { sayInfo } from '../platform/say/messages';

export interface ResolveDependencies {
  readonly journal: OrderJournal;
  readonly writer: OrderWriter;
  readonly readBack: OrderReadBack;
  readonly news: Pick<OutcomeNews, 'tell'>;
  /** An order was read; lists may show an older state of it. */
  readonly orderRead: (target: OrderTarget, order: OrderRecord | undefined) => void;
  /** Whether figures and account numbers are hidden. */
  readonly isPrivate: () => boolean;
}

/** Everything that resolves an unresolved attempt. */
export class ResolveUi {
  constructor(private readonly dependencies: ResolveDependencies) {}

  /** Says that an attempt locks an order, and offers the fixes. */
  showUnresolved(attempt: Attempt, found = ''): void {
    // It may have been settled while the user was asked.
    if (!isUnresolved(attempt.state)) {
      const terms = this.#terms(attempt);
      this.#tell(attempt, {
        severity: 'info',
        state: attempt.state,
        message: vscode.l10n.t('Change of {0} to {1}: {2}', idText(attempt.target.orderId), terms, stateText(attempt.state)),
      });
      return;
    }
    const subject = new AttemptSubject(attempt.root);
    const look = { label: vscode.l10n.t('Check Order Status'), run: async () => this.readBackCommand(subject) };
    this.#tell(attempt, {
      severity: 'warning',
      state: attempt.state,
      message: this.#unresolved(attempt, found),
      actions: [look, this.#decide(subject)],
    });
  }

  /**
   * After a change of which only the order can tell: checks the order at once, which often settles it. The service's message and
   * the order's state are shown together with the possible actions.
   */
  async readBackFirst(attempt: Attempt): Promise<void> {
    const order = idText(attempt.target.orderId);
    const title = vscode.l10n.t('Checking the status of order {0}', order);
    let found: string;
    try {
      const result = await cancellableProgress(title, async (signal) => this.#check(attempt.root, signal));
      found = readBackText(attempt, result, this.dependencies.isPrivate());
      if (result.kind === 'settled') {
        // What follows the change was faster, and the journal has how it ended.
        this.showUnresolved((await this.dependencies.journal.find(attempt.root)) ?? attempt);
        return;
      }
      if (isSettled(result)) {
        this.#tell(attempt, { severity: 'info', message: sentences(found, attempt.state === 'saysRejected' ? this.#words(attempt) : '') });
        return;
      }
      if (attempt.state === 'saysRejected' && result.kind === 'unchanged') {
        const free = vscode.l10n.t('It takes changes again once a second check has shown the same.');
        this.#tell(attempt, {
          severity: 'error',
          state: attempt.state,
          message: sentences(this.#rejected(attempt), vscode.l10n.t('The order still has its old values.'), free),
        });
        return;
      }
    } catch (error) {
      found = vscode.l10n.t('The order status could not be checked: {0}', presentError(error).message);
    }
    this.showUnresolved(attempt, found);
  }

  /**
   * Abandons a change that awaits the user. Only the service claims that it was not applied, so
   * the order is checked first: its state is shown, and a change that was applied after all counts as applied.
   *
   * @param why - How the waiting ended, as a sentence.
   */
  async decline(attempt: Attempt, why: string): Promise<void> {
    const order = idText(attempt.target.orderId);
    const title = vscode.l10n.t('Checking the status of order {0}', order);
    let found: string;
    try {
      const result = await cancellableProgress(title, async (signal) => this.#check(attempt.root, signal));
      switch (result.kind) {
        case 'applied':
          this.#tell(attempt, {
            severity: 'warning',
            state: 'applied',
            message: vscode.l10n.t('Change applied: {0} is now {1}, although it was not completed here.', order, this.#terms(attempt)),
          });
          return;
        case 'different':
          this.showUnresolved(attempt, `${why} ${readBackText(attempt, result, this.dependencies.isPrivate())}`);
          return;
        case 'unchanged':
          found = vscode.l10n.t('{0} still has its old values.', order);
          break;
        case 'notFound':
        case 'notOffered':
        case 'otherService':
          found = `${unappliedText()} ${readBackText(attempt, result, this.dependencies.isPrivate())}`;
          break;
        case 'rejected':
        case 'inFlight':
        case 'settled':
          this.#tell(attempt, {
            severity: 'warning',
            message: `${why} ${readBackText(attempt, result, this.dependencies.isPrivate())}`,
          });
          return;
      }
    } catch (error) {
      const failed = vscode.l10n.t('The order status could not be checked: {0}', presentError(error).message);
      found = `${unappliedText()} ${failed}`;
    }
    await this.dependencies.writer.resolve(attempt.root, 'givenUp');
    this.#tell(attempt, { severity: 'warning', message: `${why} ${found}` });
  }

  /** *Check Order Status*: for a row, or for an attempt that the user picks. */
  async readBackCommand(argument: unknown): Promise<void> {
    const attempt = await this.#attemptOf(argument);
    if (attempt === undefined) return;
    const title = vscode.l10n.t('Checking the status of order {0}', idText(attempt.target.orderId));
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
    const picked = await chooseOne(verdicts(attempt), {
      title: `${idText(attempt.target.orderId)} → ${termsText(attempt, this.dependencies.isPrivate())} · ${realMoneyText(attempt.target)}`,
      placeHolder: vscode.l10n.t('Check the order with your broker first. What do you know for certain?'),
    });
    if (picked?.verdict === undefined) return;
    const result = await this.dependencies.writer.resolve(attempt.root, picked.verdict);
    if (result === 'inFlight')
      this.#tell(attempt, {
        severity: 'warning',
        message: vscode.l10n.t('The change is still in progress, possibly in another window. Try again when it has finished.'),
      });
    else if (result === 'resolved')
      this.#tell(attempt, {
        severity: 'info',
        state: (await this.dependencies.journal.find(attempt.root))?.state ?? attempt.state,
        message: vscode.l10n.t('Order {0} can be modified again.', idText(attempt.target.orderId)),
      });
  }

  #decide(subject: AttemptSubject): NewsAction {
    return { label: vscode.l10n.t('Resolve…'), run: async () => this.resolveCommand(subject) };
  }

  #tell({ root, target }: Attempt, news: News): void {
    this.dependencies.news.tell({ root, target }, news);
  }

  async #check(root: string, signal: AbortSignal): Promise<ReadBack> {
    const result = await this.dependencies.readBack.check(root, { signal });
    if (result.kind !== 'applied' && result.kind !== 'different' && result.kind !== 'notFound') return result;
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

  /** What the service said of a change whose outcome it left open; it may be about money. */
  #words({ outcome }: Attempt): string {
    const said = outcome?.kind === 'unknown' || outcome?.kind === 'saysRejected' ? serverText(outcome.errmsg ?? '') : '';
    return said === '' || this.dependencies.isPrivate() ? '' : vscode.l10n.t('The service says: {0}', said);
  }

  #rejected({ target, outcome }: Attempt): string {
    const [said, code] = outcome?.kind === 'saysRejected' ? [serverText(outcome.errmsg), outcome.errcode] : ['', ''];
    return vscode.l10n.t({
      message: 'Rejected, according to the service: {0}. {1} (code {2}).',
      args: [idText(target.orderId), maskWhen(this.dependencies.isPrivate())(said), code],
      comment: ['{0} is an order ID, {1} the service’s own text, {2} its error code.'],
    });
  }

  #terms(attempt: Attempt): string {
    return termsText(attempt, this.dependencies.isPrivate());
  }

  async #attemptOf(argument: unknown): Promise<Attempt | undefined> {
    const subject = argument instanceof AttemptSubject ? argument : subjectOf(argument);
    if (subject instanceof AttemptSubject) return this.dependencies.journal.find(subject.root);
    const open = (await this.dependencies.journal.attempts()).filter(({ state }) => isUnresolved(state));
    if (open.length === 0) void sayInfo(vscode.l10n.t('No unresolved order changes.'));
    if (open.length <= 1) return open[0];
    const items = open.map((attempt) => ({
      label: `${orderName(attempt.target, attempt.order)} → ${termsText(attempt, this.dependencies.isPrivate())}`,
      description: stateText(attempt.state),
      detail: hostOf(attempt.target.service),
      attempt,
    }));
    return (await chooseOne(items, { placeHolder: vscode.l10n.t('Select an order change') }))?.attempt;
  }
}

type Verdict = Parameters<OrderWriter['resolve']>[1];

function verdicts({ state, target }: Attempt): readonly (vscode.QuickPickItem & { readonly verdict?: Verdict })[] {
  const order = idText(target.orderId);
  const leave = {
    label: vscode.l10n.t('Keep Locked'),
    description: vscode.l10n.t('not sure yet'),
    iconPath: new vscode.ThemeIcon('lock'),
  };
  if (state === 'needsConfirmation' || state === 'needsBrowser') {
    return [
      leave,
      {
        label: vscode.l10n.t('Change Completed'),
        description: vscode.l10n.t('{0} has the new values', order),
        iconPath: new vscode.ThemeIcon('check'),
        verdict: 'changed',
      },
      {
        label: vscode.l10n.t('Abandon Change'),
        description: vscode.l10n.t('the change has not been applied'),
        iconPath: new vscode.ThemeIcon('close'),
        verdict: 'givenUp',
      },
    ];
  }
  return [
    leave,
    {
      label: vscode.l10n.t('Order Changed'),
      description: vscode.l10n.t('{0} has the new values', order),
      iconPath: new vscode.ThemeIcon('check'),
      verdict: 'changed',
    },
    {
      label: vscode.l10n.t('Order Not Changed'),
      description: vscode.l10n.t('{0} has its old values, and the request can no longer reach the service', order),
      iconPath: new vscode.ThemeIcon('close'),
      verdict: 'notChanged',
    },
  ];
}

function isSettled({ kind }: ReadBack): boolean {
  return kind === 'applied' || kind === 'rejected' || kind === 'settled';
}

function unappliedText(): string {
  return vscode.l10n.t('According to the service, the change has not been applied.');
}

function unresolvedText(attempt: Attempt, isPrivate: boolean): string {
  const order = idText(attempt.target.orderId);
  const terms = termsText(attempt, isPrivate);
  switch (attempt.state) {
    case 'needsConfirmation':
      return vscode.l10n.t(
        'Awaiting confirmation: change of {0} to {1}. The order stays locked until the change is completed or abandoned.',
        order,
        terms,
      );
    case 'needsBrowser':
      return vscode.l10n.t(
        'Awaiting completion in the browser: change of {0} to {1}. The order stays locked until the change is completed or abandoned.',
        order,
        terms,
      );
    default:
      return vscode.l10n.t(
        'Outcome unknown: {0} may or may not have been changed to {1}. The change will not be sent again, and the order stays locked until this is resolved.',
        order,
        terms,
      );
  }
}

function readBackText(attempt: Attempt, result: ReadBack, isPrivate: boolean): string {
  const mask = maskWhen(isPrivate);
  const order = idText(attempt.target.orderId);
  switch (result.kind) {
    case 'applied':
      return vscode.l10n.t('Change applied: {0} is now {1}.', order, termsText(attempt, isPrivate));
    case 'rejected':
      return vscode.l10n.t('Change rejected: {0} still has its old values and can be modified again.', order);
    case 'unchanged':
      return vscode.l10n.t(
        '{0} still has its old values. This doesn’t prove that the change failed: some services apply changes later. Check the status again, or resolve the change from what you know.',
        order,
      );
    case 'different':
      return vscode.l10n.t(
        '{0} is now {1} @ {2}: neither the old nor the new values.',
        order,
        mask(idText(showNumber(result.order.quantity))),
        mask(idText(showNumber(result.order.price))),
      );
    case 'notFound':
      return vscode.l10n.t('The service no longer lists {0}. Check it with your broker.', order);
    case 'notOffered':
      return vscode.l10n.t('This service can’t report the status of {0}. Check it with your broker.', order);
    case 'inFlight':
      return vscode.l10n.t('The change is still in progress, possibly in another window. Try again when it has finished.');
    case 'otherService':
      return vscode.l10n.t(
        'This change belongs to {0}. Connect to that service to check the order status.',
        hostOf(attempt.target.service),
      );
    case 'settled':
      return vscode.l10n.t('The change to {0} is resolved.', order);
  }
}
