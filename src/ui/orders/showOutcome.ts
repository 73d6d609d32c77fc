import * as vscode from 'vscode';
import { JournalDamage } from '../../app/orders/journal/journalErrors';
import type { BlockReason, ChangePreview, ChangeResult, OrderWriter, PendingConfirmation } from '../../app/orders/modifyOrder';
import type { SentOutcome } from '../../app/orders/storedOutcome';
import type { StaleVerdict } from '../../app/orders/ticket/orderCheck';
import type { OpenReview } from '../../app/orders/ticket/ticketDesk';
import type { LinkOpener } from '../../app/platform/ports';
import { checkServiceLink } from '../../domain/text/linkGate';
import type { Attempt } from '../../domain/orders/orderAttempts';
import type { CallOptions } from '../../service/serviceClient';
import { cancellableProgress } from '../platform/say/progress';
import { isCancellation, presentError } from '../platform/errors/presentError';
import { maskWhen } from '../../domain/text/mask';
import { askCarefully } from '../platform/say/askCarefully';
import { sentences } from './sentences';
import { unchangedText } from './unchangedText';
import { idText, serverText } from '../../domain/text/visibleText';
import { acceptedText, termsText, realMoneyText } from './orderText';
import type { News, NewsAction, OutcomeNews } from './outcomeNews';
import { staleText } from './ticket/ticketWords';

export interface OutcomeDependencies {
  readonly writer: OrderWriter;
  readonly links: LinkOpener;
  readonly news: Pick<OutcomeNews, 'tell' | 'notify'>;
  readonly showUnresolved: (attempt: Attempt) => void;
  readonly findAttempt: (root: string) => Promise<Attempt | undefined>;
  /** Checks the order of an unresolved change if the service can return it, and shows the result. */
  readonly readBack: (attempt: Attempt) => Promise<void>;
  /** Abandons a change that awaits the user, and shows `why` with the order's state. */
  readonly decline: (attempt: Attempt, why: string) => Promise<void>;
  /** Shows what is wrong with the journal and lets the user acknowledge it. */
  readonly showDamage: (damage: JournalDamage) => Promise<void>;
  readonly isPrivate: () => boolean;
  /** Whether requests are signed with an API key instead of using a sign-in. */
  readonly usesApiKey: () => boolean;
}

/** Sends a confirmed change and shows its outcome until nothing is left to decide. */
export class OutcomeUi {
  constructor(private readonly dependencies: OutcomeDependencies) {}

  /** @returns why nothing was sent, when the order is not the one that was reviewed any more. */
  async send(review: OpenReview, options: CallOptions): Promise<StaleVerdict | undefined> {
    return this.#show(review.shown.preview, await review.confirm(options));
  }

  async #show(preview: ChangePreview, result: ChangeResult): Promise<StaleVerdict | undefined> {
    if (result.kind === 'blocked') {
      if (result.reason === 'stale') return result.verdict;
      if (result.attempt !== undefined) this.dependencies.showUnresolved(result.attempt);
      else if (result.error instanceof JournalDamage) await this.dependencies.showDamage(result.error);
      else this.#tell(preview, blockedNews(result.reason, result.error));
      return undefined;
    }
    if (!result.isRecorded)
      this.dependencies.news.notify({
        severity: 'error',
        message: vscode.l10n.t(
          'The outcome could not be written to the order journal. After a restart, this change will be shown as outcome unknown.',
        ),
      });
    await this.#showOutcome(preview, result);
    return undefined;
  }

  async #showOutcome(preview: ChangePreview, { outcome, pending, seen }: Settled): Promise<void> {
    const order = idText(preview.target.orderId);
    const unchanged = unchangedText(seen, this.dependencies.isPrivate());
    switch (outcome.kind) {
      case 'accepted':
        this.#tell(preview, { severity: 'info', state: 'accepted', message: acceptedText(order, this.#terms(preview)) });
        break;
      case 'notAuthorized': {
        const newsOf = this.dependencies.usesApiKey() ? keyNotAuthorizedNews : notAuthorizedNews;
        this.#tell(preview, newsOf(order, outcome.lacks, this.#said(outcome.errmsg), unchanged));
        break;
      }
      case 'tooManyRequests':
        this.#tell(preview, { severity: 'error', message: tooManyText(order, outcome.waitMs, unchanged, this.#said(outcome.errmsg)) });
        break;
      case 'refused':
        this.#tell(preview, {
          severity: 'error',
          message: sentences(
            vscode.l10n.t({
              message: 'Change rejected: {0}. {1} (code {2}).',
              args: [order, this.#said(outcome.errmsg), outcome.errcode],
              comment: ['{0} is an order ID, {1} the service’s own text, {2} its error code.'],
            }),
            unchanged,
          ),
        });
        break;
      case 'notSent':
        this.#tell(preview, { severity: 'error', message: notSentText(order, outcome.error) });
        break;
      case 'clockRejected':
        this.#tell(preview, clockRejectedNews(order));
        break;
      case 'needsConfirmation':
        await this.#askToConfirm(preview, outcome.errmsg, pending);
        break;
      case 'needsBrowser':
        await this.#askToOpen(preview, outcome.jumpUrl, outcome.errmsg);
        break;
      case 'notOffered':
        this.#tell(preview, {
          severity: 'warning',
          message: sentences(
            vscode.l10n.t('Not confirmed: {0}. The change needs a confirmation that this service doesn’t accept here.', order),
            unchanged,
            vscode.l10n.t('Finish it in your broker’s app or on its website.'),
          ),
        });
        break;
      case 'saysRejected':
      case 'unknown':
        await this.#checkOrder(preview);
        break;
    }
  }

  async #askToConfirm(preview: ChangePreview, errmsg: string, pending: PendingConfirmation | undefined): Promise<void> {
    const order = idText(preview.target.orderId);
    if (pending === undefined) {
      await this.#decline(preview, vscode.l10n.t('The service asked for another confirmation of {0}.', order));
      return;
    }
    // Never masked: the user confirmed these figures.
    const yes = vscode.l10n.t('Confirm: Change {0} to {1}', order, termsText(preview.change, false));
    const detail = [serverText(errmsg), vscode.l10n.t('The change is not applied until you confirm.'), realMoneyText(preview.target)].join(
      '\n',
    );
    const safe = vscode.l10n.t('Don’t Confirm');
    const question = vscode.l10n.t('The service asks you to confirm the change to {0}', order);
    if ((await askCarefully(question, detail, { safe, yes })) !== 'yes') {
      await this.#decline(preview, vscode.l10n.t('You did not confirm the change to {0}.', order));
      return;
    }
    const result = await cancellableProgress(vscode.l10n.t('Confirming the change to {0}', order), async (signal) =>
      this.dependencies.writer.confirm(pending, { signal }),
    );
    const stale = await this.#show(preview, result);
    if (stale === undefined) return;
    const { message, detail: what } = staleText(order, stale);
    await this.#decline(preview, sentences(message, what));
  }

  async #askToOpen(preview: ChangePreview, jumpUrl: string, errmsg: string): Promise<void> {
    const order = idText(preview.target.orderId);
    const link = checkServiceLink(jumpUrl, preview.target.service);
    if (!link.allowed) {
      const why = vscode.l10n.t('The service asks you to finish {0} in the browser, but its link is not safe to open.', order);
      await this.#decline(preview, why);
      return;
    }
    const yes = vscode.l10n.t('Open {0}', link.host);
    const detail = [
      serverText(errmsg),
      vscode.l10n.t('The change is not applied until you finish there.'),
      realMoneyText(preview.target),
    ].join('\n');
    const safe = vscode.l10n.t('Don’t Open');
    const message = vscode.l10n.t('Finish the change to {0} in the browser at {1}', order, link.host);
    if (
      (await askCarefully(message, detail, { safe, yes })) === 'yes' &&
      (await this.dependencies.links.open(jumpUrl, preview.target.service))
    ) {
      await this.#offerToResolve(preview);
      return;
    }
    await this.#decline(preview, vscode.l10n.t('You did not finish the change to {0} in the browser.', order));
  }

  /** The order itself is better evidence than any response: it is checked before the user is asked anything. */
  async #checkOrder(preview: ChangePreview): Promise<void> {
    const attempt = await this.dependencies.findAttempt(preview.root);
    if (attempt !== undefined) await this.dependencies.readBack(attempt);
  }

  #tell({ root, target }: ChangePreview, news: News): void {
    this.dependencies.news.tell({ root, target }, news);
  }

  #terms({ change }: ChangePreview): string {
    return termsText(change, this.dependencies.isPrivate());
  }

  /** The service's message may contain quantities and amounts. */
  #said(errmsg: string): string {
    return maskWhen(this.dependencies.isPrivate())(serverText(errmsg));
  }

  async #offerToResolve(preview: ChangePreview): Promise<void> {
    const attempt = await this.dependencies.findAttempt(preview.root);
    if (attempt !== undefined) this.dependencies.showUnresolved(attempt);
  }

  async #decline(preview: ChangePreview, why: string): Promise<void> {
    const attempt = await this.dependencies.findAttempt(preview.root);
    if (attempt !== undefined) await this.dependencies.decline(attempt, why);
  }
}

type Settled = Extract<ChangeResult, { kind: 'settled' }>;

type Lacks = Extract<SentOutcome, { kind: 'notAuthorized' }>['lacks'];

function notAuthorizedNews(order: string, lacks: Lacks, said: string, unchanged: string): News {
  const words = said === '' ? '' : vscode.l10n.t('The service says: {0}', said);
  const [what, advice] =
    lacks === 'scope'
      ? [
          vscode.l10n.t('The change to {0} was not authorized: your sign-in lacks the permission to modify orders (trade:write).', order),
          vscode.l10n.t('Sign out, sign in again, and allow order changes.'),
        ]
      : [
          vscode.l10n.t('The change to {0} was not authorized: the service did not accept your sign-in.', order),
          vscode.l10n.t('Sign in again.'),
        ];
  const signInAgain = async (): Promise<void> => {
    await vscode.commands.executeCommand('marketDesk.signOut');
    await vscode.commands.executeCommand('marketDesk.signIn');
  };
  return {
    severity: 'error',
    message: sentences(what, unchanged, advice, words),
    actions: [{ label: vscode.l10n.t('Sign In Again'), run: signInAgain }],
  };
}

function keyNotAuthorizedNews(order: string, lacks: Lacks, said: string, unchanged: string): News {
  const words = said === '' ? '' : vscode.l10n.t('The service says: {0}', said);
  const what =
    lacks === 'scope'
      ? vscode.l10n.t('The change to {0} was not authorized: your API key lacks the permission to modify orders.', order)
      : vscode.l10n.t('The change to {0} was not authorized: the service did not accept your API key.', order);
  const advice = vscode.l10n.t('Check the key on the developer portal of the service.');
  const setUp = { label: vscode.l10n.t('Set Up API Key…'), run: () => vscode.commands.executeCommand('marketDesk.setUpApiKey') };
  return { severity: 'error', message: sentences(what, unchanged, advice, words), actions: [setUp] };
}

function tooManyText(order: string, waitMs: number | undefined, unchanged: string, said: string): string {
  const advice =
    waitMs === undefined
      ? vscode.l10n.t('Wait a moment before you try again.')
      : vscode.l10n.t('Wait {0} seconds before you try again.', Math.max(1, Math.ceil(waitMs / 1000)));
  return sentences(
    vscode.l10n.t('The service did not accept the change to {0}: too many requests.', order),
    unchanged,
    advice,
    said === '' ? '' : vscode.l10n.t('The service says: {0}', said),
  );
}

function notSentText(order: string, error: unknown): string {
  if (isCancellation(error)) return vscode.l10n.t('The change to {0} was canceled before it was sent.', order);
  return vscode.l10n.t('The change to {0} was not sent. {1}', order, presentError(error).message);
}

function clockRejectedNews(order: string): News {
  const message = vscode.l10n.t('The change to {0} was not executed: this machine’s clock is too far from the service’s clock.', order);
  return { severity: 'error', message, actions: [synchronizeClock()] };
}

function synchronizeClock(): NewsAction {
  return { label: vscode.l10n.t('Synchronize Clock'), run: () => vscode.commands.executeCommand('marketDesk.clock.sync') };
}

function blockedNews(reason: Exclude<BlockReason, 'stale'>, error: unknown): News {
  const texts: Readonly<Record<Exclude<BlockReason, 'stale'>, string>> = {
    readOnly: vscode.l10n.t('Nothing was sent: order changes are turned off by the “marketDesk.orders.readOnly” setting.'),
    cancelled: vscode.l10n.t('Canceled. Nothing was sent.'),
    connectionChanged: vscode.l10n.t('Nothing was sent: the service or account is not the one you reviewed.'),
    inFlight: vscode.l10n.t('Nothing was sent: another change to this order is in progress, possibly in another window.'),
    unresolved: vscode.l10n.t('Nothing was sent: an earlier change to this order is unresolved.'),
    credential: vscode.l10n.t('Nothing was sent. {0}', presentError(error).message),
    clock: vscode.l10n.t('Nothing was sent: this machine’s clock is too far from the service’s clock, or could not be compared with it.'),
    journal: vscode.l10n.t('Nothing was sent: Market Desk can’t write to the order journal. Check the disk.'),
    alreadySent: vscode.l10n.t('Nothing was sent: this change was already sent.'),
    internal: vscode.l10n.t('Nothing was sent: something went wrong in Market Desk. See the log for details.'),
  };
  const severity = reason === 'cancelled' ? 'info' : 'error';
  return { severity, message: texts[reason], ...(reason === 'clock' ? { actions: [synchronizeClock()] } : {}) };
}
