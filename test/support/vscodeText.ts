/** The part of the editor's API that modules need which only make text. */
export const vscodeText = {
  l10n: {
    t: (message: string, ...values: readonly unknown[]): string =>
      message.replace(/\{(\d+)\}/g, (_all, index: string) => String(values[Number(index)])),
  },
  CancellationError: class CancellationError extends Error {},
};
