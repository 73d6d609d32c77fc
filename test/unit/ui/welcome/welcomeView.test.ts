import { describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { WelcomeState } from '../../../../src/panel/welcome/welcomeProtocol';
import type { ContextKeys } from '../../../../src/ui/platform/ids';
import { Uri } from '../../../support/editor/values';
import { WebviewPanel } from '../../../support/editor/webviewPanel';
import { WelcomeView } from '../../../../src/ui/welcome/welcomeView';
import { editor } from '../../../support/editor/editor';

const ignored = (): vscode.Disposable => ({ dispose: () => undefined });

/** The view in an editor in which the test is the page and sets the context keys. */
function openWelcome() {
  const keys: { -readonly [K in keyof ContextKeys]?: ContextKeys[K] } = {};
  const changed = new Emitter<void>();
  const page = new WebviewPanel('marketDesk.welcome');
  const view = new WelcomeView({
    contexts: { context: (key) => keys[key], onDidChangeContext: changed.event },
    extensionUri: Uri.file('/extension'),
    log: { warn: () => undefined },
  });
  view.resolveWebviewView({
    webview: page.webview,
    visible: true,
    viewType: '',
    show: () => undefined,
    onDidChangeVisibility: ignored,
    onDidDispose: ignored,
  });
  page.say('ready');
  return {
    states: () => page.posted.map(({ body }) => body as WelcomeState),
    set: (values: typeof keys) => {
      Object.assign(keys, values);
      changed.fire();
    },
    press: (action: string) => page.say('act', { action }),
  };
}

describe('the welcome view', () => {
  it('shows the user’s step, as the `when` clauses see it', () => {
    const { states, set } = openWelcome();
    set({ 'marketDesk.connection': 'none', 'marketDesk.session': 'signedOut' });
    set({ 'marketDesk.connection': 'service' });
    set({ 'marketDesk.signIn.hasAnotherWay': true, 'marketDesk.signIn': 'waiting' });
    set({ 'marketDesk.signIn': 'none', 'marketDesk.session': 'lapsed' });
    expect(states().map(({ kind }) => kind)).toEqual(['none', 'none', 'signedOut', 'waiting', 'lapsed']);
    expect(states()[3]?.hasAnotherWay).toBe(true);
    editor.set('service.url', 'https://api.example.com/v1');
    set({ 'marketDesk.session': 'signedOut' });
    expect(states().at(-1)?.service).toBe('api.example.com');
    set({ 'marketDesk.connection': 'sandbox' });
    expect(states().at(-1)?.service).toBe('');
  });

  it('stays unchanged once the user is signed in, because the page is about to close', () => {
    const { states, set } = openWelcome();
    set({ 'marketDesk.connection': 'sandbox', 'marketDesk.signIn': 'waiting' });
    const before = states().length;
    set({ 'marketDesk.session': 'signedIn', 'marketDesk.signIn': 'none' });
    expect(states().length).toBe(before);
  });

  it('says that the sandbox is starting until the start ends, with success or not', async () => {
    let fail: (reason: Error) => void = () => undefined;
    editor.commands.set('marketDesk.sandbox.start', async () => new Promise((_resolve, reject) => (fail = reject)));
    const { states, press } = openWelcome();
    press('startSandbox');
    expect(states().at(-1)?.isStarting).toBe(true);
    fail(new Error('no room'));
    await vi.waitFor(() => expect(states().at(-1)?.isStarting).toBe(false));
    expect(editor.ran).toEqual([['marketDesk.sandbox.start']]);
  });

  it('runs the commands of its buttons, and no unknown ones', () => {
    const { press } = openWelcome();
    for (const action of ['signIn', 'accounts', 'connect', 'copyLink', 'tryAnotherWay', 'cancel', 'tour', 'marketDesk.signOut'])
      press(action);
    expect(editor.ran.map((call) => call.join(' '))).toEqual([
      'marketDesk.signIn',
      'marketDesk.accounts.show',
      'marketDesk.connect',
      'marketDesk.signIn.copyAddress',
      'marketDesk.signIn.tryAnotherWay',
      'marketDesk.signIn.cancel',
      'workbench.action.openWalkthrough market-desk.market-desk#start',
    ]);
  });
});
