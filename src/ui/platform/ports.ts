import type * as vscode from 'vscode';
import type { Ports } from '../../app/ports';
import type { ReportError } from './errors/reportError';
import type { ReadOnlyDocuments } from './readOnlyDocuments';
import type { Shell } from './shell/shell';
import type { DeskStatus } from './statusBar/deskStatus';

/** What a window offers to every feature of the editor. */
export interface UiPorts extends Ports {
  readonly shell: Shell;
  readonly report: ReportError;
  readonly documents: ReadOnlyDocuments;
  /** The item of the status bar. */
  readonly status: DeskStatus;
  readonly extensionUri: vscode.Uri;
  /** Remembers that the extension is in use, so that later windows load it automatically. */
  readonly markUsed: () => Thenable<void>;
}
