import * as vscode from 'vscode';
import type { SandboxControl } from '../../app/sandbox/sandboxControl';
import { isKeySession } from '../../app/session/connection';
import type { ChosenConnection, Connection, ConnectionState } from '../../app/session/connection';
import type { SessionRecord } from '../../app/session/sessionRecord';
import type { CommandId } from '../platform/ids';
import { chooseOne } from '../platform/say/ask';
import { writeSetting } from '../platform/settings';
import { signOutOf } from './signOut';
import type { ConnectionStore } from '../../app/session/connectionStore';
import type { CurrentServiceAccess } from '../../app/session/currentServiceAccess';
import type { SessionStore } from '../../app/session/sessionStore';
import type { SessionFlow } from '../../app/session/signIn/sessionFlow';
import type { PrivacyMode } from '../../app/privacy/privacyMode';

export interface AccountsDependencies {
  readonly connections: Pick<ConnectionStore, 'current' | 'approved'>;
  readonly access: Pick<CurrentServiceAccess, 'current' | 'currentRecord' | 'use'>;
  readonly sessions: Pick<SessionStore, 'all'>;
  readonly flow: Pick<SessionFlow, 'signOut'>;
  readonly privacy: Pick<PrivacyMode, 'isOn'>;
  readonly apiKeys: { describe(origin: string): Promise<{ readonly appKeyId: string } | undefined> };
  readonly sandbox: Pick<SandboxControl, 'status'>;
  /** *Connect to a Service…*, beginning with a URL. */
  readonly connectTo: (baseUrl: string) => Promise<void>;
}

interface DoorItem extends vscode.QuickPickItem {
  readonly run?: () => Promise<unknown> | Thenable<unknown>;
}

/**
 * *Accounts and Services…*: which service and which account are in use, who is signed in anywhere, which services are known, and everything that can
 * be done about it.
 */
export async function showAccounts(dependencies: AccountsDependencies): Promise<void> {
  const { access } = dependencies;
  const origins = knownOrigins(dependencies);
  const keys = await Promise.all(
    origins.map(async (origin) => ({ origin, key: await dependencies.apiKeys.describe(origin).catch(() => undefined) })),
  );
  const { connection, session } = access.current;
  const isCurrent = ({ id }: SessionRecord): boolean => access.currentRecord?.id === id;
  const items: readonly DoorItem[] = [
    // Who is signed in is the first of the next rows.
    ...(session.kind === 'signedIn'
      ? []
      : [separator(vscode.l10n.t('In Use')), currentItem(connection, session.lapsed?.accountLabel, dependencies.privacy.isOn)]),
    separator(vscode.l10n.t('Signed In')),
    ...dependencies.sessions
      .all()
      .toSorted((one, other) => Number(isCurrent(other)) - Number(isCurrent(one)))
      .map((record) => sessionItem(dependencies, record)),
    ...keys.flatMap(({ origin, key }) => (key === undefined ? [] : keyItem(dependencies, origin, key.appKeyId))),
    separator(vscode.l10n.t('Services')),
    sandboxItem(dependencies),
    ...origins.filter((origin) => !isSandbox(dependencies, origin)).map((origin) => serviceItem(dependencies, origin)),
    separator(vscode.l10n.t({ message: 'More', comment: ['Heading of further actions'] })),
    ...actions(connection),
  ];
  const picked = await chooseOne(items, {
    title: vscode.l10n.t('Accounts and Services'),
    placeHolder: vscode.l10n.t('Select an account, a service, or an action'),
    matchOnDescription: true,
  });
  await picked?.run?.();
}

function actions(connection: ConnectionState['connection']): readonly DoorItem[] {
  const isService = connection.kind === 'service' && connection.origin.startsWith('https:');
  return [
    action('sign-in', 'marketDesk.signIn', vscode.l10n.t('Sign In')),
    action('globe', 'marketDesk.signInWith', vscode.l10n.t('Sign In With…')),
    action('plug', 'marketDesk.connect', vscode.l10n.t('Connect to a Service…')),
    action('key', 'marketDesk.setUpApiKey', vscode.l10n.t('Set Up API Key…')),
    ...(connection.kind === 'none'
      ? []
      : [action('list-selection', 'marketDesk.positions.selectAccount', vscode.l10n.t('Select Account…'))]),
    action('sign-out', 'marketDesk.signOut', vscode.l10n.t('Sign Out')),
    ...(isService ? [action('verified', 'marketDesk.showCertificate', vscode.l10n.t('Show Service Certificate…'))] : []),
  ];
}

/** Every origin that the user has approved or signed in to, and the one in use. */
function knownOrigins({ connections, sessions }: AccountsDependencies): readonly string[] {
  const { current } = connections;
  const signedIn = sessions.all().map(({ origin }) => origin);
  return [...new Set([...(current.kind === 'none' ? [] : [current.origin]), ...connections.approved, ...signedIn])];
}

/** The service in use, to which nobody is signed in. @param lapsed - The account whose session the service ended. */
function currentItem(connection: Connection, lapsed: string | undefined, isPrivate: boolean): DoorItem {
  if (connection.kind === 'none') return { label: vscode.l10n.t('No service'), iconPath: new vscode.ThemeIcon('circle-slash') };
  const description = lapsed === undefined ? vscode.l10n.t('not signed in') : vscode.l10n.t('the service ended the session');
  return {
    label: nameOf(connection),
    description: lapsed === undefined || isPrivate ? description : vscode.l10n.t('{0}: {1}', description, lapsed),
    iconPath: new vscode.ThemeIcon(lapsed === undefined ? 'circle-outline' : 'warning'),
    detail: lapsed === undefined ? vscode.l10n.t('Select to sign in.') : vscode.l10n.t('Select to sign in again.'),
    run: commandOfItem('marketDesk.signIn'),
  };
}

function sessionItem(dependencies: AccountsDependencies, record: SessionRecord): DoorItem {
  const isCurrent = dependencies.access.currentRecord?.id === record.id;
  const state = record.sharedFor !== undefined ? vscode.l10n.t('shared with another extension') : isCurrent ? vscode.l10n.t('current') : '';
  const needs = record.needsSignIn ? vscode.l10n.t('sign-in required') : '';
  return {
    label: dependencies.privacy.isOn ? vscode.l10n.t('Account') : record.account.label,
    description: [hostOf(dependencies, record.origin), state, needs].filter((part) => part !== '').join(' · '),
    iconPath: new vscode.ThemeIcon(isCurrent ? 'pass-filled' : 'account'),
    run: async () => manageSession(dependencies, record),
  };
}

/** What can be done about one signed-in account; nothing of it happens to another one. */
async function manageSession(dependencies: AccountsDependencies, record: SessionRecord): Promise<void> {
  const { access, connections } = dependencies;
  const { current } = connections;
  const isHere = current.kind !== 'none' && current.origin === record.origin;
  const use = { label: vscode.l10n.t('Use This Account'), iconPath: new vscode.ThemeIcon('check') };
  const again = { label: vscode.l10n.t('Sign In Again'), iconPath: new vscode.ThemeIcon('sign-in') };
  const go = { label: vscode.l10n.t('Switch to This Service…'), iconPath: new vscode.ThemeIcon('plug') };
  const out = { label: vscode.l10n.t('Sign Out'), iconPath: new vscode.ThemeIcon('sign-out') };
  const isOurs = record.sharedFor === undefined;
  const isInUse = access.currentRecord?.id === record.id;
  const offered = [
    ...(isOurs && isHere && !isInUse && !record.needsSignIn ? [use] : []),
    ...(isOurs && isHere && record.needsSignIn ? [again] : []),
    ...(isOurs && !isHere ? [go] : []),
    out,
  ];
  const title = dependencies.privacy.isOn ? vscode.l10n.t('Account') : record.account.label;
  const chosen = await chooseOne(offered, { title });
  if (chosen === use) {
    await access.use(record);
    if (current.kind !== 'none' && current.authentication === 'apiKey') await writeSetting('service.authentication', 'oauth');
  }
  if (chosen === again) await commandOfItem('marketDesk.signIn')();
  if (chosen === go) await dependencies.connectTo(record.origin);
  if (chosen === out) await signOutOf(dependencies, record);
}

function keyItem(dependencies: AccountsDependencies, origin: string, appKeyId: string): DoorItem {
  const { session, connection } = dependencies.access.current;
  const isHere = connection.kind !== 'none' && connection.origin === origin;
  const isCurrent = isHere && session.kind === 'signedIn' && isKeySession(session.id);
  return {
    label: dependencies.privacy.isOn ? vscode.l10n.t('API Key') : vscode.l10n.t('API Key {0}', appKeyId),
    description: [hostOf(dependencies, origin), isCurrent ? vscode.l10n.t('current') : ''].filter((part) => part !== '').join(' · '),
    iconPath: new vscode.ThemeIcon(isCurrent ? 'pass-filled' : 'key'),
    run: isHere ? commandOfItem('marketDesk.setUpApiKey') : async () => dependencies.connectTo(origin),
  };
}

function sandboxItem({ access, sandbox }: AccountsDependencies): DoorItem {
  const isCurrent = access.current.connection.kind === 'sandbox';
  const isRunning = sandbox.status.kind === 'running';
  return {
    label: vscode.l10n.t('Sandbox'),
    description: isCurrent ? vscode.l10n.t('current') : isRunning ? vscode.l10n.t('running') : vscode.l10n.t('no account needed'),
    iconPath: new vscode.ThemeIcon('beaker'),
    ...(isCurrent ? {} : { detail: vscode.l10n.t('A simulated broker on this machine.'), run: commandOfItem('marketDesk.sandbox.start') }),
  };
}

function serviceItem(dependencies: AccountsDependencies, origin: string): DoorItem {
  const { connection } = dependencies.access.current;
  const isCurrent = connection.kind === 'service' && connection.origin === origin;
  return {
    label: new URL(origin).host,
    ...(isCurrent ? { description: vscode.l10n.t('current') } : { run: async () => dependencies.connectTo(origin) }),
    iconPath: new vscode.ThemeIcon('plug'),
  };
}

function isSandbox({ sandbox, connections }: AccountsDependencies, origin: string): boolean {
  const { current } = connections;
  const { status } = sandbox;
  return (current.kind === 'sandbox' && current.origin === origin) || (status.kind === 'running' && new URL(status.url).origin === origin);
}

function hostOf(dependencies: AccountsDependencies, origin: string): string {
  return isSandbox(dependencies, origin) ? vscode.l10n.t('Sandbox') : new URL(origin).host;
}

function nameOf(connection: ChosenConnection): string {
  return connection.kind === 'sandbox' ? vscode.l10n.t('Sandbox') : new URL(connection.baseUrl).host;
}

function action(icon: string, id: CommandId, label: string): DoorItem {
  return { label, iconPath: new vscode.ThemeIcon(icon), run: commandOfItem(id) };
}

function commandOfItem(id: CommandId): () => Thenable<unknown> {
  return () => vscode.commands.executeCommand(id);
}

function separator(label: string): DoorItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
