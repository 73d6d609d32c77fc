import * as vscode from 'vscode';
import type { InputRule } from '../../../service/inputRule';

/** The rule that an input breaks, in the editor's language; the text follows the name of the field. */
export function ruleText(rule: InputRule): string {
  return typeof rule === 'string' ? plainRules[rule]() : ruleWithFigures(rule);
}

type PlainRule = Extract<InputRule, string>;

const { l10n } = vscode;
const plainRules: Readonly<Record<PlainRule, () => string>> = {
  filled: () => l10n.t('must not be empty'),
  format: () => l10n.t('isn’t in the expected format'),
  range: () => l10n.t('is out of range'),
  sendable: () => l10n.t('contains characters that can’t be sent'),
  digits: () => l10n.t('must be digits'),
  name: () => l10n.t('must consist of letters and digits'),
  'market-code': () => l10n.t('must have the form market.code'),
  'bare-code': () => l10n.t('must be the code without its market'),
  'not-applicable': () => l10n.t('doesn’t apply to this order'),
  'no-a-share': () => l10n.t('A-share orders can’t be modified'),
  'not-before-start': () => l10n.t('must not be before the start'),
  'time-zone': () => l10n.t('must be a time zone name such as Asia/Hong_Kong'),
  url: () => l10n.t('must be a URL'),
  'http-url': () => l10n.t('must begin with https:// or http://'),
  'url-without-user': () => l10n.t('must not contain a user name'),
  'url-without-query': () => l10n.t('must not contain a query or a fragment'),
};

function ruleWithFigures(rule: Exclude<InputRule, string>): string {
  switch (rule.kind) {
    case 'months-after-start':
      return l10n.t('must be at most {0} months after the start', rule.most);
    case 'decimal':
      return l10n.t('must be a number with at most {0} digits before the decimal point and {1} after it', rule.wholeDigits, rule.decimals);
    case 'bytes':
      return l10n.t('must be at most {0} bytes long', rule.most);
    case 'count':
      return l10n.t('must be {0} to {1}', rule.least, rule.most);
    case 'whole-number':
      return rule.most === undefined
        ? l10n.t('must be a whole number from {0}', rule.least)
        : l10n.t('must be a whole number from {0} to {1}', rule.least, rule.most);
    case 'date':
      return l10n.t('must be a date in the form {0}', rule.form);
    case 'tool-input':
      return l10n.t('must be {0}', rule.expected);
  }
}
