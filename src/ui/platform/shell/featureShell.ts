import * as vscode from 'vscode';
import { readCommandArgument } from '../commandArguments';
import type { ReportError } from '../errors/reportError';
import { commands } from '../ids';
import type { CommandRow } from '../ids';
import { sayWarning } from '../say/messages';
import type { EditorShell, Shell } from './shell';

/** @returns the shell for features: it decodes arguments, and is the only place where errors of commands are caught. */
export function createFeatureShell(editor: EditorShell, report: ReportError): Shell {
  return {
    provideTree: (id, source) => editor.provideTree(id, source),
    view: (id) => editor.view(id),
    provideAuthentication: (provider) => editor.provideAuthentication(provider),
    handleUris: (handler) => editor.handleUris(handler),
    restorePanels: (type, serializer) => editor.restorePanels(type, serializer),
    providePage: (id, provider) => editor.providePage(id, provider),
    provideTool: (name, tool) => editor.provideTool(name, tool),
    provideMcpServers: (source) => editor.provideMcpServers(source),
    provideApi: (connect) => editor.provideApi(connect),
    provideHover: (provider) => editor.provideHover(provider),
    setContext: async (key, value) => editor.setContext(key, value),
    handle: (id, handler) => {
      const row: CommandRow = commands[id];
      editor.attach(id, async (given) => {
        if (hasLostRow(row, given)) {
          void sayWarning(vscode.l10n.t('The list was updated at that moment. Nothing was done: try again.'));
          return undefined;
        }
        const run = async (): Promise<unknown> => {
          try {
            return await handler(readCommandArgument(id, given));
          } catch (error) {
            report(error, row.retries === true ? { retry: run } : {});
            return undefined;
          }
        };
        return run();
      });
    },
  };
}

/**
 * While the editor reads a view again, it does not know the rows that are still shown: a command on one of them gets nothing in its
 * place. From the palette or by a key, a command gets no argument at all, and asks what it is about.
 */
function hasLostRow({ onRow }: CommandRow, given: readonly unknown[]): boolean {
  return onRow === true && given.length > 0 && (given[0] === undefined || given[0] === null);
}
