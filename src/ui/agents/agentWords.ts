import * as vscode from 'vscode';
import type { AllowedProgram, Program, ProgramAccess } from '../../app/agents/allowedPrograms';
import { visibleText } from '../../domain/text/visibleText';
import { askModal } from '../platform/say/messages';

/** Asks whether a program may use the tools. Closing the question declines. */
export async function askAboutProgram({ kind, name }: Program): Promise<ProgramAccess | undefined> {
  const market = vscode.l10n.t('Allow Market Data');
  const accounts = vscode.l10n.t('Allow Account Data Too');
  const isAgent = kind === 'agent';
  const detail = [
    isAgent
      ? vscode.l10n.t('An agent that has the configuration of the MCP server calls itself by this name.')
      : vscode.l10n.t('An extension that calls itself by this name asks to read from Market Desk.'),
    vscode.l10n.t(
      'Market data includes your watchlist. Account data is positions, orders, fills, and order changes, without account numbers.',
    ),
    !isAgent
      ? vscode.l10n.t('Of account data, an extension gets the symbols of your positions.')
      : vscode.l10n.t('With account data, it can also open an order ticket for you to review. Only you can send it.'),
    ...(isAgent ? [vscode.l10n.t('Your answer is kept until you revoke it, for every agent that uses this name with this service.')] : []),
  ].join('\n');
  const chosen = await askModal(vscode.l10n.t('Allow “{0}” to use Market Desk?', visibleText(name)), detail, market, accounts);
  return chosen === market ? 'market' : chosen === accounts ? 'accounts' : undefined;
}

export function accessText(access: ProgramAccess): string {
  switch (access) {
    case 'market':
      return vscode.l10n.t('Market data only');
    case 'accounts':
      return vscode.l10n.t('Account data without account numbers');
    case 'numbers':
      return vscode.l10n.t('Account data with account numbers');
  }
}

export function kindText({ kind }: AllowedProgram): string {
  return kind === 'agent' ? vscode.l10n.t('Agent') : vscode.l10n.t('Extension');
}
