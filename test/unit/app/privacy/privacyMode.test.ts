import { describe, expect, it } from 'vitest';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import type { StateStore } from '../../../../src/app/platform/ports';

function memory(): StateStore {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), set: async (key, value) => void values.set(key, value) };
}

describe('privacy mode', () => {
  it('is off at first, announces a change, and stores it', async () => {
    const store = memory();
    const privacy = new PrivacyMode(store);
    const told: boolean[] = [];
    privacy.onDidChange((isOn) => told.push(isOn));
    expect(privacy.isOn).toBe(false);
    await privacy.toggle();
    expect(new PrivacyMode(store).isOn).toBe(true);
    await privacy.toggle();
    expect(new PrivacyMode(store).isOn).toBe(false);
    expect(told).toEqual([true, false]);
  });

  it('hides at once, before the setting is stored', () => {
    const privacy = new PrivacyMode({ get: () => undefined, set: async () => new Promise(() => undefined) });
    void privacy.toggle();
    expect(privacy.isOn).toBe(true);
  });

  it('is on when what is stored can’t be read, and says so until the user decides', async () => {
    for (const value of ['true', 'false', 0, 1, {}, [], null]) {
      const privacy = new PrivacyMode({ get: () => value, set: async () => undefined });
      expect([privacy.isOn, privacy.isUnreadable]).toEqual([true, true]);
      await privacy.toggle();
      expect([privacy.isOn, privacy.isUnreadable]).toEqual([false, false]);
    }
    for (const value of [undefined, false, true]) {
      const privacy = new PrivacyMode({ get: () => value, set: async () => undefined });
      expect([privacy.isOn, privacy.isUnreadable]).toEqual([value === true, false]);
    }
  });
});
