import * as vscode from 'vscode';
import type { OrderWriter } from '../../app/orders/write/orderWriter';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import type { ReadBack, Unproven } from '../../app/orders/eye/judge';
import type { OrderReadBack } from '../../app/orders/eye/orderReadBack';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { Attempt, OrderTarget } from '../../domain/orders/orderAttempts';
import type { OrderRecord } from '../../service/records';
import { cancellableProgress } from '../platform/say/progress';
import { sentences } from '../../domain/text/sentences';
import { AttemptSubject, attemptSubjectOf } from './tree/attemptSubject';
import { hostOf, realMoneyText } from './orderText';
import type { News, OutcomeNews } from './outcomeNews';
import { wordsOf } from './story/kinds';
import { calledAs, orderName, tradedAs } from './story/names';
import type { Look } from './story/names';
import { checkText, inFlightText } from './story/seen';
import { askedText, newsOf, notCheckedText, offered, stateText, story, storyText } from './story/story';
import type { Steps } from './story/story';
import { chooseOne } from '../platform/say/ask';
import { sayInfo } from '../platform/say/messages';
import type { DigitsOf } from '../platform/words/orderLine';

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
      readonly digits?: DigitsOf;
    },
  ) {}

  /**
   * Reports what is known of an attempt; of one that locks an order, with the fixes. It may have been settled while a question was open.
   *
   * @param about - `why` it is still open, which comes first; what was `found` of its order.
   */
  showUnresolved(attempt: Attempt, { why = '', found = '' }: { readonly why?: string | undefined; readonly found?: string } = {}): void {
    const told = story({ attempt }, this.#look);
    const message = isUnresolved(attempt.state) ? sentences(why, storyText(told), found) : storyText(told);
    this.#tell(attempt, { ...newsOf(told, attempt, this.#steps(attempt)), message });
  }

  /**
   * Runs after a change whose outcome only the order can tell: checks the order at once, which often settles it. Shows the service's message
   * and the order's state together with the possible actions.
   */
  async readBackFirst(attempt: Attempt): Promise<void> {
    let found: string;
    try {
      const checked = await this.#check(attempt);
      if (checked.found.kind === 'settled') {
        this.#tellEnd(checked);
        return;
      }
      found = this.#foundText(attempt, checked.found);
    } catch (error) {
      found = notCheckedText(error);
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
    const kind = wordsOf(attempt);
    let left: string;
    try {
      const checked = await this.#check(attempt);
      const { found } = checked;
      if (found.kind === 'settled') {
        this.#tellEnd(checked, why);
        return;
      }
      const text = checkText(attempt, found, tradedAs(attempt, this.#look).order, this.#look);
      if (found.kind === 'different') {
        this.showUnresolved(attempt, { found: sentences(why, text) });
        return;
      }
      if (found.kind === 'inFlight') {
        this.#tell(attempt, { severity: 'warning', message: sentences(why, text) });
        return;
      }
      // `why` has named the order.
      left = found.kind === 'unchanged' ? kind.unchanged() : sentences(kind.unchangedByService(), text);
    } catch (error) {
      left = sentences(kind.unchangedByService(), notCheckedText(error));
    }
    const result = await this.dependencies.writer.resolve(attempt, 'givenUp');
    // Settled or sent on elsewhere since the check: what was found is no longer the whole truth.
    if (result === 'resolved') this.#tell(attempt, { severity: 'warning', message: sentences(why, left) });
    else this.showUnresolved(await this.#now(attempt), { why });
  }

  /** *Check Order Status*: for a row, or for an attempt that the user picks. */
  async readBackCommand(argument: unknown): Promise<void> {
    const attempt = await this.#attemptOf(argument);
    if (attempt === undefined) return;
    const checked = await this.#check(attempt);
    const { found } = checked;
    if (found.kind === 'settled') this.#tellEnd(checked);
    else
      this.#tell(attempt, {
        severity: 'warning',
        message: checkText(attempt, found, calledAs(attempt, this.#look).order, this.#look),
        actions: found.kind === 'inFlight' ? [] : offered({ actions: ['resolve'] }, attempt, this.#steps(attempt)),
      });
  }

  /** *Resolve Order Change…*: the user says what happened to it. */
  async resolveCommand(argument: unknown): Promise<void> {
    const attempt = await this.#attemptOf(argument);
    if (attempt === undefined) return;
    const picked = await chooseOne(verdicts(attempt, this.#look), {
      title: `${calledAs(attempt, this.#look).order} → ${askedText(attempt, this.#look)} · ${realMoneyText(attempt.target)}`,
      placeHolder: vscode.l10n.t('Check the order with your broker first. What do you know for certain?'),
    });
    if (picked?.verdict === undefined) return;
    const result = await this.dependencies.writer.resolve(attempt, picked.verdict);
    if (result === 'inFlight') this.#tell(attempt, { severity: 'warning', message: inFlightText() });
    else this.showUnresolved(await this.#now(attempt));
  }

  get #look(): Look {
    return { isPrivate: this.dependencies.isPrivate(), digits: this.dependencies.digits };
  }

  /** The attempt as the journal has it now. */
  async #now(attempt: Attempt): Promise<Attempt> {
    return (await this.dependencies.journal.find(attempt.root)) ?? attempt;
  }

  #steps({ root }: Attempt): Steps {
    const subject = new AttemptSubject(root);
    return { checkStatus: async () => this.readBackCommand(subject), resolve: async () => this.resolveCommand(subject) };
  }

  #tell({ root, target }: Attempt, news: News): void {
    this.dependencies.news.tell({ root, target }, news);
  }

  /** @param why - How the user left it open here, if its order shows its end all the same. */
  #tellEnd({ now, order }: Checked, why = ''): void {
    const isElsewhere = why !== '' && now.state === 'applied';
    const told = story({ attempt: now, now: order, isElsewhere }, this.#look);
    const { severity, ...news } = newsOf(told, now, this.#steps(now));
    const message = sentences(isElsewhere ? '' : why, storyText(told));
    this.#tell(now, { ...news, severity: why === '' ? severity : 'warning', message });
  }

  async #check(attempt: Attempt): Promise<Checked> {
    const title = vscode.l10n.t('Checking order {0}', tradedAs(attempt, this.#look).order);
    const found = await cancellableProgress(title, async (signal) => this.dependencies.readBack.check(attempt.root, { signal }));
    const now = await this.#now(attempt);
    const order = found.kind === 'settled' ? found.judged?.told?.order : 'order' in found ? found.order : undefined;
    if (order !== undefined || found.kind === 'notFound') this.dependencies.orderRead(now.target, order);
    return { found, now, order };
  }

  /** What was found beside an order, which the text before it has named. */
  #foundText(attempt: Attempt, found: Unproven): string {
    const isRejected = attempt.state === 'saysRejected';
    if (isRejected && found.kind === 'absent' && found.isBlank)
      return vscode.l10n.t('Checked again in a minute: if the service’s lists still don’t have it, it counts as rejected.');
    if (isRejected && found.kind === 'unchanged')
      return sentences(wordsOf(attempt).unchanged(), vscode.l10n.t('A second check that shows the same unlocks it.'));
    return checkText(attempt, found, tradedAs(attempt, this.#look).order, this.#look);
  }

  async #attemptOf(argument: unknown): Promise<Attempt | undefined> {
    const subject = attemptSubjectOf(argument);
    if (subject !== undefined) return this.dependencies.journal.find(subject.root);
    const open = (await this.dependencies.journal.attempts()).filter(({ state }) => isUnresolved(state));
    if (open.length === 0) void sayInfo(vscode.l10n.t('No unresolved order changes.'));
    if (open.length <= 1) return open[0];
    const items = open.map((attempt) => ({
      label: `${orderName(attempt.target, attempt.order)} → ${askedText(attempt, this.#look)}`,
      description: stateText(attempt),
      detail: hostOf(attempt.target.service),
      attempt,
    }));
    return (await chooseOne(items, { title: vscode.l10n.t('Unresolved'), placeHolder: vscode.l10n.t('Select a request') }))?.attempt;
  }
}

/** What a check showed, and the attempt after it. */
interface Checked {
  readonly found: ReadBack;
  readonly now: Attempt;
  /** Its order as it was read. */
  readonly order: OrderRecord | undefined;
}

type Verdict = Parameters<OrderWriter['resolve']>[1];

function verdicts(attempt: Attempt, look: Look): readonly (vscode.QuickPickItem & { readonly verdict?: Verdict })[] {
  const { done, notDone, completed, abandoned } = wordsOf(attempt).verdicts(tradedAs(attempt, look));
  const asks = attempt.state === 'needsConfirmation' || attempt.state === 'needsBrowser';
  const item = ([label, description]: readonly [string, string], icon: string) => ({
    ...{ label, description, iconPath: new vscode.ThemeIcon(icon) },
  });
  return [
    item([vscode.l10n.t('Keep Locked'), vscode.l10n.t('not sure yet')], 'lock'),
    { ...item(asks ? completed : done, 'check'), verdict: 'changed' },
    { ...item(asks ? abandoned : notDone, 'close'), verdict: asks ? 'givenUp' : 'notChanged' },
  ];
}
