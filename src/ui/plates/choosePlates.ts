import * as vscode from 'vscode';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { parsePlateId } from '../../domain/plates/plateId';
import { visibleText } from '../../domain/text/visibleText';
import { seen } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import { platesPart } from '../../service/endpoints/sources';
import type { PlateListEntry } from '../../service/records';
import { gapsText } from '../platform/lists/gapText';
import { cancellableProgress } from '../platform/say/progress';
import { plateProblemText } from './plateText';
import { askText, chooseMany, chooseOne } from '../platform/say/ask';

export interface ChosenPlate {
  readonly id: string;
  readonly name: string | undefined;
}

const markets = ['HK', 'US', 'SH', 'SZ', 'SG', 'JP', 'AU', 'CA', 'MY', 'KR'] as const;

/** Lets the user type a plate ID or pick plates from the service's list; an empty result means dismissed. */
export async function choosePlates(access: ServiceAccess): Promise<readonly ChosenPlate[]> {
  const typed = { label: vscode.l10n.t('Enter a plate ID…'), description: vscode.l10n.t('market.code, for example HK.BK1000') };
  const byMarket = markets.map((market) => ({ label: market, description: vscode.l10n.t('select from this market’s plates') }));
  const picked = await chooseOne([typed, ...byMarket], {
    title: vscode.l10n.t('Add Plate'),
    placeHolder: vscode.l10n.t('Enter an ID or select a market'),
  });
  if (picked === undefined) return [];
  return picked === typed ? typePlate() : pickFromList(access, picked.label);
}

async function typePlate(hint?: string): Promise<readonly ChosenPlate[]> {
  const text = await askText({
    title: vscode.l10n.t('Add Plate'),
    prompt: hint ?? vscode.l10n.t('Plate ID in the form market.code'),
    placeHolder: 'HK.BK1000',
    validateInput: (value) => {
      const parsed = parsePlateId(value);
      return parsed.kind === 'problem' ? plateProblemText(parsed.problem) : undefined;
    },
  });
  const parsed = text === undefined ? undefined : parsePlateId(text);
  return parsed?.kind === 'plate' ? [{ id: parsed.id, name: undefined }] : [];
}

async function pickFromList(access: ServiceAccess, market: string): Promise<readonly ChosenPlate[]> {
  const list = await cancellableProgress(vscode.l10n.t('Loading {0} plates…', market), async (signal) => {
    return readList([platesPart(async () => access.client(), { market, plateClass: 'ALL' })], { signal });
  });
  if (list.verdict === 'notOffered') return typePlate(vscode.l10n.t('This service doesn’t list its plates. Enter a plate ID.'));
  const { items, gaps } = seen(list);
  if (items.length === 0 && gaps.length === 0)
    return typePlate(vscode.l10n.t('The service lists no {0} plates. Enter a plate ID.', market));
  const picked = await chooseMany(items.map(entryItem), {
    title: vscode.l10n.t('Add {0} Plates', market),
    placeHolder: gaps.length === 0 ? vscode.l10n.t('Type to search') : gapsText(gaps, 'plates'),
    matchOnDescription: true,
  });
  return (picked ?? []).map(({ entry }) => ({ id: entry.code, name: entry.name === '' ? undefined : entry.name }));
}

function entryItem(entry: PlateListEntry): vscode.QuickPickItem & { readonly entry: PlateListEntry } {
  return { label: visibleText(entry.name === '' ? entry.code : entry.name), description: visibleText(entry.code), entry };
}
