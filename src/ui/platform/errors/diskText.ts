import * as vscode from 'vscode';
import { ServiceError } from '../../../service/errors';

/** The maximum depth of causes to follow. */
const mostCauses = 5;
const whole = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']);
/** Network errors have these codes too, unless they name a path. */
const ofPaths = new Set(['EACCES', 'EPERM', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EMFILE', 'ENFILE', 'EBUSY']);

/** The system's report about the disk as a sentence; undefined if the disk is not the reason of a failure. */
export function diskText(error: unknown): string | undefined {
  const code = diskCode(error, mostCauses);
  switch (code) {
    case undefined:
      return undefined;
    case 'ENOSPC':
    case 'EDQUOT':
      return vscode.l10n.t('The disk is full.');
    case 'EROFS':
      return vscode.l10n.t('The disk is read-only.');
    case 'EACCES':
    case 'EPERM':
      return vscode.l10n.t('Market Desk isn’t allowed to write to the disk.');
    default:
      return vscode.l10n.t({ message: 'The disk can’t be used ({0}).', args: [code], comment: ['{0} is a code such as EIO.'] });
  }
}

function diskCode(error: unknown, causes: number): string | undefined {
  // A failed request to a service is not caused by this machine's disk, whatever the code of its cause.
  if (causes === 0 || !(error instanceof Error) || error instanceof ServiceError) return undefined;
  const [, told = ''] = /^(?:Error: )?(E[A-Z]+): /.exec(error.message) ?? [];
  const code = 'code' in error && typeof error.code === 'string' && isKnown(error.code) ? error.code : told;
  // The editor's own file errors have neither the system's code nor a path, only its message.
  if (whole.has(code) || (ofPaths.has(code) && ('path' in error || told === code))) return code;
  return diskCode(error.cause, causes - 1);
}

function isKnown(code: string): boolean {
  return whole.has(code) || ofPaths.has(code);
}
