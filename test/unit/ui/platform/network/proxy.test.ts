import { describe, expect, it, vi } from 'vitest';
import { chooseProxy } from '../../../../../src/ui/platform/network/proxy';

vi.mock('vscode', async () => (await import('../../../../support/editor/vscodeText')).vscodeText);

const nothing = { support: 'override', url: '', noProxy: [] };

describe('chooseProxy', () => {
  it.each([
    ['nothing set', nothing, {}, undefined],
    ['the setting', { ...nothing, url: 'http://proxy:1' }, {}, { url: 'http://proxy:1', noProxy: '' }],
    [
      'the setting before the environment',
      { ...nothing, url: 'http://proxy:1' },
      { HTTPS_PROXY: 'http://other:2' },
      { url: 'http://proxy:1', noProxy: '' },
    ],
    ['the environment', nothing, { HTTPS_PROXY: 'http://other:2', NO_PROXY: 'a,b' }, { url: 'http://other:2', noProxy: 'a,b' }],
    [
      'small letters first',
      nothing,
      { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://large:2', no_proxy: 's', NO_PROXY: 'l' },
      { url: 'http://small:1', noProxy: 's' },
    ],
    ['the proxy for everything', nothing, { ALL_PROXY: 'http://all:3' }, { url: 'http://all:3', noProxy: '' }],
    ['an address without scheme', { ...nothing, url: 'proxy:8080' }, {}, { url: 'http://proxy:8080', noProxy: '' }],
    [
      'exceptions of the setting',
      { ...nothing, url: 'http://p:1', noProxy: ['x', '.y'] },
      { NO_PROXY: 'a' },
      { url: 'http://p:1', noProxy: 'x,.y' },
    ],
    ['support off', { ...nothing, support: 'off', url: 'http://p:1' }, { HTTPS_PROXY: 'http://other:2' }, undefined],
    ['nonsense', { ...nothing, url: 'http://[' }, {}, undefined],
    ['a wrong type', { support: 1, url: 7, noProxy: 'x' }, {}, undefined],
    ['an empty variable', nothing, { HTTPS_PROXY: '', HTTP_PROXY: 'http://p:1' }, { url: 'http://p:1', noProxy: '' }],
  ])('%s', (_name, settings, environment, expected) => {
    expect(chooseProxy(settings, environment)).toEqual(expected);
  });
});
