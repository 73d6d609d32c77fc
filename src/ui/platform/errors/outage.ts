import * as vscode from 'vscode';
import type { Disposable, Event, Reach } from '../../../app/platform/ports';
import { ServiceError, TransportError } from '../../../service/errors';
import { isNoAnswer } from '../../../service/requests/noAnswer';
import type { DeskStatus, StatusPart } from '../statusBar/deskStatus';
import { commandOf } from '../runCommand';
import { presentError } from './presentError';

type OutageSource = Pick<Reach, 'isAway' | 'failure'> & { readonly onDidChange: Event<void> };

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

  follow(source: OutageSource, status: Pick<DeskStatus, 'set'>): Disposable {
    this.#source = source;
    const subscription = source.onDidChange(() => status.set('outage', source.isAway ? outagePart(source.failure) : undefined));
    return {
      dispose: () => {
        subscription.dispose();
        status.set('outage', undefined);
        if (this.#source === source) this.#source = undefined;
      },
    };
  }
}

export const outage = new Outage();

/** Why something could not be read: nothing but that it couldn’t if the status bar has the reason. */
export function causeText(error: unknown): string {
  return outage.explains(error) ? vscode.l10n.t('Couldn’t be loaded.') : presentError(error).message;
}

function outagePart(failure: unknown): StatusPart {
  const text = vscode.l10n.t('Service doesn’t respond');
  const cause = failure === undefined ? '' : presentError(failure).message;
  const detail = vscode.l10n.t('Market Desk tries again every few seconds.');
  return {
    forms: [text, vscode.l10n.t('No response')],
    icon: 'warning',
    level: 'warning',
    notes: [cause, detail].filter((line) => line !== ''),
    spoken: cause === '' ? text : vscode.l10n.t('{0}: {1}', text, cause),
    action: commandOf('marketDesk.diagnose', vscode.l10n.t('Diagnose Connection')),
  };
}
