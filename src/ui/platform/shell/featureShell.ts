import { readCommandArgument } from '../commandArguments';
import type { ReportError } from '../errors/reportError';
import { commands } from '../ids';
import type { CommandRow } from '../ids';
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
