/** What a version of the extension left behind: a file of test/fixtures/upgrade. */
export interface KeptProfile {
  /** The version in its package.json. */
  readonly version: string;
  /** The machine's clock when it was closed, in Unix milliseconds. */
  readonly wallMs: number;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The editor's global state. */
  readonly state: Readonly<Record<string, unknown>>;
  /** The editor's secret storage, with {@link privateKeyMark} instead of a private key. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Texts of files in the extension's storage, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** IDs of the orders for which it sent changes. */
  readonly orders: readonly string[];
}

export const privateKeyMark = '(private key)';
