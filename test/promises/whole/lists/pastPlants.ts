import type { ListPlant } from './listProof';

const past = /\/(orders_history|history-orders|order_fills|fills_history)$/;

/** Faults of reading what lies in the past, put in between the program and the broker. */
export const pastPlants: readonly ListPlant[] = [
  {
    name: 'pages after the first that are never asked for',
    treat: ({ request, carryOut, send }) => {
      if (!past.test(request.path)) return false;
      const reply = carryOut();
      const text = JSON.stringify(reply.body)
        .replace(/"page_flag":"[^"]*","completed":false/, '"page_flag":"","completed":true')
        .replace(/"has_more":true,"next_key":"[^"]*"/, '"has_more":false,"next_key":"-1"');
      send({ ...reply, body: text });
      return true;
    },
  },
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
];
