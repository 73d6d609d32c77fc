import * as vscode from 'vscode';
import type { WindowFocus } from '../../app/platform/attention';
import { Paced } from '../../app/platform/paced';
import type { Timers } from '../../app/platform/ports';

/** Whether this window has the focus. */
export const windowFocus: WindowFocus = {
  get isFocused() {
    return vscode.window.state.focused;
  },
  onDidChange: (listener) => {
    let was = vscode.window.state.focused;
    return vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused === was) return;
      was = focused;
      listener();
    });
  },
};

/**
 * The drawing of a list whose rows are all made anew for each of the things that change one shortly after the other. A window that nobody
 * works in draws less often: many of them fill themselves at the same time when an editor starts.
 */
export function pacedDrawing(timers: Timers, draw: () => void): Paced {
  return new Paced(timers, () => (windowFocus.isFocused ? 100 : 500), draw);
}
