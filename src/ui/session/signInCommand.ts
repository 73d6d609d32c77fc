import * as vscode from 'vscode';
import type { ChosenConnection } from '../../app/session/connection';
import type { FlowKind } from '../../app/session/signIn/flows';
import type { SessionFlow } from '../../app/session/signIn/sessionFlow';
import type { SessionRecord } from '../../app/session/sessionRecord';
import type { SessionTokens } from '../../app/session/sessionTokens';
import { offeredFlows } from './redirectFlows';
import { chooseOne } from '../platform/say/ask';
import { flash } from '../platform/say/statusItem';
import { runCommand } from '../platform/runCommand';
import type { AccountsDependencies } from './accountsList';
import type { UiPorts } from '../platform/ports';

/** @returns *Sign In*, with the flow to try first; it resolves to whether the user is signed in afterwards. */
export function createSignIn(
  dependencies: Pick<AccountsDependencies, 'access' | 'sessions' | 'privacy'> &
    Pick<UiPorts, 'markUsed'> & {
      /** The tokens of a session of the current service. */
      readonly tokensOf: (session: SessionRecord) => Pick<SessionTokens, 'isRefused'> | undefined;
      readonly flow: Pick<SessionFlow, 'signIn'>;
      readonly ensureConnection: () => Promise<ChosenConnection | undefined>;
    },
): (first: FlowKind | undefined) => Promise<boolean> {
  const { access, flow, markUsed, privacy } = dependencies;
  return async (first) => {
    const connection = await dependencies.ensureConnection();
    if (connection === undefined) return false;
    await markUsed();
    if (connection.authentication === 'apiKey') {
      await runCommand('marketDesk.setUpApiKey');
      return access.current.session.kind === 'signedIn';
    }
    if (!(await wantsNewSession(dependencies, connection, (session) => dependencies.tokensOf(session)?.isRefused === true)))
      return access.current.session.kind === 'signedIn';
    const record = await flow.signIn(connection, { signal: new AbortController().signal, flow: first });
    // The label names the accounts.
    const text = privacy.isOn ? vscode.l10n.t('Signed in') : vscode.l10n.t('Signed in as {0}', record.account.label);
    flash(text, 5000);
    return true;
  };
}

interface FlowItem extends vscode.QuickPickItem {
  readonly flow: FlowKind;
}

/** *Sign In With…*: the flow that the user picks; undefined when dismissed. */
export async function pickFlow(): Promise<FlowKind | undefined> {
  const items: readonly FlowItem[] = offeredFlows().map((kind) => ({ ...flowWords(kind), flow: kind }));
  const picked = await chooseOne(items, {
    title: vscode.l10n.t('How should the browser return to the editor?'),
    matchOnDetail: true,
  });
  return picked?.flow;
}

function flowWords(kind: FlowKind): { readonly label: string; readonly detail: string } {
  switch (kind) {
    case 'uriHandler':
      return {
        label: vscode.l10n.t('Open the Editor from the Browser'),
        detail: vscode.l10n.t('The browser opens the editor when you finish. The default.'),
      };
    case 'external':
      return {
        label: vscode.l10n.t('Return to This Browser Tab'),
        detail: vscode.l10n.t('After you allow access, the browser returns to this editor.'),
      };
    case 'loopback':
      return {
        label: vscode.l10n.t('Return to This Machine'),
        detail: vscode.l10n.t('The browser returns to 127.0.0.1. Use it when the browser doesn’t open the editor.'),
      };
    case 'paste':
      return {
        label: vscode.l10n.t('Paste the URL'),
        detail: vscode.l10n.t('For a browser on another machine: copy the URL of the last page and paste it here.'),
      };
  }
}

/** If there is already a session, the user may want to switch rather than sign in again. */
async function wantsNewSession(
  { access, sessions }: Pick<AccountsDependencies, 'access' | 'sessions'>,
  connection: ChosenConnection,
  isRefused: (session: SessionRecord) => boolean,
): Promise<boolean> {
  const { session } = access.current;
  if (session.kind === 'signedOut' && session.lapsed !== undefined) return true;
  const own = sessions.all().filter((record) => record.origin === connection.origin && record.sharedFor === undefined);
  if (own.every(({ needsSignIn }) => needsSignIn)) return true;
  const active = access.currentRecord;
  const again =
    active !== undefined && isRefused(active)
      ? [{ label: vscode.l10n.t('Sign In Again'), description: active.account.label, record: undefined }]
      : [];
  const another = { label: vscode.l10n.t('Sign In with Another Account…'), record: undefined };
  const items = own.map((record) => ({ label: record.account.label, ...describe(record, active?.id), record }));
  const title = again.length > 0 ? vscode.l10n.t('The service didn’t renew your sign-in') : vscode.l10n.t('You are signed in');
  const picked = await chooseOne([...again, ...items, another], { title });
  if (picked === undefined) return false;
  if (picked.record === undefined || picked.record.needsSignIn) return true;
  await access.use(picked.record);
  return false;
}

function describe(
  { id, needsSignIn }: { readonly id: string; readonly needsSignIn: boolean },
  activeId: string | undefined,
): { readonly description?: string } {
  if (needsSignIn) return { description: vscode.l10n.t('sign-in required') };
  return id === activeId ? { description: vscode.l10n.t('current') } : {};
}
