import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../app/platform/ports';
import type { SandboxRunner } from '../../app/sandbox/sandboxControl';
import { readSetting } from '../platform/settings';

/** Runs the sandbox inside the extension; its code is loaded when it is first started. */
export function createSandboxRunner(stateFile: string, log: Log): SandboxRunner {
  return {
    start: async ({ port, instanceId, controlSecret }) => {
      const { startSandbox } = await import('market-desk-sandbox');
      await mkdir(dirname(stateFile), { recursive: true, mode: 0o700 });
      return startSandbox({
        port,
        instanceId,
        controlSecret,
        stateFile,
        alwaysOpen: true,
        jumpPage: 'own',
        likeLive: readSetting('sandbox.world') === 'likeLive',
        language: sandboxLanguage(vscode.env.language),
        warn: (message) => log.warn(`sandbox: ${message}`),
      });
    },
  };
}

/** The language of the sandbox for a window with this display language. */
export function sandboxLanguage(display: string): 'en' | 'zh-cn' | 'zh-tw' {
  const tag = display.toLowerCase();
  if (/^zh-(tw|hk|mo|hant)\b/.test(tag)) return 'zh-tw';
  return /^zh\b/.test(tag) ? 'zh-cn' : 'en';
}
