import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FaultServer } from '../net/faultServer';
import type { ArrivedRequest } from '../net/faultServer';
import type { Breach, Proof } from '../proof';
import { Random } from '../random';
import { bundleChild, ended, onMessage } from './children';
import { createOrderProcess } from './orderProcess';

const processes = 4;
const orders = 3;

/** Promise 4: no double submit, even across windows. */
export const proof4: Proof = {
  number: 4,
  promise: 'no double submit, even across windows',
  quickRuns: 60,
  fullRuns: 2_000,
  run: async ({ seed, runs }) => {
    const random = new Random(seed);
    const folder = mkdtempSync(join(tmpdir(), 'market-desk-race-'));
    const program = await bundleChild('crash/raceChild.ts');
    const server = await FaultServer.start();
    const inFlight = new Map<string, number>();
    const breaches: Breach[] = [];
    let arrived = 0;
    let mostInFlight = 0;
    server.begin({
      keepsRequests: false,
      onRequest: ({ socket, request }) => {
        arrived += 1;
        const now = (inFlight.get(request.target) ?? 0) + 1;
        inFlight.set(request.target, now);
        mostInFlight = Math.max(mostInFlight, now);
        if (now > 1) breaches.push({ summary: `${now} changes of ${request.target} in flight at once`, replay: { seed, runs } });
        setTimeout(
          () => answer(request, () => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"s":"ok"}')),
          random.between(0, 4),
        );
      },
    });
    // Counted down before the answer leaves: the next window may send as soon as it has arrived.
    const answer = (request: ArrivedRequest, write: () => void): void => {
      inFlight.set(request.target, (inFlight.get(request.target) ?? 1) - 1);
      write();
    };
    const results = new Map<string, number>();
    try {
      const children = Array.from({ length: processes }, (_, index) =>
        program.start({ folder, origin: server.origin, submits: runs, orders, offset: index }),
      );
      for (const child of children) {
        onMessage(child, 'results', ({ results: own }) => {
          for (const [word, count] of Object.entries(own ?? {})) results.set(word, (results.get(word) ?? 0) + Number(count));
        });
      }
      await Promise.all(children.map(ended));
      const { journal } = createOrderProcess({ folder, origin: server.origin, step: () => undefined });
      const { fault } = await journal.verify();
      const attempts = (await journal.attempts()).length;
      const accepted = results.get('accepted') ?? 0;
      const total = [...results.values()].reduce((sum, count) => sum + count, 0);
      const claim = (holds: boolean, summary: string): void => {
        if (!holds) breaches.push({ summary, replay: { seed, runs } });
      };
      claim(fault === undefined, `the journal of ${processes} windows is broken: ${fault?.fault ?? ''}`);
      claim(total === processes * runs, `${total} of ${processes * runs} submits came to an end`);
      claim(
        arrived === accepted && accepted === attempts,
        `${arrived} requests, ${accepted} accepted, ${attempts} attempts in the journal`,
      );
      return {
        tried: `${processes} processes × ${runs} submits racing for ${orders} orders on one storage folder`,
        found: `at most ${mostInFlight} in flight for one order; ${arrived} sent; ${[...results].map(([word, count]) => `${count} ${word}`).join(', ')}; journal of ${attempts} attempts verified`,
        cases: processes * runs,
        breaches: breaches.slice(0, 5),
      };
    } finally {
      await server.close();
      program.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
