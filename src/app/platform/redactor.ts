import { Secret } from '../../service/secret';

const hidden = '[secret]';
/** Shorter values would erase ordinary words. */
const shortestSecret = 8;
const rememberedSecrets = 256;
/** So many characters of a long secret are enough to narrow it down, and too many to occur by chance. */
const beginning = 8;
/** Shorter secrets may be words, whose beginning is in ordinary text. */
const shortestWithBeginning = 24;

const secretNames = [
  'access_token',
  'refresh_token',
  'id_token',
  'registration_access_token',
  'client_secret',
  'code',
  'code_verifier',
  'state',
  'confirm_id',
  'password',
  'passphrase',
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'x-nonce',
  'cookie',
  'set-cookie',
  'accessToken',
  'refreshToken',
  'clientSecret',
  'registrationAccessToken',
  'codeVerifier',
  'confirmId',
  'privateKey',
].join('|');

type Pattern = readonly [RegExp, string];

/** Values that look secret, whether registered or not. */
const shapes: readonly Pattern[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, hidden],
  [/\b(Bearer|Basic)(\s+|%20|\+)[A-Za-z0-9._~+/=%-]+/gi, `$1$2${hidden}`],
  // Signatures: 64 bytes and more in Base64, percent-encoded up to twice or not at all, or in hex
  [/(?<![A-Za-z0-9+/%])(?:[A-Za-z0-9+/]|[-_](?=[A-Za-z0-9])|%(?:25)?2[BF]){86,}(?:=|%(?:25)?3D){0,2}/gi, hidden],
  // User info of an address
  [/(?<=[a-z0-9+.-]:\/\/)[^\s/?#@]+@/gi, `${hidden}@`],
];

/** Values with the name of a secret. Ordinary sentences can match as well, so this is for logs and exports. */
const names: readonly Pattern[] = [
  // "name": "value" and its escaped, percent-encoded and header forms
  [
    new RegExp(
      `((?:\\\\?["']|%22|\\b)(?:${secretNames})(?:\\\\?["']|%22)?\\s*(?::|%3A)\\s*)(\\\\?"(?:[^"\\\\]|\\\\.)*"?|'[^']*'?|%22.*?(?:%22|$)|[^\\s,;}"']+)`,
      'gi',
    ),
    `$1${hidden}`,
  ],
  // name=value in queries, forms and fragments, percent-encoded once or not at all
  [
    new RegExp(`((?:^|[?&#\\s;,"'(]|%3F|%26|%23)(?:${secretNames})(?:=|%3D))[^&\\s"'<>)%]*(?:%(?!26|23)[0-9A-F]{2}[^&\\s"'<>)%]*)*`, 'gi'),
    `$1${hidden}`,
  ],
];

/**
 * Removes credentials from text before it is logged, shown in an error or exported.
 *
 * Registered secrets are found in plain form and percent-encoded, Base64 at any alignment, Base64url, hex, JSON- and
 * HTML-escaped; unregistered ones by name or shape.
 */
export class Redactor {
  readonly #known = new Map<string, readonly string[]>();
  #matcher: RegExp | undefined;
  #beginnings: RegExp | undefined;

  /** From now on the value never passes {@link redact}. Values of fewer than 8 characters are ignored. */
  register(secret: Secret | string): void {
    const value = secret instanceof Secret ? secret.reveal() : secret;
    if (value.length < shortestSecret) return;
    const known = this.#known.get(value);
    // Moved to the end: values still in use outlive those renewed long ago.
    this.#known.delete(value);
    this.#known.set(value, known ?? encodingsOf(value));
    // Stryker disable next-line ConditionalExpression: without it the same expression would only be made once more
    if (known !== undefined) return;
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= rememberedSecrets) break;
      this.#known.delete(oldest);
    }
    this.#matcher = undefined;
    this.#beginnings = undefined;
  }

  /**
   * For logs and exports: removes whatever is registered, begins like a registered secret, looks like a credential, or has the name of one.
   */
  redact(text: string): string {
    return replaceAll(names, this.#withoutBeginnings(this.conceal(text)));
  }

  /** For text that people read: removes whatever is registered or looks like a credential; a sentence about a `code` stays. */
  conceal(text: string): string {
    let clean = text;
    if (this.#known.size > 0) {
      this.#matcher ??= new RegExp([...this.#known.values()].flat().sort(longestFirst).map(escapeForRegExp).join('|'), 'gi');
      clean = clean.replace(this.#matcher, hidden);
    }
    return replaceAll(shapes, clean);
  }

  /** A secret that was cut off before it was written is no longer found as a whole. */
  #withoutBeginnings(text: string): string {
    if (this.#known.size === 0) return text;
    this.#beginnings ??= beginningsOf([...this.#known.keys()]);
    return text.replace(this.#beginnings, hidden);
  }

  /** Name, message, stack and causes of an error, without credentials. */
  describe(error: unknown): string {
    return this.redact(describeChain(error, 0));
  }
}

function replaceAll(patterns: readonly Pattern[], text: string): string {
  return patterns.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text);
}

/** Matches the beginnings of long secrets, with what follows of them; those that are a word say nothing of the secret. */
function beginningsOf(secrets: readonly string[]): RegExp {
  const starts = secrets.filter(({ length }) => length >= shortestWithBeginning).map((secret) => secret.slice(0, beginning));
  const telling = new Set(starts.filter((start) => !/^[A-Z]?[a-z]+(?:[-_. ][a-z]*)?$|^[A-Z]+(?:[-_. ]?[a-z]+|[-_. ])?$/.test(start)));
  return telling.size === 0 ? /(?!)/ : new RegExp(`(?:${[...telling].map(escapeForRegExp).join('|')})[A-Za-z0-9._~+/=-]*`, 'g');
}

function describeChain(error: unknown, depth: number): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : `(${typeof error} thrown)`;
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined || depth >= 4 ? own : `${own}\ncaused by ${describeChain(error.cause, depth + 1)}`;
}

function encodingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const percent = encodeURIComponent(value);
  const json = JSON.stringify(value).slice(1, -1);
  const forms = new Set<string>([
    value,
    percent,
    encodeURIComponent(percent),
    percent.replaceAll('%20', '+'),
    json,
    JSON.stringify(json).slice(1, -1),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    bytes.toString('hex'),
    unpadded(Buffer.from(value, 'utf16le')),
    ...[0, 1, 2].flatMap((offset) => base64Cores(bytes, offset)),
    Array.from(value).reverse().join(''),
  ]);
  return [...forms];
}

/** Base64 without padding. */
function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

/** The characters of the Base64 form that do not depend on the text around the value, `offset` bytes into a larger text. */
function base64Cores(bytes: Buffer, offset: number): readonly string[] {
  const encoded = unpadded(Buffer.concat([Buffer.alloc(offset), bytes]));
  const from = offset === 0 ? 0 : offset + 1;
  const dangling = (bytes.length + offset) % 3 === 0 ? 0 : 1;
  const core = encoded.slice(from, encoded.length - dangling);
  return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
}

function longestFirst(a: string, b: string): number {
  return b.length - a.length;
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
