// @vitest-environment happy-dom
import * as l10n from '@vscode/l10n';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startPage } from '../../../../src/webview/shared/host';

const sent: unknown[] = [];

function start(texts: Readonly<Record<string, string>>, boot: unknown): string {
  document.body.dataset['texts'] = JSON.stringify(texts);
  document.body.dataset['boot'] = JSON.stringify(boot);
  let drawn = '';
  class Page {
    readonly handlers = {};
    constructor(_host: unknown, given: unknown) {
      drawn = `${l10n.t('Refresh')} ${l10n.t({ message: '{0} events', args: [3], comment: ['{0} is a number of rows.'] })} ${JSON.stringify(given)}`;
    }
    mount(): void {
      sent.push('mounted');
    }
  }
  startPage(Page);
  return drawn;
}

describe('a page that starts', () => {
  afterEach(() => {
    l10n.config({ contents: {} });
    sent.length = 0;
    vi.unstubAllGlobals();
  });

  it('has its texts in the display language before it draws, and finally reports that it is ready', () => {
    vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: (message: unknown) => sent.push(message) }));
    expect(start({ Refresh: '刷新', '{0} events/{0} is a number of rows.': '{0} 个事件' }, { up: 'red' })).toBe(
      '刷新 3 个事件 {"up":"red"}',
    );
    const zone = { type: 'screenZone', body: Intl.DateTimeFormat().resolvedOptions().timeZone };
    expect(sent).toEqual(['mounted', zone, { type: 'ready', body: null }]);
  });

  it('speaks English when the display language has no translation', () => {
    vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: () => undefined }));
    expect(start({}, {})).toBe('Refresh 3 events {}');
  });

  it('accepts only messages of its own origin that it has a handler for', () => {
    vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: () => undefined }));
    const heard: unknown[] = [];
    Object.defineProperty(window, 'origin', { value: 'vscode-webview://page', configurable: true });
    document.body.dataset['texts'] = '{}';
    document.body.dataset['boot'] = '{}';
    startPage(
      class {
        readonly handlers = { price: (body: unknown) => void heard.push(body) };
        mount(): void {
          // There is nothing to draw.
        }
      },
    );
    const post = (origin: string, data: unknown): unknown => window.dispatchEvent(new MessageEvent('message', { origin, data }));
    post(window.origin, { type: 'price', body: 1 });
    post('https://evil.example', { type: 'price', body: 2 });
    post('', { type: 'price', body: 3 });
    for (const data of [null, 'price', { type: 'price' }, { type: 'toString', body: 4 }, { type: 'other', body: 5 }])
      post(window.origin, data);
    expect(heard).toEqual([1]);
  });

  it('dims its figures while the service does not answer, and says since when above them', () => {
    vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: () => undefined }));
    start({}, {});
    const say = (body: unknown): unknown =>
      window.dispatchEvent(new MessageEvent('message', { origin: window.origin, data: { type: 'silence', body } }));
    const shown = (): unknown => [
      document.body.className,
      [...document.querySelectorAll('.silence')].map(({ textContent }) => textContent),
    ];
    say('As of 14:03:22');
    expect(shown()).toEqual(['silent', ['As of 14:03:22']]);
    say('As of 14:03:23');
    expect(shown()).toEqual(['silent', ['As of 14:03:23']]);
    expect(document.querySelector('.silence')?.getAttribute('role')).toBe('status');
    say('');
    expect(shown()).toEqual(['', []]);
  });
});
