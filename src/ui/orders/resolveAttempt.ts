import * as vscode from 'vscode';
import type { OrderWriter } from '../../app/orders/modifyOrder';
import type { OrderJournal } from '../../app/orders/orderJournal';
import type { OrderReadBack, ReadBack } from '../../app/orders/orderReadBack';
import { showNumber } from '../../domain/values/amount';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt } from '../../domain/orders/orderAttempts';
import { cancellableProgress } from '../platform/cancellableProgress';
import type { ReportError } from '../platform/errors/reportError';
import { subjectOf } from '../platform/trees/treeModel';
import { attemptTerms, hostOf, idText, stateText, worldText } from './orderText';

/** The attempt that a row of the Orders view stands for. */
export class AttemptSubject {
  constructor(readonly root: string) {}
}

export interface ResolveDependencies {
  readonly journal: OrderJournal;
  readonly writer: OrderWriter;
  readonly readBack: OrderReadBack;
  readonly report: ReportError;
}

/** Everything by which an attempt with an open outcome is brought to an end. */
export class ResolveUi {
  constructor(private readonly dependencies: ResolveDependencies) {}

  /** Says that an order is locked by an attempt, and offers the ways out. */
  async showUnresolved(attempt: Attempt): Promise<void> {
    const look = vscode.l10n.t('Read Order Back');
    const decide = vscode.l10n.t('Resolve…');
    const chosen = await vscode.window.showWarningMessage(unresolvedText(attempt), look, decide);
    if (chosen === look) await this.readBackCommand(new AttemptSubject(attempt.root));
    else if (chosen === decide) await this.resolveCommand(new AttemptSubject(attempt.root));
  }

  /** *Read Order Back*: on a row, or on an attempt that is picked. */
  async readBackCommand(argument: unknown): Promise<void> {
    const attempt = await this.#attemptOf(argument);
    if (attempt === undefined) return;
    const title = vscode.l10n.t('Reading order {0} back', idText(attempt.target.orderId));
    const result = await cancellableProgress(title, async (signal) => this.dependencies.readBack.check(attempt.root, { signal }));
    const decide = vscode.l10n.t('Resolve…');
    const text = readBackText(attempt, result);
    if (result.kind === 'inForce' || result.kind === 'settled') {
      void vscode.window.showInformationMessage(text);
      return;
    }
    const chosen = await vscode.window.showWarningMessage(text, ...(result.kind === 'inFlight' ? [] : [decide]));
    if (chosen === decide) await this.resolveCommand(new AttemptSubject(attempt.root));
  }

  /** *Resolve Unknown Attempt…*: the user says what became of it. */
  async resolveCommand(argument: unknown): Promise<void> {
    const attempt = await this.#attemptOf(argument);
    if (attempt === undefined) return;
    const picked = await vscode.window.showQuickPick(verdicts(attempt), {
      title: `${idText(attempt.target.orderId)} → ${attemptTerms(attempt)} · ${worldText(attempt.target)}`,
      placeHolder: vscode.l10n.t('Look at the order at your broker first. What do you know for certain?'),
      ignoreFocusOut: true,
    });
    if (picked?.verdict === undefined) return;
    const result = await this.dependencies.writer.resolve(attempt.root, picked.verdict);
    if (result === 'inFlight')
      void vscode.window.showWarningMessage(
        vscode.l10n.t('The change is still under way, perhaps in another window. Try again when it has ended.'),
      );
    else if (result === 'resolved')
      void vscode.window.showInformationMessage(vscode.l10n.t('Order {0} can be changed again.', idText(attempt.target.orderId)));
  }

  async #attemptOf(argument: unknown): Promise<Attempt | undefined> {
    const subject = argument instanceof AttemptSubject ? argument : subjectOf(argument);
    if (subject instanceof AttemptSubject) return this.dependencies.journal.find(subject.root);
    const open = (await this.dependencies.journal.attempts()).filter(({ state }) => isUnresolved(state));
    if (open.length === 0) void vscode.window.showInformationMessage(vscode.l10n.t('No order change is unresolved.'));
    if (open.length <= 1) return open[0];
    const items = open.map((attempt) => ({
      label: `${idText(attempt.target.orderId)} → ${attemptTerms(attempt)}`,
      description: stateText(attempt.state),
      detail: hostOf(attempt.target.service),
      attempt,
    }));
    return (await vscode.window.showQuickPick(items, { placeHolder: vscode.l10n.t('Which change?') }))?.attempt;
  }
}

type Verdict = Parameters<OrderWriter['resolve']>[1];

function verdicts({ state, target }: Attempt): readonly (vscode.QuickPickItem & { readonly verdict?: Verdict })[] {
  const order = idText(target.orderId);
  const leave = {
    label: vscode.l10n.t('Leave It Locked'),
    description: vscode.l10n.t('I do not know yet'),
    iconPath: new vscode.ThemeIcon('lock'),
  };
  if (state === 'needsConfirmation' || state === 'needsBrowser') {
    return [
      leave,
      {
        label: vscode.l10n.t('It Is Done'),
        description: vscode.l10n.t('{0} has the new values', order),
        iconPath: new vscode.ThemeIcon('check'),
        verdict: 'changed',
      },
      {
        label: vscode.l10n.t('Give It Up'),
        description: vscode.l10n.t('nothing is in force'),
        iconPath: new vscode.ThemeIcon('close'),
        verdict: 'givenUp',
      },
    ];
  }
  return [
    leave,
    {
      label: vscode.l10n.t('The Order Was Changed'),
      description: vscode.l10n.t('{0} has the new values', order),
      iconPath: new vscode.ThemeIcon('check'),
      verdict: 'changed',
    },
    {
      label: vscode.l10n.t('The Order Was Not Changed'),
      description: vscode.l10n.t('{0} has the old values and the request will not come any more', order),
      iconPath: new vscode.ThemeIcon('close'),
      verdict: 'notChanged',
    },
  ];
}

function unresolvedText(attempt: Attempt): string {
  const order = idText(attempt.target.orderId);
  const terms = attemptTerms(attempt);
  switch (attempt.state) {
    case 'needsConfirmation':
      return vscode.l10n.t(
        'The change of {0} to {1} waits for a confirmation and is not in force. The order stays locked until it is done or given up.',
        order,
        terms,
      );
    case 'needsBrowser':
      return vscode.l10n.t(
        'The change of {0} to {1} waits for you in the browser and is not in force. The order stays locked until it is done or given up.',
        order,
        terms,
      );
    default:
      return vscode.l10n.t(
        'It is not known whether {0} was changed to {1}. It is not sent again; the order stays locked until this is resolved.',
        order,
        terms,
      );
  }
}

function readBackText(attempt: Attempt, result: ReadBack): string {
  const order = idText(attempt.target.orderId);
  switch (result.kind) {
    case 'inForce':
      return vscode.l10n.t('{0} is {1} now: the change is in force.', order, attemptTerms(attempt));
    case 'unchanged':
      return vscode.l10n.t(
        '{0} still has its old values. That is no proof: some services change an order later. Read it back again, or resolve it by what you know.',
        order,
      );
    case 'different':
      return vscode.l10n.t(
        '{0} is {1} @ {2} now, neither the old nor the new values.',
        order,
        idText(showNumber(result.order.quantity)),
        idText(showNumber(result.order.price)),
      );
    case 'notFound':
      return vscode.l10n.t('The service does not list {0} any more. Look at it at your broker.', order);
    case 'notOffered':
      return vscode.l10n.t('This service cannot be asked about {0}. Look at it at your broker.', order);
    case 'inFlight':
      return vscode.l10n.t('The change is still under way, perhaps in another window. Try again when it has ended.');
    case 'otherService':
      return vscode.l10n.t('The change belongs to {0}. Connect to it to read the order back.', hostOf(attempt.target.service));
    case 'settled':
      return vscode.l10n.t('The change of {0} is resolved.', order);
  }
}
