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

const permissionDenied = -9;

export function isRefusal(value: Grant | Refusal): value is Refusal {
  return 'status' in value;
}

/** As {@link sendRefusal}, in the envelope of the route's family: some services reject a missing scope like this. */
export function sendEnvelopedRefusal(c: SandboxRequest, { status, message }: Refusal): Response {
  if (c.req.path.startsWith('/api/v1.0/accounts/')) return c.json({ s: 'error', errcode: permissionDenied, errmsg: message }, status);
  return c.json({ ret_code: permissionDenied, ret_msg: 'request failed', error: { code: 'permission_denied', message } }, status);
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
