import { join } from 'node:path';
import { ExtensionKind } from 'vscode';
import type * as vscode from 'vscode';
import type { Lifetime } from '../app/platform/lifetime';
import type { SecretStore } from '../app/platform/ports';
import { Redactor } from '../app/platform/redactor';
import { RequestLog } from '../app/platform/requestLog';
import { TrustedCertificates } from '../app/session/trustedCertificates';
import { systemCertificates } from '../ui/platform/network/certificates';
import { FileLock } from '../ui/platform/files/fileLock';
import { createLinkOpener } from '../ui/platform/links';
import { createLog } from '../ui/platform/log';
import { machineClock, machineTimers } from '../ui/platform/machineTime';
import { presentError } from '../ui/platform/errors/presentError';
import { NetworkSettingsSource } from '../ui/platform/network/proxy';
import type { UiPorts } from '../ui/platform/ports';
import { ReadOnlyDocuments } from '../ui/platform/readOnlyDocuments';
import { unverified } from '../ui/platform/network/unverified';
import { createErrorReporter } from '../ui/platform/errors/reportError';
import { createSecretStore } from '../ui/platform/secrets';
import { ShownZone } from '../ui/platform/zone';
import { createStateStore } from '../ui/platform/state';
import { DeskStatus } from '../ui/platform/statusBar/deskStatus';

/** The machine's and the editor's services, behind the program's own interfaces. */
export interface Platform extends Omit<UiPorts, 'access' | 'privacy' | 'shell' | 'extensionUri' | 'markUsed'> {
  /** Version of this extension; empty if its manifest has none. */
  readonly version: string;
  /** Folder of the extension's own files on this machine. */
  readonly storage: string;
  readonly redactor: Redactor;
  /** The newest requests of this window. */
  readonly requestLog: RequestLog;
  readonly secrets: SecretStore;
  readonly network: NetworkSettingsSource;
  readonly certificates: TrustedCertificates;
}

export function createPlatform(context: vscode.ExtensionContext, channel: vscode.LogOutputChannel, lifetime: Lifetime): Platform {
  const storage = context.globalStorageUri.fsPath;
  const redactor = new Redactor();
  const log = createLog(channel, redactor);
  const state = createStateStore(context.globalState);
  const isLocal = context.extension.extensionKind === ExtensionKind.UI;
  const certificates = new TrustedCertificates(state);
  unverified.follow(certificates);
  const zone = lifetime.own(new ShownZone(state, isLocal));
  return {
    version: versionOf(context.extension.packageJSON),
    storage,
    clock: machineClock,
    timers: machineTimers,
    redactor,
    log,
    requestLog: lifetime.own(new RequestLog(machineClock)),
    report: createErrorReporter(log, machineClock),
    describeError: (error) => presentError(error).message,
    secrets: lifetime.own(createSecretStore(context.secrets)),
    state,
    certificates,
    locks: lifetime.own(new FileLock(join(storage, 'locks'))),
    links: createLinkOpener(log),
    documents: lifetime.own(new ReadOnlyDocuments()),
    status: lifetime.own(new DeskStatus()),
    network: lifetime.own(
      new NetworkSettingsSource({
        environment: process.env,
        systemCertificates,
        isLocal,
        trusted: () => certificates.fingerprints(),
        protect: (secret) => redactor.register(secret),
      }),
    ),
    timeZone: () => zone.current,
    ownTimeZone: () => zone.own,
  };
}

function versionOf(manifest: unknown): string {
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string'
    ? manifest.version
    : '';
}
