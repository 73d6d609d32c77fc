/** The sign-in state, as far as a page needs it. */
export interface SessionView {
  readonly kind: 'none' | 'signedOut' | 'signedIn';
}
