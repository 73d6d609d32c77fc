import type * as vscode from 'vscode';
import { isUnresolved } from '../../domain/orders/orderAttempts';
import type { FollowedEnd } from '../../app/orders/followUp';
import { followedEndText } from './followedText';
import { tellOutcome } from './tellOutcome';
import { flash } from '../platform/say/statusItem';

/** Reports how followed changes ended: what was to be expected briefly in the status bar, all else in a notification that stays. */
export class FollowedNews implements vscode.Disposable {
  #shown: vscode.Disposable | undefined;

  tell(ended: FollowedEnd, isPrivate: boolean): void {
    const text = followedEndText(ended, isPrivate);
    // The user was told that nobody knows what became of it, or that it was rejected: this is news.
    const isNews = ended.end === 'applied' ? isUnresolved(ended.before) : ended.end !== 'freed';
    if (isNews) {
      tellOutcome(ended.end === 'applied' ? 'information' : 'warning', text);
      return;
    }
    this.dispose();
    this.#shown = flash(text, 10_000, ended.end === 'applied' ? 'check-all' : 'unlock');
  }

  /** Clears the status bar message. */
  dispose(): void {
    this.#shown?.dispose();
  }
}
