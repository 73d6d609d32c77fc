// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { WelcomeState } from '../../../../src/panel/welcome/welcomeProtocol';
import { click, textOf, textsOf } from '../support/document';
import { openPage } from '../support/openPage';

vi.mock('../../../../src/webview/welcome/watchlist.svg', () => ({ default: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' }));

const { WelcomePage } = await import('../../../../src/webview/welcome/page');

const open = async (state: Partial<WelcomeState> = {}) =>
  openPage(
    (host: ConstructorParameters<typeof WelcomePage>[0]) =>
      new WelcomePage(host, { state: { kind: 'none', hasAnotherWay: false, isStarting: false, ...state }, up: 'green' }),
  );

describe('the welcome page', () => {
  it.each<[WelcomeState['kind'], readonly string[]]>([
    ['none', ['Try the Sandbox', 'Connect to a Service…', 'Take the Tour']],
    ['signedOut', ['Sign In', 'Set Up API Key']],
    ['lapsed', ['Sign In Again']],
    ['waiting', ['Copy Link', 'Cancel']],
  ])('offers the next steps when the state is %s', async (kind, buttons) => {
    const { page } = await open({ kind });
    expect(textsOf(page, '.actions button')).toEqual(buttons);
  });

  it('offers another way to sign in only where there is one', async () => {
    const { page } = await open({ kind: 'waiting', hasAnotherWay: true });
    expect(textsOf(page, '.actions button')).toContain('Try Another Way');
  });

  it('sends the action of the button that is pressed', async () => {
    const { page, host } = await open();
    click(page, '.actions button');
    click(page, '.actions .link-button');
    expect(host.bodies('act')).toEqual([{ action: 'startSandbox' }, { action: 'tour' }]);
  });

  it('says that the sandbox starts, and gives the keyboard to the first new button when the state changes', async () => {
    const { page, say } = await open();
    await say('state', { kind: 'none', hasAnotherWay: false, isStarting: true });
    expect(textOf(page.querySelector('.actions [role=status]'))).toBe('Starting the sandbox…');
    page.querySelector<HTMLElement>('.actions button')?.focus();
    await say('state', { kind: 'waiting', hasAnotherWay: false, isStarting: false });
    expect(textOf(document.activeElement)).toBe('Copy Link');
  });
});
