import * as vscode from 'vscode';
import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import { checkReceipt } from '../../../app/orders/receipt/receiptCheck';
import { longestReceipt } from '../../../app/orders/receipt/rebuiltReceipt';
import { receiptJson } from '../../../app/orders/receipt/receiptFile';
import { readReceipt } from '../../../app/orders/receipt/readReceipt';
import type { OrderReceipt, ReceiptSubject } from '../../../app/orders/receipt/readReceipt';
import { idText } from '../../../domain/text/visibleText';
import type { Privacy } from '../../../domain/text/mask';
import { sayInfo } from '../../platform/say/messages';
import { cancellableProgress } from '../../platform/say/progress';
import { sha256 } from '../../platform/files/journalFiles';
import { refusesToShare } from '../../platform/say/refusesToShare';
import { checkText } from './checkText';
import { rebuiltStatements, receiptStatements } from './receiptStatements';
import { receiptText } from './receiptText';
import type { UiPorts } from '../../platform/ports';
import type { DigitsOf } from '../../platform/words/orderLine';

// Everything about receipts is in one file: loading several files that are always needed together costs more.
export { receiptSubject } from './receiptSubject';

/** Receipts of this window: open documents are rendered again when figures are hidden or shown. */
export class Receipts {
  readonly #shown = new Map<string, OrderReceipt>();
  #last: OrderReceipt | undefined;

  constructor(
    private readonly dependencies: Pick<UiPorts, 'access' | 'documents' | 'clock' | 'timeZone' | 'privacy'> & {
      readonly journal: OrderJournal;
      readonly digits: DigitsOf;
    },
  ) {}

  /** *Show Order Receipt*: a read-only document. */
  async show(subject: ReceiptSubject): Promise<void> {
    const receipt = await this.#read(subject);
    const title = titleOf(receipt);
    this.#shown.set(title, receipt);
    this.#last = receipt;
    await this.dependencies.documents.show(title, this.#text(receipt));
  }

  /** Renders the open documents again. */
  refresh(): void {
    const { documents } = this.dependencies;
    for (const [title, receipt] of [...this.#shown]) {
      if (documents.isOpen(title)) documents.put(title, this.#text(receipt));
      else this.#shown.delete(title);
    }
  }

  /** *Export Order Receipt…*: of an order, or the receipt that was shown last; to a text or JSON file, chosen by the file's extension. */
  async export(subject: ReceiptSubject | undefined): Promise<void> {
    if (refusesToShare(this.dependencies.privacy)) return;
    const receipt = subject === undefined ? this.#last : await this.#read(subject);
    if (receipt === undefined) {
      void sayInfo(vscode.l10n.t('Show the receipt of an order first.'));
      return;
    }
    const uri = await askForFile(receipt);
    if (uri === undefined) return;
    const isText = uri.path.toLowerCase().endsWith('.txt');
    const text = isText
      ? this.#text(receipt, { isPrivate: false })
      : receiptJson(receipt, receiptStatements(receipt, { isPrivate: false }), sha256, vscode.env.language);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
    void sayInfo(
      isText
        ? vscode.l10n.t('Order receipt exported. Only a JSON file can be verified later.')
        : vscode.l10n.t('Order receipt exported. Verify Order Receipt… checks it.'),
    );
  }

  #text(receipt: OrderReceipt, look: Privacy = { isPrivate: this.dependencies.privacy.isOn }): string {
    const { timeZone, digits } = this.dependencies;
    return receiptText(receipt, timeZone(), { ...look, digits });
  }

  async #read(subject: ReceiptSubject): Promise<OrderReceipt> {
    const { access, journal, clock } = this.dependencies;
    const title = vscode.l10n.t('Reading everything about {0}', idText(subject.orderId));
    const client = await access.client();
    return cancellableProgress(title, async (signal) => readReceipt(subject, { client, journal, clock }, { signal, rank: 'look' }));
  }
}

/** *Verify Order Receipt…*: what an exported receipt proves, and what it doesn’t. @param given - The file; asked for if undefined. */
export async function verifyReceipt(
  { journal, documents }: Pick<UiPorts, 'documents'> & { readonly journal: OrderJournal },
  given: vscode.Uri | undefined,
): Promise<void> {
  const title = vscode.l10n.t('Verify Order Receipt');
  const [uri = given] = given === undefined ? ((await vscode.window.showOpenDialog({ title, filters: { JSON: ['json'] } })) ?? []) : [];
  if (uri === undefined) return;
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const { size } = await vscode.workspace.fs.stat(uri);
  // What is too large is not even read.
  const text = size > longestReceipt ? '' : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const against = { journal: await journal.verify(), sha256, statementsOf: rebuiltStatements, language: vscode.env.language };
  await documents.show(vscode.l10n.t('Receipt Check'), checkText(name, checkReceipt(text, against)));
}

function titleOf({ subject }: OrderReceipt): string {
  return vscode.l10n.t('Receipt {0}', idText(subject.orderId));
}

async function askForFile({ subject, madeAtMs }: OrderReceipt): Promise<vscode.Uri | undefined> {
  const id = subject.orderId.replaceAll(/[^\w-]/g, '_');
  const name = `order-receipt-${id}-${new Date(madeAtMs).toISOString().slice(0, 10)}.json`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Order Receipt'),
    filters: { JSON: ['json'], [vscode.l10n.t('Text')]: ['txt'] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}
