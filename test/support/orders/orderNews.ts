import { OutcomeNews } from '../../../src/ui/orders/outcomeNews';
import { FakeTime } from '../machine/fakeTime';

/** What a journal that never changes is to notices that wait for an end. */
const stillJournal: ConstructorParameters<typeof OutcomeNews>[2] = {
  find: async () => Promise.resolve(undefined),
  onDidChange: () => ({ dispose: () => undefined }),
};

/** What tells of orders in a test: time stands still, and the journal says nothing, unless they are given. */
export function orderNews(
  report: (error: unknown) => void = (error) => {
    throw error;
  },
  journal = stillJournal,
  time = new FakeTime(),
): OutcomeNews {
  return new OutcomeNews(report, time, journal);
}
