import { formatInTimeZone } from 'date-fns-tz';
import * as vscode from 'vscode';
import type { ClockMonitor, ClockSnapshot } from '../../app/clock/clockMonitor';
import { diagnose, formatDiagnosis } from '../../app/diagnostics/diagnose';
import type { DiagnosisStep, DiagnosisWords, NetworkProbe, StepStatus } from '../../app/diagnostics/diagnose';
import { clockLevel, formatMilliseconds, formatSkew } from '../../domain/clock/clockLevel';
import { readSetting } from '../platform/settings';
import { registerExplainSignature } from './explainSignatureCommand';
import { sayInfo, sayWarning } from '../platform/say/messages';
import { runCommand } from '../platform/runCommand';
import { cancellableProgress } from '../platform/say/progress';
import type { UiPorts } from '../platform/ports';
import type { ApiKeyStore } from '../../app/session/apiKeyStore';

interface DiagnosticsDependencies extends Pick<UiPorts, 'shell' | 'access' | 'clock' | 'documents' | 'timeZone' | 'describeError'> {
  readonly keys: Pick<ApiKeyStore, 'load'>;
  readonly monitor: ClockMonitor;
  readonly network: NetworkProbe;
  readonly redact: (text: string) => string;
  readonly version: string;
}

/** *Diagnose Connection* and *Explain Request Signature…*. */
export function registerDiagnostics(dependencies: DiagnosticsDependencies): void {
  dependencies.shell.handle('marketDesk.diagnose', async () => runDiagnosis(dependencies));
  registerExplainSignature(dependencies);
}

async function runDiagnosis(dependencies: DiagnosticsDependencies): Promise<string> {
  const { access, monitor, documents } = dependencies;
  const steps: DiagnosisStep[] = [];
  await cancellableProgress(vscode.l10n.t('Diagnosing the connection…'), async (signal, say) => {
    const findings = diagnose({
      state: access.current,
      network: dependencies.network,
      machine: dependencies.clock,
      synchronizeClock: async () => monitor.resynchronize({ signal }),
      clock: () => monitor.snapshot(),
      describeClock,
      authenticatedRead: async () => {
        const client = await access.client();
        await client.hotCalendar({ limit: 1, timeZone: dependencies.timeZone() }, { signal });
      },
      describeError: dependencies.describeError,
      words: diagnosisWords(),
      signal,
    });
    for await (const step of findings) {
      steps.push(step);
      say(step.name);
      if (signal.aborted) break;
    }
  });
  const head = [
    `Market Desk ${dependencies.version}, ${vscode.env.appName} ${vscode.version}, ${process.platform} ${process.arch}`,
    formatInTimeZone(dependencies.clock.wallMs(), dependencies.timeZone(), 'yyyy-MM-dd HH:mm:ss XXX'),
  ];
  const report = dependencies.redact(formatDiagnosis(steps, head));
  await documents.show(vscode.l10n.t('Connection Diagnostics'), report);
  void offerCopy(report, steps);
  return report;
}

async function offerCopy(report: string, steps: readonly DiagnosisStep[]): Promise<void> {
  const failed = steps.find(({ status }) => status === 'failed');
  const isUnsafe = steps.some(({ status }) => status === 'unsafe');
  const copy = vscode.l10n.t('Copy Report');
  const review = vscode.l10n.t('Show Certificate…');
  const answer =
    failed !== undefined
      ? await sayWarning(vscode.l10n.t('The connection failed at: {0}', failed.name), copy)
      : isUnsafe
        ? await sayWarning(vscode.l10n.t('The connection works, but the service’s certificate isn’t verified.'), review, copy)
        : await sayInfo(vscode.l10n.t('The connection works.'), copy);
  if (answer === copy) await vscode.env.clipboard.writeText(report);
  if (answer === review) await runCommand('marketDesk.showCertificate');
}

function describeClock(snapshot: ClockSnapshot): { readonly status: StepStatus; readonly detail: string } {
  const level = clockLevel(snapshot, readSetting('clock.toleranceMilliseconds'));
  const skew =
    snapshot.skewMs === undefined
      ? vscode.l10n.t('unknown')
      : `${formatSkew(snapshot.skewMs)} ±${formatMilliseconds(snapshot.boundMs ?? 0)}`;
  return { status: level === 'normal' ? 'ok' : 'warning', detail: vscode.l10n.t('offset {0}', skew) };
}

/** The words of the diagnosis in the editor's language. Names of protocols are not translated. */
export function diagnosisWords(): DiagnosisWords {
  const { l10n } = vscode;
  return {
    names: {
      service: l10n.t('Service'),
      proxy: l10n.t('Proxy'),
      proxyTcp: l10n.t('Proxy TCP'),
      dns: 'DNS',
      tcp: 'TCP',
      tls: 'TLS',
      clock: l10n.t('Clock'),
      authentication: l10n.t('Authentication'),
      request: l10n.t('Authenticated request'),
      scopes: l10n.t('Scopes'),
    },
    noService: l10n.t('Not connected.'),
    apiKey: l10n.t('API key'),
    sandbox: l10n.t('sandbox'),
    throughProxy: (host) => l10n.t('requests go through {0}', host),
    noProxy: l10n.t('none (direct connection)'),
    connected: l10n.t('connected'),
    portOpen: (port) => l10n.t('port {0} accepts connections', port),
    certificate: ({ protocol, issuer, days }) =>
      l10n.t('{0}, certificate issued by {1}, days until it expires: {2}', protocol, issuer ?? l10n.t('an unknown issuer'), days),
    trustedCertificate: ({ protocol, trusted }) =>
      l10n.t(
        '{0}, CERTIFICATE NOT VERIFIED: you trusted it yourself (SHA-256 {1}). To stop trusting it, run “Market Desk: Show Service Certificate…”.',
        protocol,
        trusted ?? '',
      ),
    noTls: l10n.t('not used (http)'),
    signedInAs: (account) => l10n.t('signed in as {0}', account),
    signedWith: (appKeyId) => l10n.t('AppKey ID {0}', appKeyId),
    notSignedIn: l10n.t('not signed in'),
    signInRequired: l10n.t('sign-in required'),
    credentialAccepted: l10n.t('credential accepted'),
    keyHasNoScopes: l10n.t('API keys have no scopes'),
    scopesNotReported: l10n.t('the service didn’t report the granted scopes'),
    missingScopes: (granted, missing) => l10n.t('granted: {0}; not granted: {1}', granted, missing),
    notReached: l10n.t('not reached'),
  };
}
