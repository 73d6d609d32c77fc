import * as vscode from 'vscode';
import { commandOf } from '../platform/runCommand';
import { chooseOne } from '../platform/say/ask';
import type { StatusPart } from '../platform/statusBar/deskStatus';

/** *Show Status (Day P&L, Clock)…*: what the item of the status bar says, each with what can be done about it, and after that what is always offered. */
export async function showStatus(parts: readonly StatusPart[], isSignedIn: boolean): Promise<void> {
  const now = parts.flatMap(({ action, icon = 'circle-small', forms: [text], notes }) =>
    action === undefined
      ? []
      : { ...actionItem(icon, action), description: text, ...(notes === undefined ? {} : { detail: notes.join(' ') }) },
  );
  const offered = new Set(now.map(({ action: { command } }) => insteadOf[command] ?? command));
  const more = [
    ...always(),
    ...(isSignedIn ? inside() : [actionItem('sign-in', commandOf('marketDesk.signIn', vscode.l10n.t('Sign In')))]),
  ].filter(({ action }) => !offered.has(action.command));
  await chooseAction(
    [
      ...now,
      separator(vscode.l10n.t({ message: 'More', comment: ['Heading of further actions'] })),
      ...more,
      separator(vscode.l10n.t('Details')),
      ...parts.flatMap(({ rows = [] }) => rows.map(([label, description]) => ({ label, description }))),
    ],
    vscode.l10n.t('Market Desk'),
  );
}

/** What makes no sense beside an action that is offered already. */
const insteadOf: Readonly<Record<string, string>> = { 'marketDesk.orders.releaseSending': 'marketDesk.orders.stopSending' };

function always() {
  return [
    actionItem('stop-circle', commandOf('marketDesk.orders.stopSending', vscode.l10n.t('Stop Sending Orders'))),
    actionItem('eye-closed', commandOf('marketDesk.privacy.toggle', vscode.l10n.t('Turn On Privacy Mode'))),
    actionItem('account', commandOf('marketDesk.accounts.show', vscode.l10n.t('Accounts and Services…'))),
    actionItem('clock', commandOf('marketDesk.clock.show', vscode.l10n.t('Show Clock Details'))),
    actionItem('pulse', commandOf('marketDesk.diagnose', vscode.l10n.t('Diagnose Connection'))),
    actionItem('hubot', commandOf('marketDesk.agents.manage', vscode.l10n.t('Manage Agents…'))),
    actionItem('archive', commandOf('marketDesk.records.show', vscode.l10n.t('Show Records'))),
    actionItem('output', commandOf('marketDesk.showLog', vscode.l10n.t('Show Log'))),
    actionItem('gear', commandOf('marketDesk.openSettings', vscode.l10n.t('Open Settings'))),
  ];
}

function inside() {
  return [
    actionItem('briefcase', commandOf('marketDesk.portfolio.open', vscode.l10n.t('Open Portfolio'))),
    actionItem('bell', commandOf('marketDesk.alerts.showTriggered', vscode.l10n.t('Show Triggered Alerts'))),
    actionItem('sign-out', commandOf('marketDesk.signOut', vscode.l10n.t('Sign Out'))),
  ];
}

/** A row of a menu that runs a command; a row without one only tells something. */
interface ActionItem extends vscode.QuickPickItem {
  readonly action?: vscode.Command;
}

function actionItem(icon: string, action: vscode.Command) {
  return { label: action.title, iconPath: new vscode.ThemeIcon(icon), action };
}

function separator(label: string): ActionItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Shows a menu and runs the command of the row that is picked. */
async function chooseAction(items: readonly ActionItem[], title: string): Promise<void> {
  const picked = await chooseOne(items, { title, placeHolder: vscode.l10n.t('Select an action'), matchOnDescription: true });
  const { command, arguments: given = [] } = picked?.action ?? { command: '' };
  if (command !== '') await vscode.commands.executeCommand(command, ...(given as readonly unknown[]));
}
