import type { JournalAnchor, KeptLock } from './orderJournalPorts';
import { readRecord } from './orderJournalRecords';
import type { StateStore } from '../../platform/ports';
import { stateKeys } from '../../platform/storedNames';

/** Keeps the end of the order journal and the locked orders in the editor's state, away from the journal's own folder. */
export function createJournalAnchor(state: StateStore): JournalAnchor {
  return {
    read: () => {
      const value = state.get(stateKeys.journalHead);
      if (typeof value !== 'object' || value === null || !('seq' in value) || !('hash' in value)) return undefined;
      const { seq, hash } = value;
      return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : undefined;
    },
    write: async (head) => state.set(stateKeys.journalHead, { seq: head.seq, hash: head.hash }),
    locks: () => {
      const value = state.get(stateKeys.orderLocks);
      return Array.isArray(value) ? value.flatMap(readLock) : [];
    },
    keepLocks: async (locks) => state.set(stateKeys.orderLocks, locks),
  };
}

function readLock(value: unknown): readonly KeptLock[] {
  if (typeof value !== 'object' || value === null || !('at' in value) || !('intent' in value) || typeof value.at !== 'string') return [];
  const intent = readRecord(value.intent);
  return intent?.kind === 'intent' ? [{ at: value.at, intent }] : [];
}
