import type { OrderJournal } from '../../../src/app/orders/journal/orderJournal';
import type { Attempt } from '../../../src/domain/orders/orderAttempts';
import type { ChangePreview, ChangeResult } from '../../../src/app/orders/request/orderRequest';
import { checkedChange, live } from './orderFakes';
import type { orderDesk } from './orderFakes';
import { nothingSeen } from '../../../src/app/orders/request/basis';

/** A writer of orders with everything around it. */
export type Desk = ReturnType<typeof orderDesk>;

/** The journal in short, one word per line. */
export const story = (desk: Desk): readonly string[] =>
  desk.files.text
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { record } = JSON.parse(line) as { record: { kind: string; action?: string; outcome?: { kind: string }; verdict?: string } };
      return [record.kind, record.action ?? record.outcome?.kind ?? record.verdict].join(' ');
    });

/** The kind of the outcome, or why nothing was sent. */
export const outcomeKind = (result: ChangeResult): string =>
  result.kind === 'settled' ? result.outcome.kind : `blocked: ${result.reason}`;

/** Sends what was prepared; by default an order change that leaves the order as it is. */
export async function submit(
  desk: Desk,
  preview: ChangePreview = desk.writer.preview(checkedChange(), nothingSeen),
): Promise<ChangeResult> {
  return desk.writer.submit(preview, live);
}

/** The attempt as the journal has it now. */
export async function attemptOf({ journal }: { readonly journal: Pick<OrderJournal, 'find'> }, root: string): Promise<Attempt> {
  const attempt = await journal.find(root);
  if (attempt === undefined) throw new Error(`no attempt ${root}`);
  return attempt;
}
