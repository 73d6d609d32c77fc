import { beforeEach, describe, expect, it } from 'vitest';
import { readSetting, settingDefaults, writeSetting } from '../../../../src/ui/platform/settings';
import type { SettingKey } from '../../../../src/ui/platform/settings';
import { editor } from '../../../support/editor/editor';

// A folder that is open may be somebody else’s: its values never count.
beforeEach(() => {
  for (const key of Object.keys(settingDefaults)) editor.place.settings.inFolder.set(`marketDesk.${key}`, 'of a repository');
});

const account = { id: 'A1', kind: 'live' };

describe('readSetting', () => {
  it.each<[SettingKey, unknown]>([
    ['service.url', 7],
    ['service.authentication', 'password'],
    ['service.vendorClientNnid', '12x'],
    ['accounts', { id: 'A1', kind: 'live' }],
    ['plates', 'HK.LIST1'],
    ['refresh.intervalSeconds', -5],
    ['refresh.intervalSeconds', 'x'],
    ['refresh.intervalSeconds', 3601],
    ['calendar.timeZone', ['UTC']],
    ['calendar.pageSize', 0],
    ['calendar.pageSize', 31],
    ['calendar.pageSize', 2.5],
    ['clock.toleranceMilliseconds', 0],
    ['orders.allow', 'no'],
    ['orders.limits', { value: 5 }],
    ['colors.priceDirection', 'blueUp'],
    ['plates', null],
    ['statusBar.ticker', 'HK.00700'],
    ['statusBar.show', 'dayProfit'],
    ['securities.first', 'code'],
  ])('treats %s: %j as not set', (key, value) => {
    editor.set(key, value);
    expect(readSetting(key)).toEqual(settingDefaults[key]);
  });

  it('reads a list without its invalid entries', () => {
    const wrong = [
      null,
      5,
      [],
      ['A1'],
      {},
      { id: 'A1' },
      { id: 'A1', kind: 'real' },
      { id: 7, kind: 'live' },
      { id: '', kind: 'live' },
      { id: ' ', kind: 'live' },
      { id: '.', kind: 'live' },
      { id: '..', kind: 'live' },
      { id: 'a\ud800', kind: 'live' },
      { ...account, name: 7 },
    ];
    editor.set('accounts', [...wrong, account, { ...account, id: 'a/b é', name: 'Mine' }]);
    expect(readSetting('accounts')).toEqual([account, { ...account, id: 'a/b é', name: 'Mine' }]);
    editor.set('plates', ['HK.A', 5, null, ['HK.B'], 'HK.C']);
    expect(readSetting('plates')).toEqual(['HK.A', 'HK.C']);
  });
});

describe('writeSetting', () => {
  it('keeps the invalid entries of a list', async () => {
    editor.set('plates', ['HK.A', 5, null]);
    await writeSetting('plates', [...readSetting('plates'), 'HK.B']);
    expect(editor.setting('plates')).toEqual(['HK.A', 'HK.B', 5, null]);
    expect(readSetting('plates')).toEqual(['HK.A', 'HK.B']);
  });

  it('writes any other value unchanged', async () => {
    editor.set('plates', 'HK.A');
    await writeSetting('plates', ['HK.B']);
    await writeSetting('service.url', 'https://api.example.com');
    expect([editor.setting('plates'), editor.setting('service.url')]).toEqual([['HK.B'], 'https://api.example.com']);
  });
});
