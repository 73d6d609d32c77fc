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

  it('has its texts in the display language before it draws, and says that it is ready last', () => {
    vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: (message: unknown) => sent.push(message) }));
    expect(start({ Refresh: '刷新', '{0} events/{0} is a number of rows.': '{0} 个事件' }, { up: 'red' })).toBe(
      '刷新 3 个事件 {"up":"red"}',
    );
    expect(sent).toEqual(['mounted', { type: 'ready', body: null }]);
  });

  it('speaks English when the display language has no translation', () => {
    vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: () => undefined }));
    expect(start({}, {})).toBe('Refresh 3 events {}');
  });
});
