import { checkBearer } from '../auth/bearer';
import type { Refusal } from '../auth/refusal';
import { checkSigned } from '../auth/signature';
import type { SignatureDependencies } from '../auth/signature';
import { gatewayCode } from '../http/gateway';
import type { Grant } from '../types';

export type CredentialDependencies = Omit<SignatureDependencies, 'likeLive'>;

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
      return checkSigned(
        ['credential_id', 'timestamp_ms', 'nonce', 'authorization'],
        text,
        () => [text('timestamp_ms'), text('nonce'), 'WEBSOCKET', 'ws/auth'].join('\n'),
        { ...dependencies, likeLive: false },
      );
    default:
      return { status: 401, code: gatewayCode.credentialMissing, message: 'auth_type must be oauth2 or appkey' };
  }
}
