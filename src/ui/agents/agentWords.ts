import * as vscode from 'vscode';
import type { AllowedProgram, Program, ProgramAccess } from '../../app/agents/allowedPrograms';
import { quotableName } from '../../domain/text/programName';
import { askForGrant } from '../platform/say/askCarefully';
import { front } from '../platform/say/front';

/** Asks whether a program may use the tools, when the user has nothing else in front of them. Enter and closing the question decline. */
export async function askAboutProgram({ kind, name }: Program, resembles?: string): Promise<ProgramAccess | undefined> {
  const market = vscode.l10n.t('Allow Market Data');
  const accounts = vscode.l10n.t('Allow Account Data Too');
  const isAgent = kind === 'agent';
  const detail = [
    vscode.l10n.t('Name: {0}', quotableName(name)),
    ...(resembles === undefined
      ? []
      : [vscode.l10n.t('This is not {0}, which you allowed. The names only look alike.', quotableName(resembles))]),
    isAgent
      ? vscode.l10n.t('An agent that has the configuration of the MCP server calls itself by this name.')
      : vscode.l10n.t('An extension that calls itself by this name asks to read from Market Desk.'),
    vscode.l10n.t(
      'Market data includes your watchlist. Account data is positions, orders, fills, and order changes, without account numbers.',
    ),
    !isAgent
      ? vscode.l10n.t('Of account data, an extension gets the symbols of your positions.')
      : vscode.l10n.t('With account data, it can also open an order ticket for you to review. Only you can send it.'),
    ...(isAgent
      ? [vscode.l10n.t('Your answer is kept until you revoke it or sign out, for every agent that uses this name with this service.')]
      : []),
  ].join('\n');
  await front.free();
  const question = isAgent ? vscode.l10n.t('Allow an agent to use Market Desk?') : vscode.l10n.t('Allow an extension to use Market Desk?');
  const chosen = await askForGrant(question, detail, vscode.l10n.t('Don’t Allow'), [market, accounts]);
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
