import * as vscode from 'vscode';
import type { DiagnosisWords } from '../../app/diagnostics/diagnose';

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
