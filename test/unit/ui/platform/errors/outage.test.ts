import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Emitter } from '../../../../../src/app/platform/emitter';
import type { Disposable } from '../../../../../src/app/platform/ports';
import type { Gap } from '../../../../../src/service/lists/list';
import { HttpError, TransportError } from '../../../../../src/service/errors';
import { outage } from '../../../../../src/ui/platform/errors/outage';
import { gapRows } from '../../../../../src/ui/platform/lists/gapRows';
import { errorRow } from '../../../../../src/ui/platform/trees/treeMessages';
import { editor } from '../../../../support/editor/editor';
import { failedGap } from '../../../../support/builders/lists';
import { DeskStatus } from '../../../../../src/ui/platform/statusBar/deskStatus';
import { tryAgain } from '../../../../../src/ui/platform/runCommand';

const gone = new TransportError('connect-failed', { reason: 'refused', sent: 'no' });
const changed = new Emitter<void>();
const reach = { isAway: false, failure: undefined as Error | undefined, onDidChange: changed.event };
let following: Disposable;
let status: DeskStatus;
const retry = tryAgain('marketDesk.positions.refresh');
const rowsOf = (gaps: readonly Gap[]): readonly unknown[] => gapRows('x', gaps, 'positions', retry).map((row) => row.item().label);

function become(isAway: boolean): void {
  Object.assign(reach, { isAway, failure: isAway ? gone : undefined });
  changed.fire();
}

beforeEach(() => {
  status = new DeskStatus();
  following = outage.follow(reach, status);
});
afterEach(() => {
  become(false);
  following.dispose();
  status.dispose();
});

describe('a service that does not respond', () => {
  it('is named in the status bar with the cause and a way to diagnose it, until it is back', () => {
    become(true);
    expect(editor.barTexts).toEqual(['$(warning) Service doesn’t respond']);
    expect(status.parts[0]?.action?.command).toBe('marketDesk.diagnose');
    expect(editor.bar[0]?.hover).toContain('The host refused the connection');
    become(false);
    expect(editor.bar).toMatchObject([{ isShown: false }]);
  });

  it('is not named again in the views, which keep their rows and only say what they lack', () => {
    const [kept, missing] = [failedGap(gone, { keptFromMs: 1 }), failedGap(gone)];
    expect(rowsOf([kept])).toEqual([
      'The host refused the connection. Check the host and port in the service URL. Showing what was loaded before.',
    ]);
    become(true);
    expect(rowsOf([kept])).toEqual([]);
    expect(rowsOf([missing])).toEqual(['Couldn’t be loaded.']);
    expect(errorRow('x', gone, retry).item().label).toBe('Couldn’t be loaded.');
  });

  it('still explains missing data after it is back, until that is read again', () => {
    const [during, after] = [new TransportError('timed-out', { sent: 'maybe' }), new TransportError('timed-out', { sent: 'maybe' })];
    become(true);
    expect(outage.explains(during)).toBe(true);
    become(false);
    expect([during, after].map((error) => outage.explains(error))).toEqual([true, false]);
  });

  it('does not explain any other failure', () => {
    become(true);
    expect(rowsOf([failedGap(new HttpError({ status: 500 }), { keptFromMs: 1 })])).toHaveLength(1);
    expect(outage.explains(new HttpError({ status: 503 }))).toBe(true);
  });
});
