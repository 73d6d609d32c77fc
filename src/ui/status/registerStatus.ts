import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import type { ChosenConnection, Session } from '../../app/session/connection';
import { shortened, visibleText } from '../../domain/text/visibleText';
import { openSettings } from '../platform/runCommand';
import type { StatusPart } from '../platform/statusBar/deskStatus';
import type { UiPorts } from '../platform/ports';

const [longestHost, shortestHost] = [24, 16];

/** The status bar says which service is in use; *Show Status (Day P&L, Clock)…* lists everything that the item stands for. *Open Settings*. */
export function registerStatus({
  shell,
  access,
  privacy,
  status,
}: Pick<UiPorts, 'shell' | 'access' | 'privacy' | 'status'>): vscode.Disposable {
  const show = (): void => {
    const { connection, session } = access.current;
    status.set('service', connection.kind === 'none' ? undefined : servicePart(connection, session, privacy.isOn));
  };
  shell.handle('marketDesk.status.show', async () => (await import('./statusMenus')).showStatus(status.parts, isSignedIn(access.current)));
  shell.handle('marketDesk.openSettings', async () => openSettings());
  show();
  return vscode.Disposable.from(access.onDidChange(show), privacy.onDidChange(show));
}

/** Which service, and whether anybody is signed in. The account is in the tooltip only: its label may be long. */
function servicePart(connection: ChosenConnection, session: Session, isPrivate: boolean): StatusPart {
  const isSandbox = connection.kind === 'sandbox';
  const host = visibleText(new URL(connection.baseUrl).host);
  const name = (most: number): string => (isSandbox ? vscode.l10n.t('Sandbox') : shortened(host, most));
  const state = sessionText(session);
  const named = (most: number): string => (state === '' ? name(most) : vscode.l10n.t('{0}: {1}', name(most), state));
  const isLive = session.kind === 'signedIn';
  return {
    forms: [named(longestHost), named(shortestHost)],
    icon: isSandbox ? 'beaker' : 'plug',
    rows: [
      [vscode.l10n.t('Service'), isSandbox ? vscode.l10n.t('Sandbox') : host],
      ...(isLive && !isPrivate ? [[vscode.l10n.t('Signed in as'), session.accountLabel] as const] : []),
    ],
  };
}

function sessionText(session: Session): string {
  if (session.kind === 'signedIn') return '';
  return session.lapsed === undefined ? vscode.l10n.t('not signed in') : vscode.l10n.t('sign in again');
}
