import * as vscode from 'vscode';
import type { HeaderMember, ReceiptCheck } from '../../../app/orders/receipt/receiptCheck';
import { listText } from '../../platform/lists/listText';

/** What checking an exported receipt proved, and what it did not. */
export function checkText(name: string, check: ReceiptCheck | undefined): string {
  if (check === undefined)
    return [
      vscode.l10n.t('Receipt Check'),
      name,
      '',
      vscode.l10n.t('This file isn’t an order receipt that was exported as JSON.'),
      '',
    ].join('\n');
  const { proved, failed, open } = findings(check);
  return [
    vscode.l10n.t('Receipt Check'),
    name,
    failed.length > 0
      ? vscode.l10n.t('This receipt is not as it was exported.')
      : check.untrue === undefined
        ? vscode.l10n.t('Not checked completely.')
        : vscode.l10n.t('Nothing contradicts this receipt.'),
    ...section(vscode.l10n.t('Wrong'), failed),
    ...section(vscode.l10n.t('Shown'), proved),
    ...section(vscode.l10n.t('Not shown'), open),
    '',
  ].join('\n');
}

function section(title: string, texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [] : ['', title, ...texts.map((text) => `  ${text}`)];
}

interface Findings {
  readonly proved: string[];
  readonly failed: string[];
  readonly open: string[];
}

function findings(check: ReceiptCheck): Findings {
  const [proved, failed, open]: [string[], string[], string[]] = [[], [], []];
  const { entries, altered, unlinked, between, unfounded, notHere, isJournalWhole, header, untrue, unsaid, leftOut, newer } = check;
  if (check.isUnaltered) proved.push(vscode.l10n.t('The file fits its digest: nothing in it changed by accident.'));
  else if (check.changedAt.length === 0) failed.push(vscode.l10n.t('The file doesn’t fit its digest: something in it was changed.'));
  else failed.push(vscode.l10n.t('The file doesn’t fit its digest. Changed in it: {0}', listText(check.changedAt)));
  if (altered.length > 0) failed.push(vscode.l10n.t('Journal lines that don’t fit their hash: {0}', listText(altered)));
  else if (entries > 0) proved.push(vscode.l10n.t('Each journal line fits its hash: {0}', entries));
  if (unlinked.length > 0) failed.push(vscode.l10n.t('Journal lines that don’t follow the line before: {0}', listText(unlinked)));
  if (unfounded.length > 0) failed.push(vscode.l10n.t('Evidence that the file doesn’t have: {0}', listText(unfounded)));
  if (header.length > 0)
    failed.push(
      vscode.l10n.t(
        'The head of the receipt is about something else than its parts: {0}',
        listText(header.map((name) => headerWord(name))),
      ),
    );
  if (untrue === undefined) open.push(vscode.l10n.t('The statements are in another language, so they weren’t compared with the parts.'));
  else if (untrue.length > 0) failed.push(vscode.l10n.t('Statements that don’t follow from the parts: {0}', listText(untrue)));
  else proved.push(vscode.l10n.t('Each statement follows from the journal lines, reads, and fills in the file.'));
  for (const says of unsaid) failed.push(vscode.l10n.t('What follows from the parts, and isn’t stated: {0}', says));
  if (leftOut.length > 0)
    failed.push(
      vscode.l10n.t('Lines about this order in the order journal of this machine that the receipt leaves out: {0}', listText(leftOut)),
    );
  if (newer > 0)
    open.push(vscode.l10n.t('Lines about this order that are newer than the receipt: {0}. It doesn’t have what came after it.', newer));
  if (entries > 0 && notHere.length === 0 && isJournalWhole)
    proved.push(vscode.l10n.t('Each journal line is, word for word, in the order journal of this machine, which is whole.'));
  else if (entries > 0 && notHere.length === 0)
    open.push(vscode.l10n.t('Each journal line is in the order journal of this machine, which isn’t whole: it can’t vouch for them.'));
  else if (entries > 0)
    open.push(
      vscode.l10n.t(
        'Journal lines that the order journal of this machine doesn’t have: {0}. Where they come from isn’t shown.',
        listText(notHere),
      ),
    );
  if (between > 0 && notHere.length > 0)
    open.push(vscode.l10n.t('Journal lines in between, which the receipt leaves out: {0}. That nothing is missing isn’t shown.', between));
  open.push(vscode.l10n.t('Digest and hashes are no signature: who changes a file on purpose can make them fit.'));
  open.push(vscode.l10n.t('What the service said was written down as it came. The service didn’t sign it.'));
  return { proved, failed, open };
}

function headerWord(member: HeaderMember): string {
  const words: Readonly<Record<HeaderMember, string>> = {
    service: vscode.l10n.t('service'),
    sandbox: vscode.l10n.t('sandbox or not'),
    paper: vscode.l10n.t('paper account or not'),
    account: vscode.l10n.t('account'),
    order: vscode.l10n.t('order'),
  };
  return words[member];
}
