import * as vscode from 'vscode';
import type { MarketDeskApi1, MarketDeskExports } from '../../api';

/** An additional hook for tests. */
export interface TestHook extends MarketDeskExports {
  /** Builds everything that is otherwise built on first use, and returns the ids that have no implementation. */
  load(): Promise<{ readonly unattached: readonly string[] }>;
}

/** What the extension exports: the API, and in test windows the hook for tests. */
export function publicFace(mode: vscode.ExtensionMode, api: MarketDeskApi1, load: TestHook['load']): MarketDeskExports {
  const exported: MarketDeskExports = {
    getApi: (version: number) => {
      if (version !== 1) throw new Error(`Market Desk has no API version ${version}.`);
      return api;
    },
  };
  const hook: TestHook = { ...exported, load };
  return mode === vscode.ExtensionMode.Test ? hook : exported;
}
