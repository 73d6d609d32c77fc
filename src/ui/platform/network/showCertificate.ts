import * as vscode from 'vscode';
import type { TrustedCertificates } from '../../../app/session/trustedCertificates';
import { serverText } from '../../../domain/text/visibleText';
import { certificateFailure } from '../../../service/transport/certificates';
import type { SeenCertificate } from '../../../service/transport/handshake';
import { presentError } from '../errors/presentError';
import { askCarefully } from '../say/askCarefully';
import { sayError, sayInfo } from '../say/messages';
import { cancellableProgress } from '../say/progress';

export interface CertificateDependencies {
  readonly certificates: Pick<TrustedCertificates, 'of' | 'trust' | 'forget'>;
  /** Looks at the certificate without sending anything. */
  readonly see: (origin: string, signal: AbortSignal) => Promise<SeenCertificate>;
  /** Whether the user has signed in at this origin before. */
  readonly isKnown: (origin: string) => boolean;
  /** Called when the trusted certificates have changed. */
  readonly changed: () => void;
}

/**
 * Shows the certificate of an origin. The user may trust one that cannot be verified, for this origin only, and revoke that.
 *
 * @returns whether requests to the origin are possible now, as far as its certificate is concerned.
 */
export async function showCertificate(dependencies: CertificateDependencies, origin: string): Promise<boolean> {
  const { certificates } = dependencies;
  const { host } = new URL(origin);
  const known = certificates.of(origin);
  const seen = await look(dependencies, origin, host);
  if (seen === undefined) return false;
  if (seen === 'unreachable') return askToKeep(dependencies, origin, known ?? '');
  switch (seen.verdict.kind) {
    case 'verified':
      if (known !== undefined) await forget(dependencies, origin);
      void sayInfo(vscode.l10n.t('The certificate of {0} is verified.', host));
      return true;
    case 'trusted':
      return askToKeep(dependencies, origin, seen.fingerprint);
    case 'unverified':
      return askToTrust(dependencies, origin, seen);
    case 'refused':
      void sayError(vscode.l10n.t('This certificate can’t be trusted. {0}', presentError(certificateFailure(seen.verdict)).message));
      return false;
  }
}

/** `unreachable` if trust can still be revoked; undefined if the user canceled. */
async function look(
  { certificates, see }: CertificateDependencies,
  origin: string,
  host: string,
): Promise<SeenCertificate | 'unreachable' | undefined> {
  return cancellableProgress(vscode.l10n.t('Looking at the certificate of {0}', host), async (signal) => {
    try {
      return await see(origin, signal);
    } catch (error) {
      if (signal.aborted) return undefined;
      if (certificates.of(origin) === undefined) throw error;
      return 'unreachable';
    }
  });
}

async function askToTrust(dependencies: CertificateDependencies, origin: string, seen: SeenCertificate): Promise<boolean> {
  const { host } = new URL(origin);
  const lines = [
    pastText(dependencies, origin),
    vscode.l10n.t(
      'This system knows nobody who vouches for this certificate, so anyone could have made it. Your sign-in and orders would go to whoever has its key. Compare the fingerprint with the one that the operator of the service gave you.',
    ),
    '',
    vscode.l10n.t('Subject: {0}', nameText(seen.subject)),
    vscode.l10n.t('Issuer: {0}', nameText(seen.issuer)),
    vscode.l10n.t('Valid: {0} to {1}', serverText(seen.validFrom), serverText(seen.validTo)),
    `SHA-256: ${seen.fingerprint}`,
    '',
    vscode.l10n.t('Market Desk will accept this certificate only, for {0} only, and keep showing that it isn’t verified.', origin),
  ].filter((line, index) => line !== '' || index > 0);
  const answers = { safe: vscode.l10n.t('Don’t Trust'), yes: vscode.l10n.t('Trust This Certificate') };
  const answer = await askCarefully(vscode.l10n.t('Trust an unverified certificate of {0}?', host), lines.join('\n'), answers);
  if (answer !== 'yes') return false;
  await dependencies.certificates.trust({ origin, fingerprint: seen.fingerprint });
  dependencies.changed();
  return true;
}

/** What makes a certificate that cannot be verified more suspicious than a new one. */
function pastText({ certificates, isKnown }: CertificateDependencies, origin: string): string {
  if (certificates.of(origin) !== undefined)
    return vscode.l10n.t(
      'This isn’t the certificate that you trusted before. It may have been renewed, or someone may be intercepting the connection.',
    );
  return isKnown(origin)
    ? vscode.l10n.t(
        'You have signed in to this service before. If its certificate was verified then, someone may be intercepting the connection now.',
      )
    : '';
}

async function askToKeep(dependencies: CertificateDependencies, origin: string, fingerprint: string): Promise<boolean> {
  const { host } = new URL(origin);
  const answers = { safe: vscode.l10n.t('Keep Trusting'), yes: vscode.l10n.t('Stop Trusting') };
  const question = vscode.l10n.t('You trust a certificate of {0} that can’t be verified.', host);
  const answer = await askCarefully(question, `SHA-256: ${fingerprint}`, answers);
  if (answer !== 'yes') return true;
  await forget(dependencies, origin);
  void sayInfo(vscode.l10n.t('The certificate of {0} isn’t trusted anymore.', host));
  return false;
}

async function forget({ certificates, changed }: CertificateDependencies, origin: string): Promise<void> {
  await certificates.forget(origin);
  changed();
}

/** The names of a certificate, which may have many parts, as one line. */
function nameText(name: string): string {
  return serverText(name.split('\n').join(', '));
}
