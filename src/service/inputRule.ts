/** The rule that an input breaks, so that it was not sent. Data only: the editor has the text (`ui/platform/errors/ruleText.ts`). */
export type InputRule =
  | 'filled'
  | 'format'
  | 'range'
  /** Not allowed in a path: `.`, `..`, or broken Unicode. */
  | 'sendable'
  | 'digits'
  /** Letters and digits. */
  | 'name'
  /** The form `{market}.{code}`. */
  | 'market-code'
  /** The code without its market. */
  | 'bare-code'
  /** The field is not allowed for such an order. */
  | 'not-applicable'
  | 'no-a-share'
  | 'not-before-start'
  | 'time-zone'
  | 'url'
  | 'http-url'
  | 'url-without-user'
  | 'url-without-query'
  | { readonly kind: 'months-after-start'; readonly most: number }
  | { readonly kind: 'decimal'; readonly wholeDigits: number; readonly decimals: number }
  | { readonly kind: 'bytes'; readonly most: number }
  | { readonly kind: 'count'; readonly least: number; readonly most: number }
  | { readonly kind: 'whole-number'; readonly least: number; readonly most?: number }
  /** A day of the calendar in a form such as `yyyyMMdd`. */
  | { readonly kind: 'date'; readonly form: string }
  /** The requirement in the schema of a language model tool, in its own notation. */
  | { readonly kind: 'tool-input'; readonly expected: string };

/** The rule for logs. */
export function ruleName(rule: InputRule): string {
  return typeof rule === 'string' ? rule : Object.values(rule).join(' ');
}
