import { checkBearer } from '../auth/bearer';
import type { Refusal } from '../auth/refusal';
import { isSigned, toleratedOffsetMs } from '../auth/signature';
import type { SignatureDependencies } from '../auth/signature';
import { gatewayCode } from '../http/gateway';
import { scopes } from '../auth/scopes';
import type { Grant } from '../types';

export type CredentialDependencies = Pick<SignatureDependencies, 'store' | 'nonces' | 'now' | 'nowMs'>;

/** The grant of the `data` in an `auth` or `refresh` frame: a bearer token, or a signature over four lines. */
export function checkFrame(data: Readonly<Record<string, unknown>>, dependencies: CredentialDependencies): Grant | Refusal {
  const text = (name: string): string => {
    const value = data[name];
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  };
  switch (data['auth_type']) {
    case 'oauth2':
      return checkBearer(text('authorization'), dependencies.store);
    case 'appkey':
      return checkKey(text, dependencies);
    default:
      return { status: 401, code: gatewayCode.credentialMissing, message: 'auth_type must be oauth2 or appkey' };
  }
}

function checkKey(text: (name: string) => string, { store, nonces, now, nowMs }: CredentialDependencies): Grant | Refusal {
  const refuse = (code: number, message: string): Refusal => ({ status: 401, code, message });
  const key = store.appKey(text('credential_id'));
  if (key === undefined) return refuse(gatewayCode.keyUnknown, 'unknown credential_id');
  const [timestamp, nonce] = [text('timestamp_ms'), text('nonce')];
  if (!/^\d{1,16}$/.test(timestamp)) return refuse(gatewayCode.signatureRejected, 'timestamp_ms must be a Unix time in milliseconds');
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(nonce)) return refuse(gatewayCode.nonceRejected, 'nonce must be 1 to 64 letters, digits, _ or -');
  if (Math.abs(Number(timestamp) - now()) > toleratedOffsetMs)
    return refuse(gatewayCode.timestampOffset, 'the timestamp differs too much from the server time');
  if (!isSigned([timestamp, nonce, 'WEBSOCKET', 'ws/auth'].join('\n'), text('authorization'), key))
    return refuse(gatewayCode.signatureRejected, 'the signature does not match');
  if (!nonces.accept(key.id, nonce, nowMs())) return refuse(gatewayCode.nonceRejected, 'the nonce was used before');
  return { method: 'signature', user: key.user, scopes, accounts: '*' };
}
