import * as vscode from 'vscode';
import type { ChangePreview } from '../../../app/orders/modifyOrder';
import type { OpenReview, ReviewCheck } from '../../../app/orders/ticket/ticketDesk';
import type { FieldChange, OrderField } from '../../../domain/orders/orderDraft';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import type { StaleVerdict } from '../../../app/orders/ticket/orderCheck';
import { cancellableProgress } from '../../platform/say/progress';
import type { ReadOnlyDocuments } from '../../platform/readOnlyDocuments';
import { askCarefully } from '../../platform/say/askCarefully';
import { idText } from '../../../domain/text/visibleText';
import { changeText, factsText, fieldName, hostOf, keptText, termsText, realMoneyText } from '../orderText';
import type { StepFrame } from './quickSteps';
import { pickOne } from './quickSteps';
import { confirmationLines, pendingText, staleText, valueText, warningText } from './ticketWords';
import { sayWarning, askModal } from '../../platform/say/messages';

export type ReviewMove =
  | { readonly move: 'confirmed' }
  | { readonly move: 'back' | 'cancel' }
  | { readonly move: 'to'; readonly id: OrderField }
  | { readonly move: 'stale'; readonly verdict: StaleVerdict }
  | { readonly move: 'locked'; readonly attempt: Attempt };

type Choice = 'send' | 'diff' | 'discard' | OrderField;

interface ReviewItem extends vscode.QuickPickItem {
  readonly choice?: Choice;
}

export interface ReviewDependencies {
  readonly documents: Pick<ReadOnlyDocuments, 'put'>;
  readonly timeZone: () => string;
}

/** `Change OK-1 to 200 @ 12.34`: the button's label, never masked, because the user confirms it. */
export function actionText({ target, change }: Pick<ChangePreview, 'target' | 'change'>): string {
  return vscode.l10n.t('Change {0} to {1}', idText(target.orderId), termsText(change, false));
}

/**
 * Shows everything about a change before it is sent, then asks for a confirmation that repeats it. Fields can be selected to be
 * corrected. The order is read again meanwhile; if it has changed, that is the result.
 */
export async function reviewChange(review: OpenReview, frame: StepFrame, dependencies: ReviewDependencies): Promise<ReviewMove> {
  const items = reviewItems(review);
  const active = items.find(({ choice }) => choice === 'send');
  try {
    for (;;) {
      const answer = await pickOne(frame, {
        placeholder: vscode.l10n.t('Review: nothing is sent until you confirm. Select a value to edit it.'),
        items,
        active,
        refuse: ({ choice }) => (choice === undefined ? vscode.l10n.t('For information only') : undefined),
      });
      if (answer.move !== 'next') return answer;
      switch (answer.item.choice) {
        case 'send': {
          const said = await askForYes(review, dependencies);
          if (said !== undefined) return said;
          break;
        }
        case 'diff':
          await showDiff(review.shown.preview, dependencies.documents);
          if (!(await lookAtDiff(frame))) return { move: 'cancel' };
          break;
        case undefined:
        case 'discard':
          return { move: 'cancel' };
        case 'qty':
        case 'price':
        case 'aux_price':
          return { move: 'to', id: answer.item.choice };
      }
    }
  } finally {
    await closeDiff(review.shown.preview);
  }
}

function reviewItems({ shown }: OpenReview): readonly ReviewItem[] {
  const { preview, facts, value, ticket } = shown;
  const { target, change, prepared } = preview;
  const separator = (label: string): ReviewItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const world = new vscode.ThemeIcon(target.isSandbox || target.isPaper === true ? 'beaker' : 'warning');
  return [
    separator(vscode.l10n.t('Actions')),
    {
      label: `${actionText(preview)}…`,
      iconPath: new vscode.ThemeIcon('check'),
      description: vscode.l10n.t('final confirmation follows'),
      choice: 'send',
    },
    { label: vscode.l10n.t('Show Diff'), iconPath: new vscode.ThemeIcon('diff'), choice: 'diff' },
    { label: vscode.l10n.t('Discard'), iconPath: new vscode.ThemeIcon('close'), choice: 'discard' },
    separator(vscode.l10n.t('Changes')),
    ...(facts === undefined ? [] : [{ label: factsText(facts), iconPath: new vscode.ThemeIcon('list-ordered') }]),
    ...change.fields.map(fieldItem),
    ...(value === undefined
      ? []
      : [{ label: valueText(value, ticket.order?.currency ?? ''), iconPath: new vscode.ThemeIcon('symbol-numeric') }]),
    separator(vscode.l10n.t('Destination')),
    { label: realMoneyText(target), description: hostOf(target.service), iconPath: world },
    {
      label: vscode.l10n.t('Account {0}', idText(target.accountId)),
      description: vscode.l10n.t('order {0} on {1}', idText(target.orderId), target.exchange),
      iconPath: new vscode.ThemeIcon('account'),
    },
    separator(vscode.l10n.t('Exact request')),
    { label: `PUT ${prepared.path}`, detail: prepared.bodyText, iconPath: new vscode.ThemeIcon('json') },
  ];
}

function fieldItem(change: FieldChange): ReviewItem {
  return {
    label: vscode.l10n.t('{0}: {1}', fieldName(change.field), changeText(change)),
    ...(change.isCut ? { detail: vscode.l10n.t('entered {0}', keptText(change)) } : {}),
    iconPath: new vscode.ThemeIcon(change.isCut ? 'warning' : change.isChanged === false ? 'dash' : 'edit'),
    choice: change.field,
  };
}

/** Reads the order again, then asks for the final confirmation, for either kind of ticket. Undefined: back to the ticket. */
export async function askForYes(review: OpenReview, { timeZone }: Pick<ReviewDependencies, 'timeZone'>): Promise<ReviewMove | undefined> {
  const checked = await lookAgain(review);
  switch (checked.kind) {
    case 'ready':
      break;
    case 'unresolved':
      return { move: 'locked', attempt: checked.attempt };
    case 'stale':
      return { move: 'stale', verdict: checked.verdict };
    case 'inFlight':
      void sayWarning(vscode.l10n.t('Nothing was sent: another change to this order is in progress, possibly in another window.'));
      return undefined;
  }
  const pending = checked.pending === undefined ? [] : [pendingText(checked.pending)];
  const unusual = await askAboutWarnings([...pending, ...checked.warnings.map(warningText)]);
  if (unusual !== 'goOn') return unusual === 'cancel' ? { move: 'cancel' } : undefined;
  const yes = actionText(review.shown.preview);
  const detail = confirmationLines(review, { atMs: checked.readAtMs, isListed: checked.isListed }, timeZone()).filter(
    (line) => line !== '',
  );
  const safe = vscode.l10n.t('Review Again');
  const answer = await askCarefully(vscode.l10n.t('{0}?', yes), detail.join('\n'), { safe, yes });
  if (answer === 'yes') return { move: 'confirmed' };
  return answer === 'safe' ? undefined : { move: 'cancel' };
}

/** Waits for the check of the order; the user can repeat a failed one. */
async function lookAgain(review: OpenReview): Promise<ReviewCheck> {
  const order = idText(review.shown.preview.target.orderId);
  for (;;) {
    const found = await cancellableProgress(vscode.l10n.t('Checking order {0}', order), async () => review.check());
    if (found.kind !== 'stale' || found.verdict.kind !== 'notRead') return found;
    const { message, detail } = staleText(order, found.verdict);
    const retry = vscode.l10n.t('Try Again');
    if ((await askModal(message, detail, retry)) !== retry) return found;
    review.retry();
  }
}

async function askAboutWarnings(warnings: readonly string[]): Promise<'goOn' | 'review' | 'cancel'> {
  if (warnings.length === 0) return 'goOn';
  const message = vscode.l10n.t('This order change looks unusual');
  const answers = { safe: vscode.l10n.t('Review Again'), yes: vscode.l10n.t('Continue Anyway') };
  const answer = await askCarefully(message, warnings.join('\n'), answers);
  if (answer === 'yes') return 'goOn';
  return answer === 'safe' ? 'review' : 'cancel';
}

/** The lines above the values name the order and keep the values clear of the quick pick, which overlaps the editor. */
async function showDiff({ target, change, facts }: ChangePreview, documents: Pick<ReadOnlyDocuments, 'put'>): Promise<void> {
  const name = idText(target.orderId);
  const order = `${vscode.l10n.t('Account {0}', idText(target.accountId))} · ${vscode.l10n.t('order {0} on {1}', name, target.exchange)}`;
  const text = (value: (field: FieldChange) => string): string =>
    [
      realMoneyText(target),
      hostOf(target.service),
      order,
      ...(facts === undefined ? [] : [factsText(facts)]),
      '',
      ...change.fields.map((field) => vscode.l10n.t('{0}: {1}', fieldName(field.field), value(field))),
      '',
    ].join('\n');
  const before = documents.put(
    diffNames(target.orderId).before,
    text(({ old }) => old ?? vscode.l10n.t('(not available)')),
  );
  const after = documents.put(
    diffNames(target.orderId).after,
    text(({ kept }) => kept),
  );
  const title = vscode.l10n.t('Order {0}: current ↔ new ({1})', name, realMoneyText(target));
  await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true, preserveFocus: true });
}

function diffNames(orderId: string): { readonly before: string; readonly after: string } {
  const name = idText(orderId);
  return { before: vscode.l10n.t('{0} (current)', name), after: vscode.l10n.t('{0} (new)', name) };
}

/** The diff is useless once the ticket is closed, and soon out of date. */
async function closeDiff({ target }: ChangePreview): Promise<void> {
  const { before, after } = diffNames(target.orderId);
  const isOurs = (uri: vscode.Uri, name: string): boolean =>
    uri.scheme === 'market-desk' && uri.path.slice(1) === name.replaceAll('/', '∕');
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputTextDiff && isOurs(input.original, before) && isOurs(input.modified, after));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

/** A small quick pick, because the whole review would cover the diff. False when dismissed. */
async function lookAtDiff(frame: StepFrame): Promise<boolean> {
  const back = { label: vscode.l10n.t('Back to Review'), iconPath: new vscode.ThemeIcon('arrow-left') };
  const discard = { label: vscode.l10n.t('Discard'), iconPath: new vscode.ThemeIcon('close') };
  const placeholder = vscode.l10n.t('Current and new values are shown below. Nothing has been sent.');
  const answer = await pickOne<vscode.QuickPickItem>({ ...frame, canGoBack: true }, { placeholder, items: [back, discard], active: back });
  return answer.move === 'back' || (answer.move === 'next' && answer.item === back);
}
