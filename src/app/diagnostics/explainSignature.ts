import { createNonce, signatureHeaders, signingFields, signingString } from '../../service/auth/signature';
import type { SignedParts, SigningKey } from '../../service/auth/signature';

/** An explanation of how a request is signed, and the command that sends exactly that request. */
export interface SignatureExplanation {
  readonly markdown: string;
  readonly curl: string;
}

/** The texts of the explanation, in the user's language; each is plain Markdown. */
export interface SignatureWords {
  readonly title: string;
  readonly credential: (appKeyId: string, algorithm: string) => string;
  readonly signsText: string;
  readonly fields: string;
  readonly field: string;
  readonly value: string;
  readonly empty: string;
  readonly signingString: string;
  /** Explains the sign that represents a line feed. */
  readonly lineFeeds: (sign: string) => string;
  readonly body: string;
  readonly noBody: string;
  readonly bytes: (count: number, digest: string) => string;
  readonly headers: string;
  readonly worksUntil: (time: string) => string;
}

export interface ExplainInput {
  readonly words: SignatureWords;
  readonly baseUrl: string;
  readonly request: SignedParts;
  readonly key: SigningKey;
  /** Server time in Unix milliseconds. */
  readonly nowMs: number;
  /** How long after its timestamp the service accepts a signed request (Spec, Limits). */
  readonly toleranceMs: number;
}

/**
 * Explains how one request is signed: the five fields, line feeds made visible, digest, headers, and a curl command that
 * works until the time stamp leaves the tolerance (Spec, Method 2: API key with request signature).
 * The private key appears nowhere.
 */
export function explainSignature({ baseUrl, request, key, nowMs, toleranceMs, words }: ExplainInput): SignatureExplanation {
  const timestampMs = String(Math.round(nowMs));
  const fields = signingFields(request, timestampMs);
  const text = signingString(fields);
  const headers = signatureHeaders(key, request, { timestampMs, nonce: createNonce() });
  const expires = new Date(Number(timestampMs) + toleranceMs).toISOString();
  const curl = curlCommand(baseUrl, request, headers);
  const rows = [
    ['1', 'timestamp_ms', fields.timestampMs],
    ['2', 'http_method', fields.httpMethod],
    ['3', 'request_path', fields.requestPath],
    ['4', 'query_string', fields.queryString],
    ['5', 'body_part', fields.bodyPart],
  ];
  const markdown = [
    `# ${words.title}`,
    '',
    words.credential(inCode(key.appKeyId), key.algorithm === 'ed25519' ? `Ed25519 (${words.signsText})` : 'RSA-SHA256 (PKCS#1 v1.5)'),
    '',
    `## ${words.fields}`,
    '',
    `| # | ${words.field} | ${words.value} |`,
    '|---|---|---|',
    ...rows.map(
      ([position, name, value]) =>
        `| ${position ?? ''} | ${name ?? ''} | ${value === '' || value === undefined ? `*(${words.empty})*` : inCode(value)} |`,
    ),
    '',
    `## ${words.signingString}`,
    '',
    words.lineFeeds('`↵`'),
    '',
    fenced(text.replaceAll('\n', '↵\n')),
    '',
    `## ${words.body}`,
    '',
    request.body === undefined || request.body.length === 0
      ? words.noBody
      : `${words.bytes(request.body.length, inCode(fields.bodyPart))}\n\n${fenced(new TextDecoder().decode(request.body))}`,
    '',
    `## ${words.headers}`,
    '',
    fenced(
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    ),
    '',
    '## curl',
    '',
    words.worksUntil(expires),
    '',
    fenced(curl, 'sh'),
    '',
  ].join('\n');
  return { markdown, curl };
}

function curlCommand(baseUrl: string, request: SignedParts, headers: Readonly<Record<string, string>>): string {
  const origin = new URL(baseUrl).origin;
  const url = `${origin}${request.path}${request.query === '' ? '' : `?${request.query}`}`;
  const parts = ['curl', '--request', request.method, '--url', quote(url)];
  for (const [name, value] of Object.entries(headers)) parts.push('--header', quote(`${name}: ${value}`));
  if (request.body !== undefined && request.body.length > 0) {
    parts.push('--header', quote('Content-Type: application/json'), '--data-binary', quote(new TextDecoder().decode(request.body)));
  }
  return parts.join(' ');
}

/** Quotes for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function inCode(text: string): string {
  return `\`${text.replaceAll('|', '\\|').replaceAll('`', 'ˋ')}\``;
}

/** A fence longer than any run of backticks inside, so that content cannot end it. */
function fenced(text: string, language = 'text'): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
