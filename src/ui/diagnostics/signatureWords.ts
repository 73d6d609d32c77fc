import * as vscode from 'vscode';
import type { SignatureWords } from '../../app/diagnostics/explainSignature';

/** The words of the explained signature in the editor's language. Names of fields, headers and algorithms are not translated. */
export function signatureWords(): SignatureWords {
  const { l10n } = vscode;
  return {
    title: l10n.t('Request signature'),
    credential: (appKeyId, algorithm) => l10n.t('AppKey ID {0}, algorithm {1}', appKeyId, algorithm),
    signsText: l10n.t('signs the text directly'),
    fields: l10n.t('The five fields'),
    field: l10n.t('Field'),
    value: l10n.t('Value'),
    empty: l10n.t('empty'),
    signingString: l10n.t('Signing string'),
    lineFeeds: (sign) => l10n.t('Each {0} is one line feed (0x0A). There are always four.', sign),
    body: l10n.t('Body'),
    noBody: l10n.t('No body: the fifth field is empty.'),
    bytes: (count, digest) => l10n.t('{0} bytes, SHA-256 {1}:', count, digest),
    headers: l10n.t('Headers'),
    worksUntil: (time) => l10n.t('Works once, until {0} by the service’s clock.', time),
  };
}
