/** Who is signed in where, as far as a page must know. */
export interface SessionView {
  readonly kind: 'none' | 'signedOut' | 'signedIn';
}
