import { Window } from 'happy-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { webviewHtml } from '../../../../../src/ui/platform/pages/webviewHtml';
import { editor } from '../../../../support/editor/editor';
import { Uri } from '../../../../support/editor/values';

const bundle = { Refresh: '刷新', 'Say "it"': '"></body><script>alert(1)</script>', 'in {0}': '单位 {0} & <b>' };

beforeEach(() => {
  editor.bundle = bundle;
  editor.environment.language = 'zh-cn';
});

function pageOf(boot?: unknown) {
  const webview = { cspSource: 'vscode-webview:', asWebviewUri: (uri: { path: string }) => uri };
  const page = { title: 'Calendar', name: 'calendar', ...(boot === undefined ? {} : { boot }) };
  const html = webviewHtml(webview as never, Uri.file('/extension'), page);
  const { DOMParser } = new Window();
  return new DOMParser().parseFromString(html, 'text/html');
}

describe('the HTML of a page', () => {
  it('contains the texts of the display language as data, even with quotation marks and markup', () => {
    const { body, documentElement } = pageOf();
    expect(JSON.parse(body.dataset['texts'] ?? '')).toEqual(bundle);
    expect(documentElement.lang).toBe('zh-cn');
    expect(Array.from(documentElement.querySelectorAll('script'), (script) => script.textContent)).toEqual(['']);
  });

  it('contains the initial state of a page, or nothing', () => {
    expect(JSON.parse(pageOf({ up: "'red'" }).body.dataset['boot'] ?? '')).toEqual({ up: "'red'" });
    expect(JSON.parse(pageOf().body.dataset['boot'] ?? '')).toEqual({});
  });
});
