import type { SandboxRequest } from '../types';
import type { SandboxAccount } from '../world/accounts';

/** The accounts of the caller that the grant covers. */
export function grantedAccounts(context: SandboxRequest): readonly SandboxAccount[] {
  const { user, accounts } = context.get('grant');
  return context
    .get('accounts')
    .of(user)
    .filter(({ id }) => accounts === '*' || accounts.includes(id));
}
