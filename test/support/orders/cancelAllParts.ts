import { OrderReadBack } from '../../../src/app/orders/eye/orderReadBack';
import { TicketDesk } from '../../../src/app/orders/ticket/ticketDesk';
import type { Attempt } from '../../../src/domain/orders/orderAttempts';
import { canceledRow, leftIn, summaryText } from '../../../src/ui/orders/cancel/canceledRows';
import type { CanceledView } from '../../../src/panel/canceled/canceledProtocol';
import type { CancelAllDependencies } from '../../../src/ui/orders/cancel/cancelAll';
import { CancelUi } from '../../../src/ui/orders/cancel/cancelUi';
import { orderNews } from './orderNews';
import { ResolveUi } from '../../../src/ui/orders/resolveUi';
import { OutcomeUi } from '../../../src/ui/orders/outcomeUi';
import type { orderDesk } from './orderFakes';
import type { OrderDesk } from './orderDesk';
import { unlimited } from './unlimited';

type Desk = Pick<OrderDesk | ReturnType<typeof orderDesk>, 'access' | 'journal' | 'locks' | 'writer' | 'check'>;

/** The dependencies for cancelling orders in a window, including everything that reports outcomes. Import it after the editor was mocked. */
export function cancelAllParts(
  { access, journal, locks, writer, check }: Desk,
  clock: { readonly wallMs: () => number; readonly monotonicMs: () => number },
  isPrivate = (): boolean => false,
): Omit<CancelAllDependencies, 'lists' | 'marketOf' | 'single'> & {
  readonly single: CancelUi;
  readonly pages: CanceledView[];
  readonly rooms: number[];
  /** Whether the user sees the page. */
  readonly shown: { isInFront: boolean };
} {
  const news = orderNews(() => undefined);
  const readBack = new OrderReadBack({ access, journal, locks, clock });
  const resolver = new ResolveUi({ journal, writer, readBack, news, orderRead: () => undefined, isPrivate });
  const findAttempt = async (root: string): Promise<Attempt | undefined> => journal.find(root);
  const showUnresolved = (attempt: Attempt, why?: string): void => resolver.showUnresolved(attempt, { why });
  const outcomes = new OutcomeUi({
    writer,
    links: { open: async () => false },
    news,
    showUnresolved,
    findAttempt,
    readBack: async (attempt) => resolver.readBackFirst(attempt),
    decline: async (attempt, why) => resolver.decline(attempt, why),
    showDamage: async () => undefined,
    isPrivate,
    usesApiKey: () => false,
  });
  const limits = () => unlimited;
  const desk = new TicketDesk({ access, writer, journal, check, clock, limits });
  const parts = { writer, desk, check, outcomes, news, isPrivate, showUnresolved };
  /** What the page showed when it was asked last. */
  const pages: CanceledView[] = [];
  /** Whether the user sees the page. */
  const shown = { isInFront: false };
  const rooms: number[] = [];
  const showPage: CancelAllDependencies['showPage'] = ({ run, notes }) => ({
    end: () => undefined,
    get isInFront(): boolean {
      return shown.isInFront;
    },
    look: async () => {
      const attempts = new Map((await journal.attempts()).map((attempt) => [attempt.root, attempt]));
      const known = run.orders.map((canceled) => ({ canceled, attempt: attempts.get(canceled.preview.root), now: undefined }));
      const rows = known.map((each) => canceledRow(each, isPrivate()));
      const summary = summaryText(rows, { done: run.done, isOver: true });
      const view = { summary, isSending: false, rows, notes, left: leftIn(rows).length };
      pages.push(view);
      return view;
    },
  });
  return {
    ...parts,
    findAttempt,
    single: new CancelUi(parts),
    keepRoom: (count) => {
      rooms.push(count);
      return () => void rooms.push(0);
    },
    showPage,
    clock,
    timers: {
      // A test does not wait for orders that are never shown as canceled.
      after: (ms, callback) => {
        const timer = setTimeout(callback, Math.min(ms, 20));
        return { dispose: () => clearTimeout(timer) };
      },
    },
    timeZone: () => 'UTC',
    report: () => undefined,
    pages,
    rooms,
    shown,
  };
}
