interface Described {
  readonly message: string;
  readonly args?: readonly unknown[];
}

/** `l10n.t` as the editor has it for a language without translations: a message with values, or one with a comment for translators. */
export function t(text: string | Described, ...values: readonly unknown[]): string {
  const { message, args = [] } = typeof text === 'string' ? { message: text, args: values } : text;
  return message.replace(/\{(\d+)\}/g, (whole, index: string) => (args[Number(index)] === undefined ? whole : String(args[Number(index)])));
}
