import type * as vscode from 'vscode';
import type { Log } from '../../app/platform/ports';
import type { Redactor } from '../../app/platform/redactor';

/** The log of the program: everything passes through the redactor before it reaches the output channel. */
export function createLog(channel: Pick<vscode.LogOutputChannel, 'trace' | 'debug' | 'info' | 'warn' | 'error'>, redactor: Redactor): Log {
  return {
    trace: (message) => channel.trace(redactor.redact(message)),
    debug: (message) => channel.debug(redactor.redact(message)),
    info: (message) => channel.info(redactor.redact(message)),
    warn: (message) => channel.warn(redactor.redact(message)),
    error: (message, error) =>
      channel.error(error === undefined ? redactor.redact(message) : `${redactor.redact(message)}: ${redactor.describe(error)}`),
  };
}
