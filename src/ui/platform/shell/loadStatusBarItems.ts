import * as vscode from 'vscode';
import { isSignedIn } from '../../../app/session/connection';
import type { FeatureName } from '../ids';
import { isInStatusBar, onStatusBarChange, readSetting } from '../settings';
import type { UiPorts } from '../ports';

/** Loads the optional status bar items when a setting enables them and the user is signed in; until then, nothing is loaded. */
export function loadStatusBarItems({
  access,
  load,
  log,
}: Pick<UiPorts, 'access' | 'log'> & {
  /** Loads a feature once; later calls cost nothing. */
  readonly load: (feature: FeatureName) => Promise<void>;
}): vscode.Disposable {
  const start = (feature: FeatureName): void =>
    void load(feature).catch((error: unknown) => log.error(`The status bar’s ${feature} could not be loaded`, error));
  const update = (): void => {
    if (!isSignedIn(access.current)) return;
    if (readSetting('statusBar.ticker').length > 0) start('ticker');
    for (const part of ['nextRelease', 'dayProfit'] as const) if (isInStatusBar(part)) start(part);
  };
  update();
  return vscode.Disposable.from(access.onDidChange(update), onStatusBarChange(update));
}
