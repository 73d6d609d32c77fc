import * as vscode from 'vscode';
import type { PlateIdProblem } from '../../domain/plates/plateId';

export function plateProblemText(problem: PlateIdProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Enter a plate ID.');
    case 'too-long':
      return vscode.l10n.t('A plate ID can’t be longer than 100 characters.');
    case 'characters':
      return vscode.l10n.t('A plate ID can’t contain spaces or invisible characters.');
    case 'form':
      return vscode.l10n.t('Use the form market.code, for example HK.BK1000.');
  }
}
