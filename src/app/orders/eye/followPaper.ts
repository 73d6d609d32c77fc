import type { OrderJournal } from '../journal/orderJournal';
import type { PaperOrdersBook } from '../lists/paperOrdersBook';
import type { Disposable, Log } from '../../platform/ports';

/** After each request of this window about an order of a paper account: reads the account’s orders again for a while. */
export function followPaper(
  journal: Pick<OrderJournal, 'attempts' | 'onDidChange'>,
  book: Pick<PaperOrdersBook, 'followSoon'>,
  log: Pick<Log, 'error'>,
): Disposable {
  /** Requests that were answered, by the root of their attempt. */
  let known: ReadonlyMap<string, string> | undefined;
  const look = async (): Promise<void> => {
    try {
      const attempts = (await journal.attempts()).filter(({ target, outcome }) => target.isPaper === true && outcome !== undefined);
      const before = known;
      known = new Map(attempts.map(({ root, requests, outcome }) => [root, `${requests} ${outcome?.kind ?? ''}`]));
      if (before === undefined) return;
      const asked = attempts.filter(({ root, outcome }) => before.get(root) !== known?.get(root) && outcome?.kind !== 'notSent');
      for (const accountId of new Set(asked.map(({ target }) => target.accountId))) book.followSoon(accountId);
    } catch (error) {
      log.error('Orders of paper accounts could not be followed', error);
    }
  };
  void look();
  return journal.onDidChange(() => void look());
}
