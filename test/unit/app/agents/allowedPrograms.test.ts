import { expect, it } from 'vitest';
import { AllowedPrograms, userOfService } from '../../../../src/app/agents/allowedPrograms';
import type { ProgramAccess } from '../../../../src/app/agents/allowedPrograms';
import { stateKeys } from '../../../../src/app/platform/storedNames';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

const agent = { kind: 'agent', name: 'Helper' } as const;
const still = { wallMs: () => 0, monotonicMs: () => 0 };

function setUp() {
  const state = new MemoryState();
  const world = { service: 'sandbox http://localhost:1', questions: 0, onAsk: (): void => undefined };
  const programs = new AllowedPrograms({
    state,
    clock: still,
    service: () => world.service,
    ask: async (): Promise<ProgramAccess> => {
      world.questions += 1;
      world.onAsk();
      return 'accounts';
    },
  });
  return { state, world, programs };
}

it('an allowed program needs another answer at another service, and both answers are kept', async () => {
  const { world, programs } = setUp();
  await programs.admit(agent);
  world.service = 'service https://live.example';
  expect(programs.find(agent)).toBeUndefined();
  await programs.admit(agent);
  await programs.admit(agent);
  expect(world.questions).toBe(2);
  world.service = 'sandbox http://localhost:1';
  expect(programs.find(agent)?.access).toBe('accounts');
  await programs.revoke(agent);
  expect(programs.all).toEqual([]);
});

it('an allowed program needs another answer of another user of the service', () => {
  const connection = {
    kind: 'service',
    id: 'x',
    baseUrl: 'https://a.example',
    origin: 'https://a.example',
    authentication: 'oauth',
  } as const;
  const as = (id: string): string =>
    userOfService({ connection, session: { kind: 'signedIn', id, accountLabel: 'a.example · 1', scopes: [] } });
  expect(as('session-1')).toBe(as('session-1'));
  expect(as('session-1')).not.toBe(as('session-2'));
  expect(userOfService({ connection, session: { kind: 'signedOut' } })).not.toBe(as('session-1'));
});

it('an allowed program is not admitted to a service that was chosen while the question was open', async () => {
  const { world, programs } = setUp();
  world.onAsk = () => (world.service = 'service https://live.example');
  expect(await programs.admit(agent)).toBeUndefined();
});

it('a flood of invented names locks out no program of the other kind, and not for good', async () => {
  const { state } = setUp();
  let [ms, wallMs] = [0, 0];
  const asked: string[] = [];
  const programs = new AllowedPrograms({
    state,
    clock: { wallMs: () => wallMs, monotonicMs: () => ms },
    service: () => 's',
    ask: async ({ name }) => (asked.push(name), Promise.resolve(undefined)),
  });
  for (let at = 0; at < 20; at += 1) await programs.admit({ kind: 'agent', name: `invented ${at}` });
  expect(asked).toHaveLength(8);
  expect(programs.wasAsked({ kind: 'agent', name: 'invented 0' })).toBe(true);
  expect(programs.wasAsked({ kind: 'agent', name: 'invented 19' })).toBe(false);
  await programs.admit({ kind: 'extension', name: 'a.b' });
  // Nor does a clock that jumps let any of them in again.
  for (const jumpMs of [86_400_000, -86_400_000]) {
    wallMs += jumpMs;
    await programs.admit({ kind: 'agent', name: `after ${jumpMs}` });
  }
  expect(asked).toHaveLength(9);
  ms += 30 * 60_000;
  await programs.admit(agent);
  expect(asked.slice(8)).toEqual(['a.b', 'Helper']);
});

it.each(['helper', 'Неlper', 'Helper ', 'He lper', 'HeIper'])('a name that looks like an allowed one says so: %j', async (name) => {
  const { state, programs } = setUp();
  await programs.admit(agent);
  let resembled: string | undefined;
  const others = new AllowedPrograms({
    state,
    clock: still,
    service: () => 'sandbox http://localhost:1',
    ask: async (_, resembles) => ((resembled = resembles), Promise.resolve(undefined)),
  });
  await others.admit({ kind: 'agent', name });
  expect(resembled).toBe('Helper');
});

it('an entry that this version can’t read hides no other, and is kept', async () => {
  const { state, programs } = setUp();
  const newer = { kind: 'robot', name: 'x', service: 's', access: 'everything', allowedAt: '' };
  await programs.admit(agent);
  const stored = state.get(stateKeys.allowedPrograms);
  await state.set(stateKeys.allowedPrograms, [newer, ...(Array.isArray(stored) ? stored : [])]);
  expect(programs.find(agent)?.access).toBe('accounts');
  await programs.change({ ...agent, service: 'sandbox http://localhost:1' }, 'market');
  expect(state.get(stateKeys.allowedPrograms)).toContainEqual(newer);
});

it('an extension is the same in any spelling of its ID', async () => {
  const { world, programs } = setUp();
  await programs.admit({ kind: 'extension', name: 'Pub.Name' });
  await programs.admit({ kind: 'extension', name: 'pub.name' });
  expect(world.questions).toBe(1);
});

it('a stored entry without a service allows no program', async () => {
  const { state, programs } = setUp();
  await state.set(stateKeys.allowedPrograms, [{ ...agent, access: 'numbers', allowedAt: '2026-11-01T00:00:00.000Z' }]);
  expect(programs.all).toHaveLength(1);
  expect(programs.find(agent)).toBeUndefined();
});
