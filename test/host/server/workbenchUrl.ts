import { tokenParameter } from './front';
import type { RunningServer } from './server';

/** An extension in development and a suite, as the workbench takes them in its address. */
export interface WorkbenchPayload {
  readonly extensionPath?: string;
  readonly testsPath?: string;
}

/** Address that opens a folder with an extension in development on a VS Code server, for whoever may: it has the server’s token. */
export function workbenchUrl(
  { origin, token }: Pick<RunningServer, 'origin' | 'token'>,
  folder: string,
  payload: WorkbenchPayload = {},
): string {
  const { host } = new URL(origin);
  const remote = (file: string): string => `vscode-remote://${host}${file.startsWith('/') ? file : `/${file.replaceAll('\\', '/')}`}`;
  const pairs: [string, string][] = [];
  if (payload.extensionPath !== undefined) pairs.push(['extensionDevelopmentPath', remote(payload.extensionPath)]);
  if (payload.testsPath !== undefined) pairs.push(['extensionTestsPath', remote(payload.testsPath)]);
  const query = new URLSearchParams({ [tokenParameter]: token, folder });
  // Sets the extension's own log to its most detailed level if everything that a run leaves behind is searched.
  if (process.env['MARKET_DESK_CANARY_OUTPUTS'] !== undefined) pairs.push(['logLevel', 'market-desk.market-desk:trace']);
  if (pairs.length > 0) query.set('payload', JSON.stringify(pairs));
  return `${origin}/?${query.toString()}`;
}
