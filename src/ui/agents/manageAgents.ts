import * as vscode from 'vscode';
import type { AllowedProgram, AllowedPrograms, ProgramAccess } from '../../app/agents/allowedPrograms';
import type { ConfiguredProgram } from '../../app/agents/configuredPrograms';
import { listText } from '../platform/lists/listText';
import { chooseOne } from '../platform/say/ask';
import { sayInfo } from '../platform/say/messages';
import { accessText, kindText } from './agentWords';

const choices: readonly ProgramAccess[] = ['market', 'accounts', 'numbers'];

/**
 * *Manage Agents…*: shows what each program may do, and revokes it.
 *
 * @returns The program whose configuration is to be removed.
 */
export async function manageAgents(
  programs: Pick<AllowedPrograms, 'all' | 'change' | 'revoke'>,
  configured: readonly ConfiguredProgram[],
  allowProposals: (program: AllowedProgram) => void,
): Promise<ConfiguredProgram | undefined> {
  const { all } = programs;
  if (all.length + configured.length === 0) {
    void sayInfo(vscode.l10n.t('No agent or extension has been allowed yet.'));
    return undefined;
  }
  const title = vscode.l10n.t('Manage Agents');
  const items = [
    ...all.map((program) => ({
      label: program.name,
      description: listText([
        kindText(program),
        accessText(program.access),
        ...(program.mayPropose === false ? [vscode.l10n.t('its proposals are stopped')] : []),
      ]),
      program,
      configuration: undefined,
    })),
    ...configured.map((configuration) => ({
      label: configuration.name,
      description: vscode.l10n.t('has a configuration that works in any window'),
      program: undefined,
      configuration,
    })),
  ];
  const chosen = await chooseOne(items, { title, placeHolder: vscode.l10n.t('Select an agent or extension') });
  if (chosen?.program !== undefined) await manage(chosen.program, programs, allowProposals);
  return chosen?.configuration !== undefined && (await isRemoved(chosen.configuration)) ? chosen.configuration : undefined;
}

async function isRemoved({ name }: ConfiguredProgram): Promise<boolean> {
  const items = [
    { label: vscode.l10n.t('Leave its configuration as it is'), isRemoved: false },
    {
      label: vscode.l10n.t('Remove its configuration'),
      description: vscode.l10n.t('it can’t connect until you copy a new one'),
      isRemoved: true,
    },
  ];
  const answer = await chooseOne(items, { title: name, placeHolder: vscode.l10n.t('Select what becomes of its configuration') });
  return answer?.isRemoved === true;
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
