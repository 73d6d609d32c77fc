import * as vscode from 'vscode';
import type { AgentSocket } from './agentSocket';
import { mcpPath } from './httpGate';

/** As the editor takes it: the path of the socket, and that of requests behind it. */
export function socketUri({ path }: Pick<AgentSocket, 'path'>, platform: NodeJS.Platform = process.platform): vscode.Uri {
  return vscode.Uri.from({ scheme: platform === 'win32' ? 'pipe' : 'unix', path, fragment: mcpPath });
}
