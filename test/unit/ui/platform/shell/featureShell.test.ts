import { describe, expect, it } from 'vitest';
import { TreeItem } from 'vscode';
import { ModelNode, subjectOf } from '../../../../../src/ui/platform/trees/treeModel';
import { editor } from '../../../../support/editor/editor';
import { FakeShell } from '../../../../support/editor/fakeShell';

const updated = 'The list was updated at that moment. Nothing was done: try again.';

describe('a command on a row', () => {
  const subjects: unknown[] = [];
  const shell = new FakeShell();
  shell.forFeatures().handle('marketDesk.positions.close', (row) => subjects.push(subjectOf(row)));
  const row = new ModelNode({ id: 'one', face: 'one', item: () => new TreeItem('one'), subject: 'HK.00005' });

  it('does nothing but say so when the editor no longer knows its row', async () => {
    for (const given of [[undefined, undefined], [null], [undefined]]) await shell.run('marketDesk.positions.close', ...given);
    expect([subjects, editor.notices]).toEqual([[], [updated, updated, updated]]);
  });

  it('runs on its row, and without one from the palette', async () => {
    subjects.length = 0;
    await shell.run('marketDesk.positions.close', row, undefined);
    await shell.run('marketDesk.positions.close');
    expect([subjects, editor.notices]).toEqual([['HK.00005', undefined], []]);
  });
});

describe('a command of a title bar', () => {
  it('runs though nothing in the view has the focus', async () => {
    const shell = new FakeShell();
    let runs = 0;
    shell.forFeatures().handle('marketDesk.orders.cancelAll', () => (runs += 1));
    await shell.run('marketDesk.orders.cancelAll', undefined, undefined);
    expect(runs).toBe(1);
  });
});
