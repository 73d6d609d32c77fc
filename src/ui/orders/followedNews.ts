import * as vscode from 'vscode';
import type { FollowedEnd } from '../../app/orders/followUp';
import { followedEndText } from './followedText';
import { sayWarning } from '../platform/say/messages';
import { flash } from '../platform/say/statusItem';

/** Reports how accepted changes ended: applied ones briefly in the status bar, all others in a notification that stays. */
export class FollowedNews implements vscode.Disposable {
  #shown: vscode.Disposable | undefined;

  constructor(private readonly showJournal: () => Promise<void>) {}

  tell(ended: FollowedEnd, isPrivate: boolean): void {
    const text = followedEndText(ended, isPrivate);
    if (ended.end === 'applied') {
      this.dispose();
      this.#shown = flash(text, 10_000, 'check-all');
      return;
    }
    const journal = vscode.l10n.t('Show Order Journal');
    void sayWarning(text, journal).then(async (chosen) => {
      if (chosen === journal) await this.showJournal();
    });
  }

  /** Clears the status bar message. */
  dispose(): void {
    this.#shown?.dispose();
  }
}
