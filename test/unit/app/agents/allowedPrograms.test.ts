import { expect, it } from 'vitest';
import { AllowedPrograms } from '../../../../src/app/agents/allowedPrograms';
import type { ProgramAccess } from '../../../../src/app/agents/allowedPrograms';
import { stateKeys } from '../../../../src/app/platform/storedNames';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

const agent = { kind: 'agent', name: 'Helper' } as const;

function setUp() {
  const state = new MemoryState();
  const world = { service: 'sandbox http://localhost:1', questions: 0, onAsk: (): void => undefined };
  const programs = new AllowedPrograms({
    state,
    clock: { wallMs: () => 0 },
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

it('an allowed program is not admitted to a service that was chosen while the question was open', async () => {
  const { world, programs } = setUp();
  world.onAsk = () => (world.service = 'service https://live.example');
  expect(await programs.admit(agent)).toBeUndefined();
});

it('a stored entry without a service allows no program', async () => {
  const { state, programs } = setUp();
  await state.set(stateKeys.allowedPrograms, [{ ...agent, access: 'numbers', allowedAt: '2026-11-01T00:00:00.000Z' }]);
  expect(programs.all).toHaveLength(1);
  expect(programs.find(agent)).toBeUndefined();
});
