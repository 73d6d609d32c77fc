import * as vscode from 'vscode';
import type { PositionsState } from '../../../app/positions/positionsBook';
import { sentences } from '../../../domain/text/sentences';
import { visibleText } from '../../../domain/text/visibleText';
import { seen } from '../../../service/lists/list';
import type { Gap, List } from '../../../service/lists/list';
import { gapsText } from './gapText';
import { listText } from './listText';

/** What these positions lack, in sentences for whoever saves them to a file; empty if every list is complete. */
export function positionsLack({ accounts = [], directory }: PositionsState): string {
  const unlisted = directory.filter(({ list }) => list === undefined).map(({ kind }) => kind);
  const unread = accounts.filter(({ list }) => list === undefined).map(({ account }) => visibleText(account.name));
  const isOffered = accounts.every(({ list }) => list?.verdict !== 'notOffered');
  return sentences(
    isOffered ? '' : vscode.l10n.t('This service doesn’t provide positions, except of paper accounts.'),
    unlisted.includes('live') ? vscode.l10n.t('Some accounts aren’t loaded yet.') : '',
    unlisted.includes('simulated') ? vscode.l10n.t('Paper accounts aren’t loaded yet.') : '',
    unread.length === 0 ? '' : vscode.l10n.t('Not loaded yet: {0}.', listText(unread)),
    gapsText(gapsOf(directory), 'accounts'),
    gapsText(gapsOf(accounts), 'positions'),
  );
}

function gapsOf(lists: readonly { readonly list: List<unknown> | undefined }[]): readonly Gap[] {
  return lists.flatMap(({ list }) => (list === undefined ? [] : seen(list).gaps));
}
