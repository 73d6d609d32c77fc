import { describe, expect, it } from 'vitest';
import { TransportError } from '../../../../src/service/errors';
import type { PlateListEntry } from '../../../../src/service/records';
import { PlateNameReader } from '../../../../src/ui/plates/plateNameReader';
import { PlateNames } from '../../../../src/ui/plates/plateNames';
import { pageOf } from '../../../support/builders/lists';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { MemoryState } from '../../../support/feed/liveWindows';
import { MemoryLog } from '../../../support/machine/fakeMachine';

function reading(answer: (market: string) => readonly PlateListEntry[]): {
  readonly reader: PlateNameReader;
  readonly names: PlateNames;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const names = new PlateNames(new MemoryState());
  const plateList = async ({ market }: { readonly market: string }) => {
    asked.push(market);
    return pageOf(answer(market));
  };
  const access = new FakeAccess(fakeClient({ beyond: { plateList } }));
  return { reader: new PlateNameReader({ access, names, log: new MemoryLog(), changed: () => undefined }), names, asked };
}

describe('the names of plates that were not chosen by name', () => {
  it('are read once for each market, and kept for these plates only', async () => {
    const entry = (code: string, name: string): PlateListEntry => ({ code, name });
    const { reader, names, asked } = reading((market) => [entry(`${market}.A`, `${market} banks`), entry(`${market}.Z`, 'others')]);
    await reader.want(['HK.A', 'HK.B', 'US.A', 'no plate']);
    await reader.want(['HK.B']);
    expect(asked.sort()).toEqual(['HK', 'US']);
    expect(['HK.A', 'US.A', 'HK.B', 'HK.Z'].map((id) => names.of(id))).toEqual(['HK banks', 'US banks', undefined, undefined]);
    reader.reset();
    await reader.want(['HK.A']);
    expect(asked).toHaveLength(2);
  });

  it('are found in the loaded list for a plate that is added later', async () => {
    const { reader, names, asked } = reading(() => [
      { code: 'HK.A', name: 'Banks' },
      { code: 'HK.B', name: 'Builders' },
    ]);
    await reader.want(['HK.A']);
    await reader.want(['HK.A', 'HK.B']);
    expect([names.of('HK.A'), names.of('HK.B'), asked]).toEqual(['Banks', 'Builders', ['HK']]);
  });

  it('fall back to the plate ID if they can’t be loaded', async () => {
    const { reader, names } = reading(() => {
      throw new TransportError('connect-failed', { sent: 'no' });
    });
    await reader.want(['HK.A']);
    expect(names.of('HK.A')).toBeUndefined();
  });
});
