import * as vscode from 'vscode';
import type { OpenPlates } from '../../app/plates/openPlates';
import { parsePlateId, stepPlate } from '../../domain/plates/plateId';
import { visibleText } from '../../domain/text/visibleText';
import { chooseOne } from '../platform/say/ask';
import type { CommandArgument } from '../platform/commandArguments';
import type { Shell } from '../platform/shell/shell';
import { subjectOf } from '../platform/trees/treeModel';
import type { ChosenPlate } from './choosePlates';
import type { PlateChoice } from './plateChoice';
import type { PlateNames } from './plateNames';
import { PlateSubject } from './plateRows';
import { plateProblemText } from './plateText';
import { sayWarning } from '../platform/say/messages';
import type { UiPorts } from '../platform/ports';

type PlateArgument = CommandArgument<'marketDesk.plates.remove'>;

/** The commands of the Plates view. */
export function handlePlateCommands({
  shell,
  access,
  plates,
  choice,
  names,
  show,
}: Pick<UiPorts, 'shell' | 'access'> & {
  readonly plates: OpenPlates;
  readonly choice: PlateChoice;
  readonly names: PlateNames;
  /** Redraws the rows whose names are new. */
  readonly show: () => void;
}): void {
  /** The plate of a command; asks for it if neither the argument nor the selection names one. */
  const wanted = async (argument: PlateArgument, title: string): Promise<string | undefined> =>
    plateOf(shell, argument) ?? pickPlate(choice, names, title);
  const move = async (argument: PlateArgument, direction: 'up' | 'down', title: string): Promise<void> => {
    const plateId = await wanted(argument, title);
    const before = choice.read();
    const after = plateId === undefined ? before : stepPlate(before, plateId, direction);
    if (after !== before) await choice.write(after);
  };

  shell.handle('marketDesk.plates.add', async (argument) => {
    const chosen = argument === undefined ? await (await import('./choosePlates')).choosePlates(access) : given(argument);
    if (chosen.length === 0) return;
    await names.remember(chosen);
    await choice.write([...new Set([...choice.read(), ...chosen.map(({ id }) => id)])]);
    // There may be new names even if the list is not new.
    show();
  });
  shell.handle('marketDesk.plates.remove', async (argument) => {
    const plateId = await wanted(argument, vscode.l10n.t('Remove Plate'));
    if (plateId === undefined) return;
    plates.forget(plateId);
    await choice.write(choice.read().filter((id) => id !== plateId));
  });
  shell.handle('marketDesk.plates.moveUp', async (argument) => move(argument, 'up', vscode.l10n.t('Move Plate Up')));
  shell.handle('marketDesk.plates.moveDown', async (argument) => move(argument, 'down', vscode.l10n.t('Move Plate Down')));
  shell.handle('marketDesk.plates.refresh', async (plateId) => (plateId === undefined ? plates.refreshAll() : plates.refresh(plateId)));
  shell.handle('marketDesk.plates.loadMore', async (argument) => {
    const plateId = plateOf(shell, argument);
    if (plateId !== undefined) await plates.loadMore(plateId);
  });
}

/** The plate that another program or a keybinding names; undefined if the text is no plate ID, which is reported to the user. */
function given(text: string): readonly ChosenPlate[] {
  const parsed = parsePlateId(text);
  if (parsed.kind !== 'problem') return [{ id: parsed.id, name: undefined }];
  void sayWarning(plateProblemText(parsed.problem));
  return [];
}

/** The plate that the argument names, otherwise the selected one. */
export function plateOf(shell: Shell, argument: PlateArgument): string | undefined {
  if (typeof argument === 'string') return argument;
  const subject = subjectOf(argument ?? shell.view('marketDesk.plates').selection[0]);
  return subject instanceof PlateSubject ? subject.plateId : undefined;
}

/** Asks for one of the plates that the view shows. */
export async function pickPlate(choice: PlateChoice, names: PlateNames, title: string): Promise<string | undefined> {
  const items = choice.read().map((id) => ({ label: visibleText(names.of(id) ?? id), description: visibleText(id), id }));
  const picked = await chooseOne(items, { title, matchOnDescription: true });
  return picked?.id;
}
