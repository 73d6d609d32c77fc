import type { SandboxRequest } from '../types';

/** Codes of the gateway's responses; -12006 is the specification's, the others are this sandbox's own. */
export const gatewayCode = {
  credentialMissing: -12001,
  tokenRejected: -12002,
  signatureRejected: -12003,
  nonceRejected: -12004,
  keyUnknown: -12005,
  timestampOffset: -12006,
  scopeMissing: -12010,
  accountNotGranted: -12011,
  notFound: -12404,
  methodNotAllowed: -12405,
  tooLarge: -12413,
  wrongHost: -12421,
  foreignOrigin: -12403,
  notAcceptable: -12422,
  failed: -12500,
} as const;

export type GatewayStatus = 400 | 401 | 403 | 404 | 405 | 413 | 421 | 422 | 500;

/** A response of the gateway in front of the resources: `code` and `message`, neither of the specification's envelopes. */
export function gatewayBody(code: number, message: string): { readonly code: number; readonly message: string } {
  return { code, message };
}

export function gatewayAnswer(
  c: SandboxRequest,
  status: GatewayStatus,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return c.json(gatewayBody(code, message), status, { ...headers });
}
