import * as vscode from 'vscode';
import { Emitter } from '../../../app/platform/emitter';
import type { Disposable, Event } from '../../../app/platform/ports';
import type { Wait } from '../../../app/session/requestWaits';
import type { WaitKind } from '../../../service/requests/limits';

interface WaitSource {
  of(kind: WaitKind): Wait | undefined;
  readonly onDidChange: Event<void>;
}

/** Why rows have been loading for a long time; unknown until the program sets the source. */
class Waiting {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #source: WaitSource | undefined;

  /** The reason in words; undefined if there is none beyond loading. */
  text(kind: WaitKind): string | undefined {
    const wait = this.#source?.of(kind);
    if (wait === undefined) return undefined;
    return wait.kind === 'slow'
      ? vscode.l10n.t('The service is slow to respond…')
      : vscode.l10n.t('Waiting for the service’s limit: {0} s', wait.seconds);
  }

  follow(source: WaitSource): Disposable {
    this.#source = source;
    const subscription = source.onDidChange(() => this.#changed.fire());
    return {
      dispose: () => {
        subscription.dispose();
        if (this.#source === source) this.#source = undefined;
      },
    };
  }
}

export const waiting = new Waiting();
