/** True when the granted scopes cover every requested one; `accid:*` covers any account (Spec, Scopes). */
export function coversScopes(granted: readonly string[], requested: readonly string[]): boolean {
  return requested.every((scope) => covers(granted, scope));
}

/**
 * The granted scopes that were not requested. The accounts in a grant matter only together with a scope that uses accounts: alone they give no
 * access.
 */
export function excessScopes(granted: readonly string[], requested: readonly string[]): readonly string[] {
  const usesAccounts = reachesAccounts(granted);
  return granted.filter((scope) => !covers(requested, scope) && (usesAccounts || !isAccount(scope)));
}

/** True when the scopes give access to more than market data: accounts, orders, or something that this program does not know. */
export function reachesAccounts(scopes: readonly string[]): boolean {
  return scopes.some((scope) => !scope.startsWith('quote:') && !isAccount(scope));
}

function covers(held: readonly string[], scope: string): boolean {
  return held.includes(scope) || (isAccount(scope) && scope !== 'accid:' && held.includes('accid:*'));
}

function isAccount(scope: string): boolean {
  return scope.startsWith('accid:');
}
