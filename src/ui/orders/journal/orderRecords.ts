import * as vscode from 'vscode';
import type { JournalLine } from '../../../app/orders/journal/journalReader';
import type { OrderJournal, Verification } from '../../../app/orders/journal/orderJournal';
import type { PrivacyMode } from '../../../app/privacy/privacyMode';
import { AttemptFold } from '../../../domain/orders/orderAttempts';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import type { RecordDetails, RecordRow, RecordsFacts, RecordsPart } from '../../../panel/records/recordsProtocol';
import { presentError } from '../../platform/errors/presentError';
import { completeFacts } from '../../platform/pages/recordSource';
import type { RecordSource } from '../../platform/pages/recordSource';
import { askAcknowledgment, damageText } from './journalCommands';
import { blockOf, blocksOf, mostLinesShown, verdictText } from './journalText';
import { detailsOf, rowOf } from './orderRecordWords';
import type { UiPorts } from '../../platform/ports';

/** Other windows write to the journal, too. */
const lookMs = 2_000;
/** So many rows are made, sent, and drawn without a noticeable pause. */
const rowsAtOnce = 400;

type Tell = (part: RecordsPart) => void;

const blank: Verification = { lines: [], older: 0, hasAcknowledgment: false, unreadable: 0, fault: undefined };

/** The order journal as records: one for each request, and one for each line that belongs to none. */
export class OrderRecords implements RecordSource {
  #known: Verification = blank;
  /** By their roots; states as the Orders view shows them. */
  #attempts: ReadonlyMap<string, Attempt> = new Map();
  /** What is followed now: what was begun for an earlier one ends. */
  #run: object | undefined;

  constructor(
    private readonly dependencies: Pick<UiPorts, 'timers' | 'log' | 'timeZone'> & {
      readonly journal: OrderJournal;
      readonly privacy: Pick<PrivacyMode, 'isOn'>;
    },
  ) {}

  follow(tell: Tell): vscode.Disposable {
    const run = {};
    this.#run = run;
    const isOver = (): boolean => this.#run !== run;
    const { timers, log } = this.dependencies;
    let timer: vscode.Disposable | undefined;
    let end = '';
    const look = async (): Promise<void> => {
      try {
        end = await this.#look(end, tell, isOver);
      } catch (error) {
        log.error('The order journal could not be read', error);
        if (!isOver()) tell({ rows: [], isWhole: false, facts: { ...this.#facts, failure: presentError(error).message } });
      } finally {
        if (!isOver()) timer = timers.after(lookMs, () => void look());
      }
    };
    void look();
    return {
      dispose: () => {
        if (!isOver()) this.#run = undefined;
        timer?.dispose();
        this.#known = blank;
        this.#attempts = new Map();
      },
    };
  }

  async details(id: string): Promise<RecordDetails | undefined> {
    const lines = this.#linesOf(id);
    const { timeZone, privacy } = this.dependencies;
    return Promise.resolve(
      lines.length === 0
        ? undefined
        : detailsOf(lines, this.#attempts.get(id) ?? folded(lines).get(id), timeZone(), { isPrivate: privacy.isOn }),
    );
  }

  subject(id: string): object | undefined {
    return this.#attempts.has(id) || this.#linesOf(id).length > 0 ? { root: id } : undefined;
  }

  async exported(ids: readonly string[] | null, form: 'csv' | 'json'): Promise<string> {
    const { journalCsv, journalJson } = await import('../../../app/orders/journal/orderJournalExport');
    const verification = await this.dependencies.journal.verify();
    const wanted = new Set(ids);
    const lines = ids === null ? verification.lines : verification.lines.filter((line) => wanted.has(blockOf(line)));
    return (form === 'csv' ? journalCsv : journalJson)({ ...verification, lines });
  }

  /** Asks whether the user acknowledges what is wrong with the journal. */
  async acknowledge(): Promise<void> {
    const fault = await this.dependencies.journal.fault();
    if (fault !== undefined) await askAcknowledgment(this.dependencies.journal, fault);
  }

  /** @returns where the journal ends now. */
  async #look(end: string, tell: Tell, isOver: () => boolean): Promise<string> {
    const { journal } = this.dependencies;
    if (end === '') {
      const newest = await journal.newest();
      if (isOver()) return end;
      this.#known = { ...blank, lines: newest };
      this.#attempts = folded(newest);
      const facts = { ...this.#facts, isReading: true, verdict: vscode.l10n.t('The newest lines. Verifying the whole journal…') };
      tell({ rows: this.#rows([...blocksOf(newest)].reverse()), isWhole: true, facts });
    }
    const now = await journal.position();
    if (isOver() || now === end) return now;
    if (end === '' || !(await this.#readOn(tell, isOver))) await this.#readAll(tell, isOver);
    return now;
  }

  /** Adds the lines that have been written since. @returns false if more has changed than that. */
  async #readOn(tell: Tell, isOver: () => boolean): Promise<boolean> {
    const { journal } = this.dependencies;
    const fault = await journal.fault();
    const newest = await journal.newest();
    const last = this.#known.lines.at(-1)?.seq ?? 0;
    const added = newest.filter(({ seq }) => seq > last);
    if (fault !== undefined || this.#known.fault !== undefined || added[0]?.seq !== last + 1) return false;
    const roots = new Set(added.map(blockOf));
    const changed = await Promise.all([...roots].map(async (root) => [root, await journal.find(root)] as const));
    if (isOver()) return true;
    this.#attempts = new Map([
      ...this.#attempts,
      ...changed.flatMap(([root, attempt]) => (attempt === undefined ? [] : [[root, attempt] as const])),
    ]);
    this.#known = { ...this.#known, lines: [...this.#known.lines, ...added] };
    const blocks = [...blocksOf(this.#known.lines.filter((line) => roots.has(blockOf(line))))];
    tell({ rows: this.#rows(blocks), isWhole: false, facts: this.#facts });
    return true;
  }

  async #readAll(tell: Tell, isOver: () => boolean): Promise<void> {
    const { journal } = this.dependencies;
    const verification = await journal.verify(mostLinesShown);
    const lines = verification.lines.slice(-mostLinesShown);
    const blocks = [...blocksOf(lines)].reverse();
    await breath();
    // A long journal has many more than are shown.
    const shown = new Set(blocks.map(([id]) => id));
    const attempts = (await journal.attempts()).filter(({ root }) => shown.has(root));
    await breath();
    if (isOver()) return;
    this.#known = { ...verification, lines };
    this.#attempts = new Map(attempts.map((attempt) => [attempt.root, attempt]));
    for (let at = 0; at === 0 || at < blocks.length; at += rowsAtOnce) {
      const isLast = at + rowsAtOnce >= blocks.length;
      tell({
        rows: this.#rows(blocks.slice(at, at + rowsAtOnce)),
        isWhole: at === 0,
        facts: { ...this.#facts, isReading: !isLast },
      });
      await breath();
      if (isOver()) return;
    }
  }

  #rows(blocks: readonly Block[]): readonly RecordRow[] {
    const privacy = { isPrivate: this.dependencies.privacy.isOn };
    return blocks.flatMap(([id, lines]) => rowOf(id, lines, this.#attempts.get(id), privacy) ?? []);
  }

  get #facts(): RecordsFacts {
    const { lines, older, fault } = this.#known;
    return {
      ...completeFacts,
      verdict: verdictText(this.#known),
      older:
        older === 0 || lines.length === 0 ? '' : vscode.l10n.t('Older lines not shown: {0}. Export the journal to see all of them.', older),
      damage: fault === undefined ? '' : damageText(fault),
    };
  }

  #linesOf(id: string): readonly JournalLine[] {
    return this.#known.lines.filter((line) => blockOf(line) === id);
  }
}

/** Lets others use the thread. */
async function breath(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

type Block = readonly [id: string, lines: readonly JournalLine[]];

function folded(lines: readonly JournalLine[]): ReadonlyMap<string, Attempt> {
  const fold = new AttemptFold();
  for (const { at, record } of lines) if (record !== undefined && 'root' in record) fold.add(at, record);
  return new Map(fold.attempts.map((attempt) => [attempt.root, attempt]));
}
