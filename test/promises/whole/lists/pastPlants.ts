import type { ListPlant } from './listProof';

const past = /\/(orders_history|history-orders|order_fills|fills_history)$/;

/** Faults in reading history, planted between the program and the broker. */
export const pastPlants: readonly ListPlant[] = [
  {
    name: 'a range that begins later than it was asked for',
    treat: ({ request: { path, query } }) => {
      for (const [begin, end] of [
        ['start', 'end'],
        ['time_begin', 'time_end'],
      ] as const) {
        const [from, to] = [Number(query.get(begin) ?? 'NaN'), Number(query.get(end) ?? 'NaN')];
        if (past.test(path) && to > from) query.set(begin, String(Math.floor((from + to) / 2)));
      }
      return false;
    },
  },
  {
    // Today's fills are in both lists that are read for a range.
    name: 'rows of two lists that are taken for two rows',
    program: { find: /this\.dependencies\.once(?=\(\w+\))/, put: '(e=>e)' },
  },
  { name: 'a list that counts its last row twice', spoil: (text) => text.replace(/.*([a-z]zq\d{4})/s, '$& $1') },
];
