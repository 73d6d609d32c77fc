import * as vscode from 'vscode';
import type { Disposable, Event, Reach } from '../../../app/platform/ports';
import { HttpError, TransportError } from '../../../service/errors';
import { StatusItem } from '../say/statusItem';
import { presentError } from './presentError';

type OutageSource = Pick<Reach, 'isAway' | 'failure'> & { readonly onDidChange: Event<void> };

const priority = 92;
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** The service doesn’t answer at all: said once, in the status bar. Views then say only that what they show is old or missing. */
class Outage {
  #source: OutageSource | undefined;

  /** Whether this error is one of those that the status bar already explains. */
  explains(error: unknown): boolean {
    if (this.#source?.isAway !== true) return false;
    return error instanceof TransportError || (error instanceof HttpError && gatewayStatuses.has(error.status));
  }

  follow(source: OutageSource): Disposable {
    this.#source = source;
    let item: StatusItem | undefined;
    const subscription = source.onDidChange(() => {
      if (source.isAway) item ??= createItem();
      if (source.isAway) drawOutage(item, source.failure);
      else item?.hide();
    });
    return {
      dispose: () => {
        subscription.dispose();
        item?.dispose();
        if (this.#source === source) this.#source = undefined;
      },
    };
  }
}

export const outage = new Outage();

function createItem(): StatusItem {
  const item = new StatusItem('marketDesk.outage', priority, vscode.l10n.t('Market Desk Outage'));
  item.command = 'marketDesk.diagnose';
  return item;
}

function drawOutage(item: StatusItem | undefined, failure: unknown): void {
  const text = vscode.l10n.t('Service doesn’t respond');
  const cause = failure === undefined ? '' : presentError(failure).message;
  const detail = vscode.l10n.t('Market Desk tries again every few seconds. Select to diagnose the connection.');
  item?.draw({
    text,
    icon: 'warning',
    tooltip: [cause, detail].filter((line) => line !== '').join('\n'),
    label: cause === '' ? text : vscode.l10n.t('{0}: {1}', text, cause),
    background: new vscode.ThemeColor('statusBarItem.warningBackground'),
  });
}
