import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import type { ChosenConnection, Session } from '../../app/session/connection';
import { shortened, visibleText } from '../../domain/text/visibleText';
import { openSettings } from '../platform/runCommand';
import type { StatusPart } from '../platform/statusBar/deskStatus';
import type { UiPorts } from '../platform/ports';

/** Beside the shortest, an icon, the time, and an offset have room. */
const [longestHost, shortestHost] = [24, 13];

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
  const url = new URL(connection.baseUrl);
  const host = visibleText(url.host);
  const state = sessionText(session);
  const named = (text: string): string => {
    const name = isSandbox ? vscode.l10n.t('Sandbox') : text;
    return state === '' ? name : vscode.l10n.t('{0}: {1}', name, state);
  };
  const isLive = session.kind === 'signedIn';
  return {
    forms: [named(shortened(host, longestHost)), named(shortened(visibleText(url.hostname), shortestHost))],
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
