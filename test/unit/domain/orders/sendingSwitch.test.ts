import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSwitch, releasedText, stoppedText, switchText } from '../../../../src/domain/orders/sendingSwitch';

const at = '2026-11-24T06:00:00.000Z';
const released = switchText(releasedText, at);

describe('the switch that stops orders', () => {
  it('is open when it was never set, and after a release', () => {
    expect([readSwitch(undefined).kind, readSwitch(released).kind]).toEqual(['open', 'open']);
  });

  it('says since when sending is stopped', () => {
    expect(readSwitch(switchText(stoppedText, at))).toEqual({ kind: 'stopped', atMs: Date.parse(at), isDamaged: false });
  });

  it('stops sending when its file contains only part of a release', () => {
    // The last character is the line feed.
    for (let length = 0; length < released.length - 1; length += 1)
      expect(readSwitch(released.slice(0, length))).toMatchObject({ kind: 'stopped', isDamaged: true });
  });

  it('stops sending for any text that is not a release, and for every changed byte of one', () => {
    fc.assert(fc.property(fc.string(), (text) => readSwitch(text).kind === 'stopped'));
    fc.assert(
      fc.property(fc.json(), (text) => readSwitch(text).kind === 'stopped'),
      { numRuns: 300 },
    );
    for (let position = 0; position < released.indexOf(',"at"'); position += 1) {
      const changed = `${released.slice(0, position)}\u0001${released.slice(position + 1)}`;
      expect(readSwitch(changed).kind).toBe('stopped');
    }
  });

  it('stops sending when another version wrote its file', () => {
    expect(readSwitch(released.replace('"version":1', '"version":2'))).toMatchObject({ kind: 'stopped', isDamaged: true });
  });
});
