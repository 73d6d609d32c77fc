import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Arrival, Reply } from './wire';

/** Decides who may make requests, by the broker's own record: tokens that it issued and keys that it knows. */
export class Credentials {
  readonly tokens = new Map<string, { readonly expiresAtMs: number; readonly scope: string }>();
  readonly refreshTokens = new Map<string, string>();
  readonly keys = new Map<string, string>();
  readonly nonces = new Set<string>();
  /** How many nonces arrived a second time. */
  replays = 0;
  /** How many signatures were wrong. */
  forgeries = 0;
  #count = 0;

  constructor(
    private readonly serverMs: () => number,
    public scope = 'quote:read quote:write trade:read trade:write accid:*',
  ) {}

  /** Creates a key pair and registers its public half with the broker. */
  createKey(id: string): string {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    this.keys.set(id, publicKey.export({ type: 'spki', format: 'pem' }).toString());
    return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  issue(lifeSeconds = 7200): Readonly<Record<string, unknown>> {
    this.#count += 1;
    const access = `access-${this.#count}-${'x'.repeat(24)}`;
    const refresh = `refresh-${this.#count}-${'y'.repeat(24)}`;
    this.tokens.set(access, { expiresAtMs: this.serverMs() + lifeSeconds * 1000, scope: this.scope });
    this.refreshTokens.set(refresh, this.scope);
    return { access_token: access, token_type: 'Bearer', expires_in: lifeSeconds, refresh_token: refresh, scope: this.scope };
  }

  /** Undefined if the request may pass. */
  refusal(request: Arrival): Reply | undefined {
    const authorization = request.headers.get('authorization') ?? '';
    return request.headers.has('x-api-key') ? this.#checkSignature(request, authorization) : this.#checkToken(authorization);
  }

  #checkToken(authorization: string): Reply | undefined {
    const token = this.tokens.get(authorization.replace(/^Bearer /, ''));
    if (token === undefined || token.expiresAtMs <= this.serverMs())
      return { status: 401, body: { code: -12001, message: 'token invalid or expired' } };
    return undefined;
  }

  #checkSignature(request: Arrival, authorization: string): Reply | undefined {
    const key = this.keys.get(request.headers.get('x-api-key') ?? '');
    const stamp = request.headers.get('x-timestamp') ?? '';
    const nonce = request.headers.get('x-nonce') ?? '';
    if (this.nonces.has(nonce)) this.replays += 1;
    this.nonces.add(nonce);
    const digest = request.body.length === 0 ? '' : createHash('sha256').update(request.body).digest('hex');
    const text = [stamp, request.method, request.path, request.rawQuery, digest].join('\n');
    const isGenuine = key !== undefined && verify(null, Buffer.from(text), publicKeyOf(key), Buffer.from(authorization, 'base64'));
    if (!isGenuine) {
      this.forgeries += 1;
      return { status: 401, body: { code: -12002, message: 'signature invalid' } };
    }
    if (Math.abs(Number(stamp) - this.serverMs()) > 5000)
      return { status: 401, body: { code: -12006, message: 'timestamp offset too large' } };
    return undefined;
  }
}

/** Reading a key costs more than checking a signature with it. The last one is the one that is asked for again. */
let lastKey: { readonly text: string; readonly key: KeyObject } | undefined;

function publicKeyOf(text: string): KeyObject {
  if (lastKey?.text !== text) lastKey = { text, key: createPublicKey(text) };
  return lastKey.key;
}
