import { gatewayCode } from '../http/gateway';
import type { CredentialStore } from '../state/store';
import type { Grant } from '../types';
import type { Refusal } from './refusal';

/** The grant behind an access token (Spec, Method 1, step 5). */
export function checkBearer(authorization: string, store: CredentialStore): Grant | Refusal {
  const token = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization)?.[1];
  const record = token === undefined ? undefined : store.accessToken(token);
  if (record === undefined) {
    return {
      status: 401,
      code: gatewayCode.tokenRejected,
      message: 'the access token is unknown, revoked or expired',
      challenge: 'Bearer error="invalid_token"',
    };
  }
  return { method: 'bearer', user: record.user, scopes: record.scopes, accounts: record.accounts.includes('*') ? '*' : record.accounts };
}
