import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { WelcomeState } from '../../../../src/panel/welcome/welcomeProtocol';
import type { ContextKeys } from '../../../../src/ui/platform/ids';
import { Uri } from '../../../support/editor/values';

const { run } = vi.hoisted(() => ({ run: vi.fn<(id: string, ...given: readonly unknown[]) => Promise<unknown>>() }));

vi.mock('vscode', async () => ({
  ...(await import('../../../support/editor/fakeVscode')),
  commands: { executeCommand: run },
  workspace: { getConfiguration: () => ({ inspect: () => undefined }) },
}));

const { WelcomeView } = await import('../../../../src/ui/welcome/welcomeView');

const ignored = (): vscode.Disposable => ({ dispose: () => undefined });

/** The view in an editor in which the test is the page and sets the context keys. */
function openWelcome() {
  const keys: { -readonly [K in keyof ContextKeys]?: ContextKeys[K] } = {};
  const changed = new Emitter<void>();
  const messages = new Emitter<unknown>();
  const states: WelcomeState[] = [];
  const webview = {
    options: {},
    html: '',
    cspSource: 'self',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: messages.event,
    postMessage: async ({ body }: { readonly body: WelcomeState }) => states.push(body) > 0,
  };
  const view = new WelcomeView({
    contexts: { context: (key) => keys[key], onDidChangeContext: changed.event },
    extensionUri: Uri.file('/extension'),
    log: { warn: () => undefined },
  });
  view.resolveWebviewView({
    webview,
    visible: true,
    viewType: '',
    show: () => undefined,
    onDidChangeVisibility: ignored,
    onDidDispose: ignored,
  });
  messages.fire({ type: 'ready', body: null });
  return {
    states,
    set: (values: typeof keys) => {
      Object.assign(keys, values);
      changed.fire();
    },
    press: (action: string) => messages.fire({ type: 'act', body: { action } }),
  };
}

describe('the welcome view', () => {
  beforeEach(() => run.mockReset().mockResolvedValue(undefined));

  it('shows the user’s step, as the `when` clauses see it', () => {
    const { states, set } = openWelcome();
    set({ 'marketDesk.connection': 'none', 'marketDesk.session': 'signedOut' });
    set({ 'marketDesk.connection': 'service' });
    set({ 'marketDesk.signIn.hasAnotherWay': true, 'marketDesk.signIn': 'waiting' });
    set({ 'marketDesk.signIn': 'none', 'marketDesk.session': 'lapsed' });
    expect(states.map(({ kind }) => kind)).toEqual(['none', 'none', 'signedOut', 'waiting', 'lapsed']);
    expect(states[3]?.hasAnotherWay).toBe(true);
  });

  it('stays unchanged once the user is signed in, because the page is about to close', () => {
    const { states, set } = openWelcome();
    set({ 'marketDesk.connection': 'sandbox', 'marketDesk.signIn': 'waiting' });
    const before = states.length;
    set({ 'marketDesk.session': 'signedIn', 'marketDesk.signIn': 'none' });
    expect(states.length).toBe(before);
  });

  it('says that the sandbox is starting until the start ends, with success or not', async () => {
    let fail: (reason: Error) => void = () => undefined;
    run.mockReturnValueOnce(new Promise((_resolve, reject) => (fail = reject)));
    const { states, press } = openWelcome();
    press('startSandbox');
    expect(states.at(-1)?.isStarting).toBe(true);
    fail(new Error('no room'));
    await vi.waitFor(() => expect(states.at(-1)?.isStarting).toBe(false));
    expect(run.mock.calls).toEqual([['marketDesk.sandbox.start']]);
  });

  it('runs the commands of its buttons, and no unknown ones', () => {
    const { press } = openWelcome();
    for (const action of ['signIn', 'setUpApiKey', 'connect', 'copyLink', 'tryAnotherWay', 'cancel', 'tour', 'marketDesk.signOut'])
      press(action);
    expect(run.mock.calls.map((call) => call.join(' '))).toEqual([
      'marketDesk.signIn',
      'marketDesk.setUpApiKey',
      'marketDesk.connect',
      'marketDesk.signIn.copyAddress',
      'marketDesk.signIn.tryAnotherWay',
      'marketDesk.signIn.cancel',
      'workbench.action.openWalkthrough market-desk.market-desk#start',
    ]);
  });
});
