import * as vscode from 'vscode';
import type { ChangePreview } from '../../app/orders/modifyOrder';
import type { FieldChange, OrderField } from '../../domain/orders/orderDraft';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import { changeText, fieldName, hostOf, idText, keptText, termsText, worldText } from './orderText';
import type { StepFrame } from './quickSteps';
import { pickOne } from './quickSteps';

export type ReviewMove =
  { readonly move: 'confirmed' } | { readonly move: 'back' | 'cancel' } | { readonly move: 'to'; readonly id: OrderField };

type Choice = 'send' | 'diff' | 'discard' | OrderField;

interface ReviewItem extends vscode.QuickPickItem {
  readonly choice?: Choice;
}

/** `Change OK-1 to 200 @ 12.34`: what the button does, word for word. */
export function actionText(preview: ChangePreview): string {
  return vscode.l10n.t('Change {0} to {1}', idText(preview.target.orderId), termsText(preview.change));
}

/**
 * Shows everything about a change before it is sent, then asks for a yes that repeats it. Fields can be chosen to be
 * corrected.
 */
export async function reviewChange(
  preview: ChangePreview,
  frame: StepFrame,
  documents: Pick<ReadOnlyDocuments, 'put'>,
): Promise<ReviewMove> {
  const items = reviewItems(preview);
  const active = items.find(({ choice }) => choice === 'send');
  for (;;) {
    const answer = await pickOne(frame, {
      placeholder: vscode.l10n.t('Review: nothing is sent until you confirm. Select a value to edit it.'),
      items,
      active,
      refuse: ({ choice }) => (choice === undefined ? vscode.l10n.t('For information only') : undefined),
    });
    if (answer.move !== 'next') return answer;
    switch (answer.item.choice) {
      case 'send':
        if (await askForYes(preview)) return { move: 'confirmed' };
        break;
      case 'diff':
        await showDiff(preview, documents);
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
}

function reviewItems(preview: ChangePreview): readonly ReviewItem[] {
  const { target, change, prepared } = preview;
  const separator = (label: string): ReviewItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const world = new vscode.ThemeIcon(target.isSandbox ? 'beaker' : 'warning');
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
    ...change.fields.map(fieldItem),
    separator(vscode.l10n.t('Destination')),
    { label: worldText(target), description: hostOf(target.service), iconPath: world },
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
    label: `${fieldName(change.field)}: ${changeText(change)}`,
    ...(change.isCut ? { detail: vscode.l10n.t('entered {0}', keptText(change)) } : {}),
    iconPath: new vscode.ThemeIcon(change.isCut ? 'warning' : change.isChanged === false ? 'dash' : 'edit'),
    choice: change.field,
  };
}

/** The first button is the one that Enter takes, so it must be the one that does nothing. */
async function askForYes(preview: ChangePreview): Promise<boolean> {
  const { target, change, prepared } = preview;
  const yes = actionText(preview);
  const no = vscode.l10n.t('Cancel');
  const detail = [
    worldText(target),
    vscode.l10n.t(
      '{0} · account {1} · order {2} on {3}',
      hostOf(target.service),
      idText(target.accountId),
      idText(target.orderId),
      target.exchange,
    ),
    ...change.fields.map((field) => `${fieldName(field.field)}: ${changeText(field)}${field.isCut ? ` (${keptText(field)})` : ''}`),
    prepared.bodyText,
  ];
  const message = vscode.l10n.t('{0}?', yes);
  const answer = await vscode.window.showWarningMessage(message, { modal: true, detail: detail.join('\n') }, no, yes);
  return answer === yes;
}

/** What stands above the values says which order it is, and keeps them clear of the list that lies over the editor. */
async function showDiff({ target, change }: ChangePreview, documents: Pick<ReadOnlyDocuments, 'put'>): Promise<void> {
  const name = idText(target.orderId);
  const order = `${vscode.l10n.t('Account {0}', idText(target.accountId))} · ${vscode.l10n.t('order {0} on {1}', name, target.exchange)}`;
  const text = (value: (field: FieldChange) => string): string =>
    [
      worldText(target),
      hostOf(target.service),
      order,
      '',
      ...change.fields.map((field) => `${fieldName(field.field)}: ${value(field)}`),
      '',
    ].join('\n');
  const before = documents.put(
    vscode.l10n.t('{0} (current)', name),
    text(({ old }) => old ?? vscode.l10n.t('(not available)')),
  );
  const after = documents.put(
    vscode.l10n.t('{0} (new)', name),
    text(({ kept }) => kept),
  );
  const title = vscode.l10n.t('Order {0}: current ↔ new ({1})', name, worldText(target));
  await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true, preserveFocus: true });
}

/** The whole review would cover the diff. False when the user wants no more of it. */
async function lookAtDiff(frame: StepFrame): Promise<boolean> {
  const back = { label: vscode.l10n.t('Back to Review'), iconPath: new vscode.ThemeIcon('arrow-left') };
  const discard = { label: vscode.l10n.t('Discard'), iconPath: new vscode.ThemeIcon('close') };
  const placeholder = vscode.l10n.t('Current and new values are shown below. Nothing has been sent.');
  const answer = await pickOne<vscode.QuickPickItem>({ ...frame, canGoBack: true }, { placeholder, items: [back, discard], active: back });
  return answer.move === 'back' || (answer.move === 'next' && answer.item === back);
}
