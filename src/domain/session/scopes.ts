/** True when the granted scopes cover every requested one; `accid:*` covers any account (Spec, Scopes). */
export function coversScopes(granted: readonly string[], requested: readonly string[]): boolean {
  return requested.every(
    (scope) => granted.includes(scope) || (scope.startsWith('accid:') && scope !== 'accid:' && granted.includes('accid:*')),
  );
}
