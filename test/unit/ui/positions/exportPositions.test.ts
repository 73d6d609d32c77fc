import { describe, expect, it } from 'vitest';
import type { Gap } from '../../../../src/service/lists/list';
import { listOf, notOffered } from '../../../../src/service/lists/list';
import { positionsState } from '../../../support/builders/holdings';
import { exportPositions } from '../../../../src/ui/positions/exportPositions';
import { editor } from '../../../support/editor/editor';

const told = () => editor.messages.map(({ severity, message }) => [severity, message] as const);
const account = { id: 'A', name: 'A', kind: 'simulated' as const, markets: [], source: 'service' as const };

/** The messages when nothing can be exported because of these gaps. */
async function tellsOf(gaps: readonly Gap[]): Promise<readonly (readonly [string, string])[]> {
  await exportPositions(positionsState({ accounts: [{ account, list: listOf([], gaps), updatedAtMs: 0 }], directory: [] }), 0, undefined);
  return told();
}

describe('an export without positions', () => {
  it('says that there are none when the list is complete', async () => {
    expect(await tellsOf([])).toEqual([['info', 'No positions to export.']]);
  });

  it('warns, with the reason, when positions could not be read', async () => {
    const [[how, text] = ['', ''], ...more] = await tellsOf([{ kind: 'unreadable', part: '', count: 1, of: 1 }]);
    expect([how, more]).toEqual(['warning', []]);
    expect(text).toMatch(/^No positions to export\. .*1 of 1/);
  });

  it('warns when the service does not offer them', async () => {
    await exportPositions(positionsState({ accounts: [{ account, list: notOffered, updatedAtMs: 0 }], directory: [] }), 0, undefined);
    expect(told()).toEqual([['warning', expect.stringMatching(/^No positions to export\. This service doesn’t provide positions/)]]);
  });

  it('warns when an account or the accounts of a kind are not read yet', async () => {
    await exportPositions(positionsState({ accounts: [{ account, list: undefined, updatedAtMs: undefined }] }), 0, undefined);
    expect(told()).toEqual([
      ['warning', 'No positions to export. Some accounts aren’t loaded yet. Paper accounts aren’t loaded yet. Not loaded yet: A.'],
    ]);
  });

  it('warns when the accounts could not be read', async () => {
    const list = listOf<typeof account>([], [{ kind: 'unreadable', part: '', count: 1, of: 2 }]);
    await exportPositions(positionsState({ accounts: [], directory: [{ kind: 'simulated', list }] }), 0, undefined);
    expect(told()).toEqual([['warning', expect.stringMatching(/^No positions to export\. .*1 of 2/)]]);
  });
});
