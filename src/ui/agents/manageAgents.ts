import * as vscode from 'vscode';
import type { AllowedProgram, AllowedPrograms, ProgramAccess } from '../../app/agents/allowedPrograms';
import { listText } from '../platform/lists/listText';
import { chooseOne } from '../platform/say/ask';
import { sayInfo } from '../platform/say/messages';
import { accessText, kindText } from './agentWords';

const choices: readonly ProgramAccess[] = ['market', 'accounts', 'numbers'];

/** *Manage Agents…*: shows what each program may do, and revokes it. */
export async function manageAgents(
  programs: Pick<AllowedPrograms, 'all' | 'change' | 'revoke'>,
  allowProposals: (program: AllowedProgram) => void,
): Promise<void> {
  const { all } = programs;
  if (all.length === 0) {
    void sayInfo(vscode.l10n.t('No agent or extension has been allowed yet.'));
    return;
  }
  const title = vscode.l10n.t('Manage Agents');
  const chosen = await chooseOne(
    all.map((program) => ({
      label: program.name,
      description: listText([
        kindText(program),
        accessText(program.access),
        ...(program.mayPropose === false ? [vscode.l10n.t('its proposals are stopped')] : []),
      ]),
      program,
    })),
    { title, placeHolder: vscode.l10n.t('Select an agent or extension') },
  );
  if (chosen !== undefined) await manage(chosen.program, programs, allowProposals);
}

async function manage(
  program: AllowedProgram,
  programs: Pick<AllowedPrograms, 'change' | 'revoke'>,
  allowProposals: (program: AllowedProgram) => void,
): Promise<void> {
  const items = [
    ...choices.map((access) => ({
      label: accessText(access),
      description: access === program.access ? vscode.l10n.t('as it is now') : '',
      access,
    })),
    { label: vscode.l10n.t('Not allowed'), description: vscode.l10n.t('it is asked about again when it comes back'), access: undefined },
  ];
  const answer = await chooseOne(items, { title: program.name, placeHolder: vscode.l10n.t('Select what it may read') });
  if (answer === undefined) return;
  if (answer.access === undefined) await programs.revoke(program);
  else {
    // Whoever chooses what a program may do has thought about its proposals too.
    allowProposals(program);
    await programs.change(program, answer.access);
  }
}
