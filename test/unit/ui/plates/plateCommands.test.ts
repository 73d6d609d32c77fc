import { beforeEach, describe, expect, it } from 'vitest';
import { OpenPlates } from '../../../../src/app/plates/openPlates';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeShell } from '../../../support/editor/fakeShell';
import { MemoryState } from '../../../support/feed/liveWindows';
import { FakeTime } from '../../../support/machine/fakeTime';
import { handlePlateCommands } from '../../../../src/ui/plates/plateCommands';
import { PlateNames } from '../../../../src/ui/plates/plateNames';
import { editor } from '../../../support/editor/editor';

describe('Add Plate… for a plate that another program names', () => {
  let written: (readonly string[])[];
  let shell: FakeShell;

  beforeEach(() => {
    written = [];
    shell = new FakeShell();
    const access = new FakeAccess(fakeClient({}));
    handlePlateCommands({
      shell: shell.forFeatures(),
      access,
      plates: new OpenPlates({ access, clock: new FakeTime() }),
      choice: { read: () => ['HK.BK1'], write: async (ids) => Promise.resolve(void written.push(ids)) },
      names: new PlateNames(new MemoryState()),
      show: () => undefined,
    });
  });

  it('adds it after the others', async () => {
    await shell.run('marketDesk.plates.add', 'us.BK2');
    expect(written).toEqual([['HK.BK1', 'US.BK2']]);
    expect(editor.told).toEqual([]);
  });

  it.each([
    [' ', 'Enter a plate ID.'],
    ['BK2', 'Use the form market.code, for example HK.BK1000.'],
    ['HK.BK 2', 'A plate ID can’t contain spaces or invisible characters.'],
    [`HK.${'1'.repeat(98)}`, 'A plate ID can’t be longer than 100 characters.'],
  ])('warns that %j is not a plate, adds nothing, and reports no error', async (text, warning) => {
    await shell.run('marketDesk.plates.add', text);
    expect(editor.told).toEqual([warning]);
    expect(written).toEqual([]);
    expect(shell.reports).toEqual([]);
  });
});
