import * as vscode from 'vscode';
import { JournalDamage } from '../../app/orders/journal/journalErrors';
import type { OrderWriter } from '../../app/orders/write/orderWriter';
import { fieldsOf } from '../../app/orders/request/orderRequest';
import type { Blocked, CancelPreview, ChangeResult, OrderPreview, PendingConfirmation } from '../../app/orders/request/orderRequest';
import type { StaleVerdict } from '../../app/orders/request/basis';
import type { OpenReview } from '../../app/orders/ticket/ticketDesk';
import { checkServiceLink } from '../../domain/text/linkGate';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt } from '../../domain/orders/orderAttempts';
import type { CallOptions } from '../../service/serviceClient';
import { cancellableProgress } from '../platform/say/progress';
import { askOrShowOrders } from './askOrShowOrders';
import { sentences } from '../../domain/text/sentences';
import { serverText } from '../../domain/text/visibleText';
import { worldLines } from './orderText';
import type { News, OutcomeNews } from './outcomeNews';
import { calledAs, requestText } from './story/names';
import type { Look, Named } from './story/names';
import { failureText, notConfirmedText, notSentNews, notSentText } from './story/notSent';
import type { Unsent } from './story/notSent';
import { answered, newsOf, story, storyText } from './story/story';
import { clockText } from './story/table';
import type { UiPorts } from '../platform/ports';
import type { DigitsOf } from '../platform/words/orderLine';

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
      /** What is known of prices: those of orders have as many digits. */
      readonly digits?: DigitsOf;
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

  async #show(preview: OrderPreview, result: ChangeResult, step: Unsent = 'request'): Promise<StaleVerdict | undefined> {
    if (result.kind === 'blocked') {
      if (result.reason === 'stale') return result.verdict;
      const [attempt, error] = result.reason === 'limit' ? [] : [result.attempt, result.error];
      if (step === 'confirmation') await this.#notConfirmed(preview, result);
      else if (attempt !== undefined) this.#tellEarlier(preview, attempt, notSentText(result));
      else if (error instanceof JournalDamage) await this.dependencies.showDamage(error);
      else this.#tell(preview, notSentNews(result, this.#called(preview).order));
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

  async #showOutcome(preview: OrderPreview, { outcome, pending, seen }: Settled, step: Unsent): Promise<void> {
    switch (outcome.kind) {
      case 'needsConfirmation':
        await this.#askToConfirm(preview, outcome.errmsg, pending);
        return;
      case 'needsBrowser':
        await this.#askToOpen(preview, outcome.jumpUrl, outcome.errmsg);
        return;
      case 'saysRejected':
      case 'unknown':
        await this.#checkOrder(preview);
        return;
      case 'notSent':
      case 'clockRejected':
        if (step === 'request') break;
        await this.#stillAwaits(
          preview,
          notConfirmedText(this.#called(preview).order, outcome.kind === 'notSent' ? failureText(outcome.error, step) : clockText()),
        );
        return;
      default:
    }
    const attempt = answered(preview, outcome);
    const known = { attempt, seen, usesApiKey: this.dependencies.usesApiKey(), isConfirmation: step === 'confirmation' };
    const told = story({ ...known, why: outcome.kind === 'notSent' ? failureText(outcome.error) : '' }, this.#look);
    // Only an acceptance is a state that may change by itself.
    const { state, ...news } = newsOf(told, attempt);
    this.#tell(preview, state === 'accepted' ? { ...news, state } : news);
  }

  async #askToConfirm(preview: OrderPreview, errmsg: string, pending: PendingConfirmation | undefined): Promise<void> {
    const { order } = this.#called(preview);
    if (pending === undefined) {
      await this.#decline(preview, vscode.l10n.t('Not confirmed: {0}. The service asked for another confirmation.', order));
      return;
    }
    const request = this.#request(preview);
    const detail = [serverText(errmsg), vscode.l10n.t('Nothing is done until you confirm.'), ...worldLines(preview.target)].join('\n');
    const [question, yes] = [vscode.l10n.t('The service asks you to confirm: {0}', request), vscode.l10n.t('Confirm: {0}', request)];
    if (!(await askOrShowOrders(question, detail, yes, vscode.l10n.t('Don’t Confirm')))) {
      await this.#decline(preview, vscode.l10n.t('Not confirmed: {0}.', order));
      return;
    }
    const result = await cancellableProgress(vscode.l10n.t('Confirming: {0}', request), async (signal) =>
      this.dependencies.writer.confirm(pending, { signal }),
    );
    const stale = await this.#show(preview, result, 'confirmation');
    if (stale === undefined) return;
    await this.#decline(preview, notConfirmedText(order, { kind: 'blocked', reason: 'stale', verdict: stale }));
  }

  /** Nothing was sent because of an earlier attempt, whose state follows. */
  #tellEarlier(preview: OrderPreview, attempt: Attempt, why: string): void {
    if (isUnresolved(attempt.state)) this.dependencies.showUnresolved(attempt, why);
    else this.#tell(preview, { severity: 'error', message: sentences(why, storyText(story({ attempt }, this.#look))) });
  }

  /** The request was sent before, so “nothing was sent” would be wrong of it. */
  async #notConfirmed(preview: OrderPreview, blocked: Blocked): Promise<void> {
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
    const message = vscode.l10n.t('Finish in the browser at {0}: {1}', link.host, this.#request(preview));
    const condition = vscode.l10n.t('Nothing is done until you finish there.');
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

  get #look(): Look {
    return { isPrivate: this.dependencies.isPrivate(), digits: this.dependencies.digits };
  }

  #called(preview: OrderPreview): Named {
    return calledAs({ target: preview.target, fields: fieldsOf(preview), order: preview.facts }, this.#look);
  }

  /** Never masked: the user confirms these figures. */
  #request(preview: OrderPreview): string {
    const asked = { action: preview.action, target: preview.target, fields: fieldsOf(preview), order: preview.facts };
    return requestText(asked, { ...this.#look, isPrivate: false }, { isNamed: false });
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

type Settled = Extract<ChangeResult, { kind: 'settled' }>;
