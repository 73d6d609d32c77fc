import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { AllowedPrograms } from '../../../../src/app/agents/allowedPrograms';
import { StoredList } from '../../../../src/app/platform/storedList';
import { stateKeys } from '../../../../src/app/platform/storedNames';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

const agent = { kind: 'agent', name: 'Helper' } as const;

function programsIn(state: MemoryState): AllowedPrograms {
  return new AllowedPrograms({
    state,
    clock: { wallMs: () => 0, monotonicMs: () => 0 },
    service: () => 'sandbox http://localhost:1',
    ask: async () => Promise.resolve('market'),
  });
}

describe('a list that two versions write in turn', () => {
  const Old = v.object({ name: v.string() });
  const New = v.variant('kind', [
    v.object({ kind: v.literal('person'), name: v.string(), mayPropose: v.optional(v.boolean()) }),
    v.object({ kind: v.literal('group'), members: v.array(v.string()) }),
  ]);

  it('loses nothing of either, neither entries nor fields, however often they take turns', async () => {
    const state = new MemoryState();
    const [older, newer] = [
      new StoredList(state, stateKeys.allowedPrograms, Old),
      new StoredList<v.InferOutput<typeof New>>(state, stateKeys.allowedPrograms, New),
    ];
    await older.write(() => [{ name: 'written by the older one' }]);
    await newer.write((all) => [...all, { kind: 'person', name: 'a', mayPropose: false }, { kind: 'group', members: ['a', 'b'] }]);
    for (let turn = 0; turn < 20; turn += 1) {
      await older.write((all) => all.map((entry) => ({ ...entry, name: `${entry.name}.` })));
      await newer.write((all) => all.map((entry) => ({ ...entry })));
    }
    const dots = '.'.repeat(20);
    expect(newer.all).toEqual(
      expect.arrayContaining([
        { kind: 'person', name: `a${dots}`, mayPropose: false },
        { kind: 'group', members: ['a', 'b'] },
      ]),
    );
    expect(older.all).toContainEqual({ name: `written by the older one${dots}` });
  });

  it('keeps what a newer version forbids a program, when this one changes another program', async () => {
    const state = new MemoryState();
    await programsIn(state).admit(agent);
    const [stored] = state.values.get(stateKeys.allowedPrograms) as readonly object[];
    state.values.set(stateKeys.allowedPrograms, [{ ...stored, mayReadJournal: false }]);
    await programsIn(state).admit({ kind: 'agent', name: 'Another' });
    await programsIn(state).stopProposals(agent);
    expect(state.values.get(stateKeys.allowedPrograms)).toContainEqual({ ...stored, mayReadJournal: false, mayPropose: false });
  });
});
