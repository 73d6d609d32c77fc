import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSwitch, releasedText, stoppedText, switchText } from '../../../../src/domain/orders/sendingSwitch';

const at = '2026-11-24T06:00:00.000Z';
const released = switchText(releasedText, at);

describe('the switch that stops orders', () => {
  it('is open when it was never set, and after a release', () => {
    expect([readSwitch(undefined, 'none').kind, readSwitch(released, 'none').kind]).toEqual(['open', 'open']);
    for (const word of ['released', 'unproven'] as const) expect(readSwitch(released, word).kind).toBe('open');
  });

  it('stays stopped without its file while the journal says so, or can’t say', () => {
    const stop = (file: string) => ({ kind: 'stopped', atMs: undefined, file });
    expect(readSwitch(undefined, 'stopped')).toEqual(stop('gone'));
    expect(readSwitch(undefined, 'unproven')).toEqual(stop('lost'));
    expect(readSwitch(undefined, 'released')).toEqual({ kind: 'open' });
  });

  it('stays stopped when a release takes the place of its file', () => {
    expect(readSwitch(released, 'stopped')).toEqual({ kind: 'stopped', atMs: undefined, file: 'contradicts' });
  });

  it('is stopped by its file, whatever the journal says', () => {
    for (const word of ['none', 'stopped', 'released', 'unproven'] as const)
      expect(readSwitch(switchText(stoppedText, at), word)).toEqual({ kind: 'stopped', atMs: Date.parse(at), file: 'says' });
  });

  it('says since when sending is stopped', () => {
    expect(readSwitch(switchText(stoppedText, at), 'none')).toEqual({ kind: 'stopped', atMs: Date.parse(at), file: 'says' });
  });

  it('stops sending when its file contains only part of a release', () => {
    // The last character is the line feed.
    for (let length = 0; length < released.length - 1; length += 1)
      expect(readSwitch(released.slice(0, length), 'none')).toMatchObject({ kind: 'stopped', file: 'damaged' });
  });

  it('stops sending for any text that is not a release, and for every changed byte of one', () => {
    fc.assert(fc.property(fc.string(), (text) => readSwitch(text, 'none').kind === 'stopped'));
    fc.assert(
      fc.property(fc.json(), (text) => readSwitch(text, 'none').kind === 'stopped'),
      { numRuns: 300 },
    );
    for (let position = 0; position < released.indexOf(',"at"'); position += 1) {
      const changed = `${released.slice(0, position)}\u0001${released.slice(position + 1)}`;
      expect(readSwitch(changed, 'none').kind).toBe('stopped');
    }
  });

  it('stops sending when another version wrote its file', () => {
    expect(readSwitch(released.replace('"version":1', '"version":2'), 'released')).toMatchObject({ kind: 'stopped', file: 'damaged' });
  });
});
