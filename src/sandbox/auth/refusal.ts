import { gatewayAnswer } from '../http/gateway';
import type { Grant, SandboxRequest } from '../types';

/** Why a credential was not accepted. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly code: number;
  readonly message: string;
  /** Value of WWW-Authenticate (RFC 6750, 3), for bearer tokens. */
  readonly challenge?: string;
}

export function isRefusal(value: Grant | Refusal): value is Refusal {
  return 'status' in value;
}

export function sendRefusal(c: SandboxRequest, refusal: Refusal): Response {
  return gatewayAnswer(
    c,
    refusal.status,
    refusal.code,
    refusal.message,
    refusal.challenge === undefined ? {} : { 'WWW-Authenticate': refusal.challenge },
  );
}
