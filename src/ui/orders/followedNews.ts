import * as vscode from 'vscode';
import type { FollowedEnd } from '../../app/orders/followUp';
import { followedEndText } from './followedText';

/** Tells how accepted changes ended: what was applied in the status bar for a while, all else in a message that stays. */
export class FollowedNews implements vscode.Disposable {
  #shown: vscode.Disposable | undefined;

  constructor(private readonly showJournal: () => Promise<void>) {}

  tell(ended: FollowedEnd, isPrivate: boolean): void {
    const text = followedEndText(ended, isPrivate);
    if (ended.end === 'applied') {
      this.dispose();
      this.#shown = vscode.window.setStatusBarMessage(text, 10_000);
      return;
    }
    const journal = vscode.l10n.t('Show Order Journal');
    void vscode.window.showWarningMessage(text, journal).then(async (chosen) => {
      if (chosen === journal) await this.showJournal();
    });
  }

  /** Takes back what stands in the status bar. */
  dispose(): void {
    this.#shown?.dispose();
  }
}
