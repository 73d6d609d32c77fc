/** What pages say without a session. */
export interface SignedOutStrings {
  readonly signedOutTitle: string;
  readonly signedOut: string;
  readonly signIn: string;
  readonly noServiceTitle: string;
  readonly noService: string;
  readonly trySandbox: string;
  readonly connect: string;
}
