/** The scopes of the service in the order of the consent page (Spec, Authentication, Scopes). */
export const scopes: readonly string[] = ['quote:read', 'quote:write', 'trade:read', 'trade:write'];

/** The scopes that a registration record lists as available. */
export const registrationScope = [...scopes, 'accid:*'].join(' ');

/** The token response's `scope`: the boxes that the user checked, then the accounts. */
export function scopeText(granted: readonly string[], accounts: readonly string[]): string {
  return [...granted, ...accounts.map((account) => `accid:${account}`)].join(' ');
}
