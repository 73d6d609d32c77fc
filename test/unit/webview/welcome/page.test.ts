// @vitest-environment happy-dom
import * as l10n from '@vscode/l10n';
import { describe, expect, it, vi } from 'vitest';
import type { WelcomeState } from '../../../../src/panel/welcome/welcomeProtocol';
import { click, textOf, textsOf } from '../support/document';
import { openPage } from '../support/openPage';

vi.mock('../../../../src/webview/welcome/watchlist.svg', () => ({
  default:
    '<svg xmlns="http://www.w3.org/2000/svg"><text x="56" y="9" textLength="68.9">Blue Chips</text><text x="130" y="9">HK.BK1001</text></svg>',
}));

const { WelcomePage } = await import('../../../../src/webview/welcome/page');

const open = async (state: Partial<WelcomeState> = {}) =>
  openPage(
    (host: ConstructorParameters<typeof WelcomePage>[0]) =>
      new WelcomePage(host, { state: { kind: 'none', service: '', hasAnotherWay: false, isStarting: false, ...state }, up: 'green' }),
  );

describe('the welcome page', () => {
  it.each<[WelcomeState['kind'], readonly string[]]>([
    ['none', ['Try the Sandbox', 'Connect to a Service…', 'Take the Tour']],
    ['signedOut', ['Sign In', 'Accounts and Services…']],
    ['lapsed', ['Sign In Again', 'Accounts and Services…']],
    ['waiting', ['Copy Link', 'Cancel']],
  ])('offers the next steps when the state is %s', async (kind, buttons) => {
    const { page } = await open({ kind });
    expect(textsOf(page, '.actions button')).toEqual(buttons);
  });

  it('names the service that the user is not signed in to, and offers the sandbox beside it', async () => {
    for (const kind of ['signedOut', 'lapsed'] as const) {
      const { page } = await open({ kind, service: 'api.example.com' });
      expect(textOf(page.querySelector('[role=status]'))).toContain('api.example.com');
      expect(textsOf(page, '.actions button')).toContain('Try the Sandbox');
    }
    const { page } = await open({ kind: 'signedOut' });
    expect(textOf(page.querySelector('[role=status]'))).toBe('You are not signed in to the sandbox.');
  });

  it('offers another way to sign in only when there is one', async () => {
    const { page } = await open({ kind: 'waiting', hasAnotherWay: true });
    expect(textsOf(page, '.actions button')).toContain('Try Another Way');
  });

  it('sends the action of a clicked button', async () => {
    const { page, host } = await open();
    click(page, '.actions button');
    click(page, '.actions .link-button');
    expect(host.bodies('act')).toEqual([{ action: 'startSandbox' }, { action: 'tour' }]);
  });

  it('says that the sandbox is starting, and moves the focus to the first new button when the state changes', async () => {
    const { page, say } = await open();
    await say('state', { kind: 'none', service: '', hasAnotherWay: false, isStarting: true });
    expect(textOf(page.querySelector('.actions [role=status]'))).toBe('Starting the sandbox…');
    page.querySelector<HTMLElement>('.actions button')?.focus();
    await say('state', { kind: 'waiting', service: '', hasAnotherWay: false, isStarting: false });
    expect(textOf(document.activeElement)).toBe('Copy Link');
  });

  it('has the words of its picture in the language of the page, each with the room that it needs', async () => {
    const words = async (): Promise<readonly (readonly (string | null)[])[]> => {
      const { page } = await open();
      return Array.from(page.querySelectorAll('.picture text'), (text) => [
        text.textContent,
        text.getAttribute('textLength'),
        text.getAttribute('x'),
      ]);
    };
    const second = ['HK.BK1001', null];
    expect(await words()).toEqual([
      ['Blue Chips', '68.9', '56'],
      [...second, '130'],
    ]);
    l10n.config({ contents: { 'Blue Chips/Name of a plate in a picture.': '蓝筹股' } });
    expect(await words()).toEqual([
      ['蓝筹股', null, '56'],
      [...second, '101'],
    ]);
    l10n.config({ contents: {} });
  });
});
