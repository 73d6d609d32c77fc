import * as vscode from 'vscode';

/**
 * The rule that an input breaks, in the editor's language. The client writes its rules in English, for its caller; one that is
 * not known here is shown as it came.
 */
export function ruleText(rule: string): string {
  const { l10n } = vscode;
  const texts: readonly (readonly [RegExp, (first: string, second: string) => string])[] = [
    [/^must not be empty$/, () => l10n.t('must not be empty')],
    [/^must not be before start$/, () => l10n.t('must not be before the start')],
    [/^must be at most (\d+) months after start$/, (most) => l10n.t('must be at most {0} months after the start', most)],
    [/^must have the form (?:market\.code|\{market\}\.\{code\})$/, () => l10n.t('must have the form market.code')],
    [/^must be a name of letters and digits$/, () => l10n.t('must consist of letters and digits')],
    [/^A-share orders cannot be modified$/, () => l10n.t('A-share orders can’t be modified')],
    [
      /^must be a decimal number with at most (\d+) digits before and (\d+) after/,
      (whole, decimals) => l10n.t('must be a number with at most {0} digits before the decimal point and {1} after it', whole, decimals),
    ],
    [/^must be (\d+) to (\d+)(?: ids| codes)?$/, (least, most) => l10n.t('must be {0} to {1}', least, most)],
    [/^must be a whole number from (\d+) to (\d+)$/, (least, most) => l10n.t('must be a whole number from {0} to {1}', least, most)],
    [/^must be a whole number from (\d+)$/, (least) => l10n.t('must be a whole number from {0}', least)],
    [/^must be a URL$/, () => l10n.t('must be a URL')],
    [/^must begin with https/, () => l10n.t('must begin with https:// or http://')],
    [/^must not hold a user name$/, () => l10n.t('must not contain a user name')],
    [/^must not hold a query or fragment$/, () => l10n.t('must not contain a query or a fragment')],
    [/^must be digits$/, () => l10n.t('must be digits')],
    [/^must be a date in the form (yyyy-?MM-?dd)/, (form) => l10n.t('must be a date in the form {0}', form)],
    [/^must be an IANA time zone name$/, () => l10n.t('must be a time zone name such as Asia/Hong_Kong')],
    [/^must (?:not be "\." or "\.\."|be valid Unicode)$/, () => l10n.t('contains characters that can’t be sent')],
  ];
  for (const [pattern, text] of texts) {
    const match = pattern.exec(rule);
    if (match !== null) return text(match[1] ?? '', match[2] ?? '');
  }
  return rule;
}
