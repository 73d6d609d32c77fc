import * as vscode from 'vscode';
import { JournalBusy, JournalDamage } from '../../app/orders/journal/journalErrors';
import type { OrderWriter } from '../../app/orders/write/orderWriter';
import { fieldsOf } from '../../app/orders/request/orderRequest';
import type {
  BlockReason,
  CancelPreview,
  ChangeResult,
  OrderPreview,
  PendingConfirmation,
  SeenOldValues,
} from '../../app/orders/request/orderRequest';
import { SendingStopped } from '../../app/orders/write/stop/passage';
import type { SentOutcome } from '../../app/orders/journal/storedOutcome';
import type { StaleVerdict } from '../../app/orders/request/basis';
import type { OpenReview } from '../../app/orders/ticket/ticketDesk';
import { checkServiceLink } from '../../domain/text/linkGate';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt } from '../../domain/orders/orderAttempts';
import type { CallOptions } from '../../service/serviceClient';
import { cancellableProgress } from '../platform/say/progress';
import { diskText } from '../platform/errors/diskText';
import { isCancellation, presentError } from '../platform/errors/presentError';
import { maskWhen } from '../../domain/text/mask';
import type { Privacy } from '../../domain/text/mask';
import { askOrShowOrders } from './askOrShowOrders';
import { sentences } from '../../domain/text/sentences';
import { idText, serverText, withStop } from '../../domain/text/visibleText';
import { calledAs, earlierText, stateLine, worldLines } from './orderText';
import { notConfirmedText } from './notConfirmedText';
import type { BlockedConfirmation } from './notConfirmedText';
import type { News, NewsAction, OutcomeNews } from './outcomeNews';
import { wordsOf } from './words/actionWords';
import type { ActionWords, Named } from './words/actionWords';
import { runCommand } from '../platform/runCommand';
import { limitText } from './limits/limitText';
import { editLimits } from './limits/turnedOff';
import { releaseAction } from './stop/releaseAction';
import { hasEnded } from '../../domain/orders/orderRules';
import { showNumber } from '../../domain/values/amount';
import { differenceText } from './ticket/ticketWords';
import { statusWord } from '../platform/words/wireWords';
import type { UiPorts } from '../platform/ports';

/** Sends a confirmed change and shows its outcome until nothing is left to decide. */
export class OutcomeUi {
  constructor(
    private readonly dependencies: Pick<UiPorts, 'links'> & {
      readonly writer: Pick<OrderWriter, 'submit' | 'confirm'>;
      readonly news: Pick<OutcomeNews, 'tell' | 'notify'>;
      /** Shows an unresolved attempt with the ways out; first `why` it is still open, if that was decided here. */
      readonly showUnresolved: (attempt: Attempt, why?: string) => void;
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
    },
  ) {}

  /** Cancels an order. @returns why nothing was sent, if the order has changed since it was shown. */
  async cancel(preview: CancelPreview, options: CallOptions): Promise<StaleVerdict | undefined> {
    return this.#show(preview, await this.dependencies.writer.submit(preview, options));
  }

  /** Shows what a request led to that was sent without this class, until nothing is left to decide. */
  async finish(preview: OrderPreview, result: ChangeResult): Promise<StaleVerdict | undefined> {
    return this.#show(preview, result);
  }

  /** @returns why nothing was sent, if the order has changed since it was reviewed. */
  async send(review: Pick<OpenReview, 'shown' | 'confirm'>, options: CallOptions): Promise<StaleVerdict | undefined> {
    return this.#show(review.shown.preview, await review.confirm(options));
  }

  async #show(preview: OrderPreview, result: ChangeResult, step: Step = 'sent'): Promise<StaleVerdict | undefined> {
    if (result.kind === 'blocked') {
      if (result.reason === 'stale') return result.verdict;
      if (step === 'confirmed') await this.#notConfirmed(preview, result);
      else if (result.reason === 'limit') {
        this.#tell(preview, { severity: 'error', message: blockedText(result) });
      } else if (result.attempt !== undefined) this.#tellEarlier(preview, result.attempt, blockedNews(result.reason, result.error));
      else if (result.error instanceof JournalDamage) await this.dependencies.showDamage(result.error);
      else this.#tell(preview, blockedNews(result.reason, result.error));
      return undefined;
    }
    if (!result.isRecorded)
      this.dependencies.news.notify(
        {
          severity: 'error',
          message: vscode.l10n.t('Outcome not saved to the order journal. After a restart, this request is shown as outcome unknown.'),
        },
        { isPaper: preview.target.isPaper === true },
      );
    await this.#showOutcome(preview, result, step);
    return undefined;
  }

  async #showOutcome(preview: OrderPreview, { outcome, pending, seen }: Settled, step: Step): Promise<void> {
    if (step === 'confirmed' && (outcome.kind === 'notSent' || outcome.kind === 'clockRejected')) {
      await this.#stillAwaits(preview, notConfirmedText(this.#called(preview).order, outcome));
      return;
    }
    const words = wordsOf(preview);
    const named = this.#called(preview);
    const unchanged = unchangedText(seen, words, this.dependencies.isPrivate());
    switch (outcome.kind) {
      case 'accepted':
        this.#tell(preview, { severity: 'info', state: 'accepted', message: words.accepted(named) });
        break;
      case 'notAuthorized': {
        const newsOf = this.dependencies.usesApiKey() ? keyNotAuthorizedNews : notAuthorizedNews;
        this.#tell(preview, newsOf({ words, named, lacks: outcome.lacks, said: this.#said(outcome.errmsg), unchanged }));
        break;
      }
      case 'tooManyRequests':
        this.#tell(preview, {
          severity: 'error',
          message: tooManyText(words.tooMany(named), outcome.waitMs, unchanged, this.#said(outcome.errmsg)),
        });
        break;
      case 'refused':
        this.#tell(preview, {
          severity: 'error',
          message: sentences(words.refused(named, this.#said(outcome.errmsg), outcome.errcode), unchanged),
        });
        break;
      case 'notSent':
        this.#tell(preview, { severity: 'error', message: notSentText(words, named, outcome.error) });
        break;
      case 'clockRejected':
        this.#tell(preview, clockRejectedNews(named.order));
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
            words.notOffered(named, step === 'confirmed'),
            unchanged,
            vscode.l10n.t('Finish it in your broker’s app or website.'),
          ),
        });
        break;
      case 'saysRejected':
      case 'unknown':
        await this.#checkOrder(preview);
        break;
    }
  }

  async #askToConfirm(preview: OrderPreview, errmsg: string, pending: PendingConfirmation | undefined): Promise<void> {
    const { order } = this.#called(preview);
    if (pending === undefined) {
      await this.#decline(preview, vscode.l10n.t('Not confirmed: {0}. The service asked for another confirmation.', order));
      return;
    }
    // Never masked: the user confirmed these figures.
    const { question, yes, detail: condition, progress } = wordsOf(preview).confirm(this.#called(preview, { isPrivate: false }));
    const detail = [serverText(errmsg), condition, ...worldLines(preview.target)].join('\n');
    if (!(await askOrShowOrders(question, detail, yes, vscode.l10n.t('Don’t Confirm')))) {
      await this.#decline(preview, vscode.l10n.t('Not confirmed: {0}.', order));
      return;
    }
    const result = await cancellableProgress(progress, async (signal) => this.dependencies.writer.confirm(pending, { signal }));
    const stale = await this.#show(preview, result, 'confirmed');
    if (stale === undefined) return;
    await this.#decline(preview, notConfirmedText(order, { kind: 'blocked', reason: 'stale', verdict: stale }));
  }

  /** Nothing was sent because of an earlier attempt, whose state follows. */
  #tellEarlier(preview: OrderPreview, attempt: Attempt, news: News): void {
    if (isUnresolved(attempt.state)) {
      this.dependencies.showUnresolved(attempt, news.message);
      return;
    }
    const named = calledAs(attempt, { isPrivate: this.dependencies.isPrivate() });
    this.#tell(preview, { ...news, message: sentences(news.message, stateLine(attempt, named)) });
  }

  /** The request was sent before, so “nothing was sent” would be wrong of it. */
  async #notConfirmed(preview: OrderPreview, blocked: BlockedConfirmation): Promise<void> {
    // The state says what became of it, for example in another window.
    if (blocked.reason === 'unresolved' && blocked.attempt !== undefined) this.dependencies.showUnresolved(blocked.attempt);
    else await this.#stillAwaits(preview, notConfirmedText(this.#called(preview).order, blocked));
    if ('error' in blocked && blocked.error instanceof JournalDamage) await this.dependencies.showDamage(blocked.error);
  }

  async #stillAwaits(preview: OrderPreview, why: string): Promise<void> {
    // The journal may be what failed.
    const attempt = await this.dependencies.findAttempt(preview.root).catch(() => undefined);
    if (attempt === undefined) this.#tell(preview, { severity: 'error', message: why });
    else this.dependencies.showUnresolved(attempt, why);
  }

  async #askToOpen(preview: OrderPreview, jumpUrl: string, errmsg: string): Promise<void> {
    const { order } = this.#called(preview);
    const link = checkServiceLink(jumpUrl, preview.target.service);
    if (!link.allowed) {
      const why = vscode.l10n.t('Not finished in the browser: {0}. The service’s link isn’t safe to open.', order);
      await this.#decline(preview, why);
      return;
    }
    const yes = vscode.l10n.t('Open {0}', link.host);
    const { question: message, detail: condition } = wordsOf(preview).finish(this.#called(preview, { isPrivate: false }), link.host);
    const detail = [serverText(errmsg), condition, ...worldLines(preview.target)].join('\n');
    if (
      (await askOrShowOrders(message, detail, yes, vscode.l10n.t('Don’t Open'))) &&
      (await this.dependencies.links.open(jumpUrl, preview.target.service))
    ) {
      await this.#offerToResolve(preview);
      return;
    }
    await this.#decline(preview, vscode.l10n.t('Not finished in the browser: {0}.', order));
  }

  /** The order itself is better evidence than any response, so it is checked before the user is asked anything. */
  async #checkOrder(preview: OrderPreview): Promise<void> {
    const attempt = await this.dependencies.findAttempt(preview.root);
    if (attempt !== undefined) await this.dependencies.readBack(attempt);
  }

  #tell({ root, target }: OrderPreview, news: News): void {
    this.dependencies.news.tell({ root, target }, news);
  }

  #called(preview: OrderPreview, privacy: Privacy = { isPrivate: this.dependencies.isPrivate() }): Named {
    const { target, facts: order } = preview;
    return calledAs({ target, fields: fieldsOf(preview), order }, privacy);
  }

  /** The service's message may contain quantities and amounts. */
  #said(errmsg: string): string {
    return maskWhen(this.dependencies.isPrivate())(serverText(errmsg));
  }

  async #offerToResolve(preview: OrderPreview): Promise<void> {
    const attempt = await this.dependencies.findAttempt(preview.root);
    if (attempt !== undefined) this.dependencies.showUnresolved(attempt);
  }

  async #decline(preview: OrderPreview, why: string): Promise<void> {
    const attempt = await this.dependencies.findAttempt(preview.root);
    if (attempt !== undefined) await this.dependencies.decline(attempt, why);
  }
}

/** Whether the service answered the request itself or its confirmation. */
type Step = 'sent' | 'confirmed';

type Settled = Extract<ChangeResult, { kind: 'settled' }>;

type Lacks = Extract<SentOutcome, { kind: 'notAuthorized' }>['lacks'];

interface NotAuthorized {
  readonly words: ActionWords;
  readonly named: Named;
  readonly lacks: Lacks;
  readonly said: string;
  readonly unchanged: string;
}

function notAuthorizedNews({ words: { notAuthorized }, named, lacks, said, unchanged }: NotAuthorized): News {
  const words = said === '' ? '' : vscode.l10n.t('The service says: {0}', withStop(said));
  const advice = lacks === 'scope' ? vscode.l10n.t('Sign in again and allow it.') : vscode.l10n.t('Sign in again.');
  const signInAgain = async (): Promise<void> => {
    await runCommand('marketDesk.signOut');
    await runCommand('marketDesk.signIn');
  };
  return {
    severity: 'error',
    message: sentences(notAuthorized(named, 'signIn', lacks), unchanged, advice, words),
    actions: [{ label: vscode.l10n.t('Sign In Again'), run: signInAgain }],
  };
}

function keyNotAuthorizedNews({ words: { notAuthorized }, named, lacks, said, unchanged }: NotAuthorized): News {
  const words = said === '' ? '' : vscode.l10n.t('The service says: {0}', withStop(said));
  const advice = vscode.l10n.t('Check the key on the developer portal.');
  const setUp = { label: vscode.l10n.t('Set Up API Key…'), run: () => runCommand('marketDesk.setUpApiKey') };
  return { severity: 'error', message: sentences(notAuthorized(named, 'apiKey', lacks), unchanged, advice, words), actions: [setUp] };
}

function tooManyText(what: string, waitMs: number | undefined, unchanged: string, said: string): string {
  const advice =
    waitMs === undefined
      ? vscode.l10n.t('Wait a moment before you try again.')
      : vscode.l10n.t('Wait {0} s before you try again.', Math.max(1, Math.ceil(waitMs / 1000)));
  return sentences(what, unchanged, advice, said === '' ? '' : vscode.l10n.t('The service says: {0}', withStop(said)));
}

function notSentText(words: ActionWords, named: Named, error: unknown): string {
  if (error instanceof SendingStopped) return vscode.l10n.t('Not sent: {0}. Sending orders was stopped before.', named.order);
  return isCancellation(error) ? words.youCanceled(named) : vscode.l10n.t('Not sent: {0}. {1}', named.order, presentError(error).message);
}

function clockRejectedNews(order: string): News {
  const message = vscode.l10n.t('Not executed: {0}. This machine’s clock is too far from the service’s clock.', order);
  return { severity: 'error', message, actions: [synchronizeClock()] };
}

function synchronizeClock(): NewsAction {
  return { label: vscode.l10n.t('Synchronize Clock'), run: () => runCommand('marketDesk.clock.sync') };
}

/** Why a request was not sent. */
export function blockedText(blocked: Extract<ChangeResult, { kind: 'blocked' }>): string {
  if (blocked.reason === 'stale') return '';
  if (blocked.reason === 'limit') return vscode.l10n.t('Nothing was sent. {0}', limitText(blocked.breach));
  return blockedNews(blocked.reason, blocked.error).message;
}

function blockedNews(reason: Exclude<BlockReason, 'stale' | 'limit'>, error: unknown): News {
  const disk = diskText(error);
  const texts: Readonly<Record<Exclude<BlockReason, 'stale' | 'limit'>, string>> = {
    stopped: vscode.l10n.t('Nothing was sent: sending orders is stopped.'),
    readOnly: vscode.l10n.t('Nothing was sent: order changes are turned off in your order limits.'),
    notAllowed: vscode.l10n.t('Nothing was sent: this is turned off in your order limits.'),
    paperAccount: vscode.l10n.t('Nothing was sent: the market of this paper account isn’t known.'),
    cancelled: vscode.l10n.t('Canceled. Nothing was sent.'),
    connectionChanged: vscode.l10n.t('Nothing was sent: the service or account is not the one you reviewed.'),
    inFlight: vscode.l10n.t('Nothing was sent: another request for this order is in progress, possibly in another window.'),
    unresolved: earlierText(),
    credential: vscode.l10n.t('Nothing was sent. {0}', presentError(error).message),
    clock: vscode.l10n.t(
      'Nothing was sent: the service’s time couldn’t be measured accurately enough. Synchronize the clock and try again.',
    ),
    journal:
      error instanceof JournalBusy
        ? vscode.l10n.t('Nothing was sent: another window is using the order journal. Try again.')
        : sentences(
            vscode.l10n.t('Nothing was sent: Market Desk can’t write to the order journal.'),
            disk ?? vscode.l10n.t('Check the disk.'),
          ),
    alreadySent: vscode.l10n.t('Nothing was sent: this request was already sent.'),
    internal:
      disk === undefined
        ? vscode.l10n.t('Nothing was sent: something went wrong in Market Desk. See the log for details.')
        : sentences(vscode.l10n.t('Nothing was sent: Market Desk can’t write to the disk.'), disk),
  };
  const severity = reason === 'cancelled' ? 'info' : 'error';
  const actions: Readonly<Partial<Record<BlockReason, () => NewsAction>>> = {
    clock: synchronizeClock,
    stopped: releaseAction,
    readOnly: editLimits,
    notAllowed: editLimits,
  };
  const action = actions[reason]?.();
  return { severity, message: texts[reason], ...(action === undefined ? {} : { actions: [action] }) };
}

/** What is known about an order after a change was rejected: what the order showed when it was read, or only what the service says. */
function unchangedText(seen: SeenOldValues | undefined, words: ActionWords, isPrivate: boolean): string {
  if (seen === undefined) return words.unchangedByService();
  return sentences(words.unchanged({ hasEnded: hasEnded(seen.order.status) }), movedText(seen, isPrivate));
}

/** Other differences in the order: the change was rejected, but the market went on. */
function movedText({ order, moved }: SeenOldValues, isPrivate: boolean): string {
  const mask = maskWhen(isPrivate);
  const number = (text: string): string => mask(idText(showNumber(text)));
  const isFilled = moved.some(({ field }) => field === 'dealtQuantity');
  const ended = moved.find(({ field }) => field === 'status')?.now ?? '';
  const others = moved.filter(({ field }) => field !== 'dealtQuantity' && field !== 'status');
  return sentences(
    isFilled ? vscode.l10n.t('Meanwhile filled: {0} of {1}.', number(order.dealtQuantity), number(order.quantity)) : '',
    ended === '' || (isFilled && ended.startsWith('FILLED')) ? '' : vscode.l10n.t('Its status is now: {0}.', statusWord(ended)),
    ...others.map((difference) => vscode.l10n.t('Meanwhile changed: {0}.', mask(differenceText(difference)))),
  );
}
