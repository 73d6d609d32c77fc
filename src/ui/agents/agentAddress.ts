import * as vscode from 'vscode';
import type { AgentSocket } from './agentSocket';
import { mcpPath } from './httpGate';

/** The address in the form that the editor takes: the path of the socket, with the request path as its fragment. */
export function socketUri({ path }: Pick<AgentSocket, 'path'>, platform: NodeJS.Platform = process.platform): vscode.Uri {
  return vscode.Uri.from({ scheme: platform === 'win32' ? 'pipe' : 'unix', path, fragment: mcpPath });
}
