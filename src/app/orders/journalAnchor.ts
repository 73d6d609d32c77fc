import type { JournalAnchor } from './orderJournalPorts';
import type { StateStore } from '../platform/ports';

const key = 'marketDesk.orderJournalHead';

/** Keeps the head of the order journal in the editor's state, away from the journal's own folder. */
export function createJournalAnchor(state: StateStore): JournalAnchor {
  return {
    read: () => {
      const value = state.get(key);
      if (typeof value !== 'object' || value === null || !('seq' in value) || !('hash' in value)) return undefined;
      const { seq, hash } = value;
      return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : undefined;
    },
    write: async (head) => state.set(key, { seq: head.seq, hash: head.hash }),
  };
}
