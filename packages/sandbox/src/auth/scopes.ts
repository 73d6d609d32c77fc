/** The scopes of the service in the order of the consent page (Spec, Authentication, Scopes). */
export const scopeDescriptions = {
  'quote:read': 'Read market data, plates, and the economic calendar',
  'quote:write': 'Change the market data you follow',
  'trade:read': 'Read accounts, positions, and orders',
  'trade:write': 'Modify orders',
} as const;

export const scopes: readonly string[] = Object.keys(scopeDescriptions);

/** The scopes that a registration record lists as available. */
export const registrationScope = [...scopes, 'accid:*'].join(' ');

/** The token response's `scope`: the boxes that the user checked, then the accounts. */
export function scopeText(granted: readonly string[], accounts: readonly string[]): string {
  return [...granted, ...accounts.map((account) => `accid:${account}`)].join(' ');
}
