import * as vscode from 'vscode';
import type { WindowFocus } from '../../app/platform/attention';

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
