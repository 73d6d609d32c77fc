// @vitest-environment happy-dom
import { html, render } from 'lit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { filterBar } from '../../../../../src/webview/calendar/controls/filterBar';
import { initialViewState } from '../../../../../src/webview/calendar/viewState';
import { click, drawn, textsOf } from '../../support/document';

afterEach(() => render(html``, document.body));

describe('the filter of countries', () => {
  it('makes characters visible that would reverse or break the text, and filters by the original text', async () => {
    const filter = vi.fn();
    const countries = ['\u202eSU', 'a\u0007', 'US'];
    render(filterBar({ filters: initialViewState(), countries, canBeMine: false }, { filter, export: () => undefined }), document.body);
    await drawn();
    click(document.body, '.check-button');
    await drawn();
    expect([...textsOf(document.body, '.check-menu label')].sort()).toEqual(['US', 'a⟨U+0007⟩', '⟨U+202E⟩SU'].sort());
    for (const box of Array.from(document.querySelectorAll('input'))) box.click();
    expect(
      filter.mock.calls.flatMap(([change]: readonly { readonly countries: readonly string[] }[]) => change?.countries ?? []).sort(),
    ).toEqual([...countries].sort());
  });
});
