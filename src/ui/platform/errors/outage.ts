import * as vscode from 'vscode';
import type { Disposable, Event, Reach } from '../../../app/platform/ports';
import { ServiceError, TransportError } from '../../../service/errors';
import { isNoAnswer } from '../../../service/requests/noAnswer';
import { StatusItem } from '../say/statusItem';
import { presentError } from './presentError';

type OutageSource = Pick<Reach, 'isAway' | 'failure'> & { readonly onDidChange: Event<void> };

const priority = 92;

/** The service doesn’t answer at all: shown once, in the status bar. Views then only show that their data is old or missing. */
class Outage {
  #source: OutageSource | undefined;
  /** Errors that were explained by an outage. They stay explained after it, until the data has been read again. */
  readonly #explained = new WeakSet<ServiceError>();

  /** Whether the status bar explains this error, or explained it before the service came back. */
  explains(error: unknown): boolean {
    if (!ServiceError.is(error)) return false;
    if (this.#source?.isAway === true && (error instanceof TransportError || isNoAnswer(error))) this.#explained.add(error);
    return this.#explained.has(error);
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
