import { invisibleCharacters } from '../../domain/text/invisible';
import type { SignatureAlgorithm, SignedParts } from '../../service/auth/signature';

export const recipeLanguages = ['curl', 'python', 'typescript'] as const;
export type RecipeLanguage = (typeof recipeLanguages)[number];

export interface RecipeInput {
  readonly baseUrl: string;
  readonly request: SignedParts;
  readonly algorithm: SignatureAlgorithm;
}

/** The variables that hold what a recipe signs with; the recipe itself contains neither value. */
export const recipeVariables = { keyId: 'MARKET_DESK_KEY_ID', keyFile: 'MARKET_DESK_PRIVATE_KEY_FILE' } as const;

interface Parts {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly isEd25519: boolean;
  readonly head: readonly string[];
}

/**
 * A program that signs and sends one request each time it is run (Spec, Method 2: API key with request signature). It reads the key’s ID and
 * the private key's file name from the environment.
 */
export function requestRecipe(language: RecipeLanguage, { baseUrl, request, algorithm }: RecipeInput): string {
  const { method, path, query, body } = request;
  const parts: Parts = {
    origin: new URL(baseUrl).origin,
    method,
    path,
    query,
    body: body === undefined ? '' : new TextDecoder().decode(body),
    isEd25519: algorithm === 'ed25519',
    head: [
      'Signs a request and sends it.',
      `Set ${recipeVariables.keyId} to the ID of your API key, and ${recipeVariables.keyFile} to the file of its private key (PEM).`,
      ...(changesSomething(request)
        ? ['This may change an order: Market Desk neither reviews, records, nor follows what you send yourself.']
        : []),
    ],
  };
  switch (language) {
    case 'curl':
      return lines(shell(parts));
    case 'python':
      return lines(python(parts));
    case 'typescript':
      return lines(typescript(parts));
  }
}

/** Only quotes are read by POST. */
function changesSomething({ method, path }: SignedParts): boolean {
  return method !== 'GET' && !(method === 'POST' && path.includes('/quote/'));
}

function shell({ origin, method, path, query, body, isEd25519, head }: Parts): readonly string[] {
  const key = `"$${recipeVariables.keyFile}"`;
  const signing = isEd25519 ? `openssl pkeyutl -sign -rawin -inkey ${key} -in "$text"` : `openssl dgst -sha256 -sign ${key} "$text"`;
  return [
    '#!/bin/sh',
    ...head.map((line) => `# ${line}`),
    'set -eu',
    `method=${quoted(method)}`,
    `path=${quoted(path)}`,
    `query=${quoted(query)}`,
    `body=${quoted(body)}`,
    'timestamp="$(date +%s)000"',
    'nonce="$(openssl rand -hex 16)"',
    'digest=""',
    '[ -z "$body" ] || digest="$(printf %s "$body" | openssl dgst -sha256 -r | cut -d" " -f1)"',
    'text="$(mktemp)"',
    `trap 'rm -f "$text"' EXIT`,
    `printf '%s\\n%s\\n%s\\n%s\\n%s' "$timestamp" "$method" "$path" "$query" "$digest" > "$text"`,
    `signature="$(${signing} | openssl base64 -A)"`,
    `curl --silent --show-error --globoff --max-time 20 --request "$method" --url ${quoted(origin)}"$path\${query:+?$query}" \\`,
    `  --header "X-Api-Key: $${recipeVariables.keyId}" --header "Authorization: $signature" \\`,
    '  --header "X-Timestamp: $timestamp" --header "X-Nonce: $nonce" \\',
    '  ${body:+--header "Content-Type: application/json" --data-raw "$body"}',
  ];
}

function python({ origin, method, path, query, body, isEd25519, head }: Parts): readonly string[] {
  return [
    ...head.map((line) => `# ${line}`),
    '# Needs the package "cryptography".',
    'import hashlib, os, secrets, time, urllib.request',
    'from base64 import b64encode',
    ...(isEd25519
      ? []
      : [
          'from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15',
          'from cryptography.hazmat.primitives.hashes import SHA256',
        ]),
    'from cryptography.hazmat.primitives.serialization import load_pem_private_key',
    '',
    `METHOD, PATH, QUERY = ${pythonText(method)}, ${pythonText(path)}, ${pythonText(query)}`,
    `BODY = ${pythonText(body)}.encode()`,
    '',
    `with open(os.environ["${recipeVariables.keyFile}"], "rb") as file:`,
    '    key = load_pem_private_key(file.read(), password=None)',
    'timestamp = str(int(time.time() * 1000))',
    'digest = hashlib.sha256(BODY).hexdigest() if BODY else ""',
    'text = "\\n".join([timestamp, METHOD, PATH, QUERY, digest]).encode()',
    `signature = key.sign(text${isEd25519 ? '' : ', PKCS1v15(), SHA256()'})`,
    'headers = {',
    `    "X-Api-Key": os.environ["${recipeVariables.keyId}"],`,
    '    "Authorization": b64encode(signature).decode(),',
    '    "X-Timestamp": timestamp,',
    '    "X-Nonce": secrets.token_hex(16),',
    '    **({"Content-Type": "application/json"} if BODY else {}),',
    '}',
    `url = ${pythonText(origin)} + PATH + ("?" + QUERY if QUERY else "")`,
    'request = urllib.request.Request(url, data=BODY or None, method=METHOD, headers=headers)',
    '',
    '# A redirect would take the ID of the key elsewhere.',
    'class NoRedirect(urllib.request.HTTPRedirectHandler):',
    '    def redirect_request(self, *_):',
    '        return None',
    '',
    'with urllib.request.build_opener(NoRedirect).open(request, timeout=20) as response:',
    '    print(response.read().decode())',
  ];
}

function typescript({ origin, method, path, query, body, isEd25519, head }: Parts): readonly string[] {
  return [
    ...head.map((line) => `// ${line}`),
    "import { createHash, createPrivateKey, randomBytes, sign } from 'node:crypto';",
    "import { readFileSync } from 'node:fs';",
    '',
    `const [method, path, query, body]: string[] = [${[method, path, query, body].map(typescriptText).join(', ')}];`,
    '',
    `const key = createPrivateKey(readFileSync(process.env['${recipeVariables.keyFile}'] ?? ''));`,
    'const timestamp = String(Date.now());',
    "const digest = body === '' ? '' : createHash('sha256').update(body).digest('hex');",
    "const text = [timestamp, method, path, query, digest].join('\\n');",
    'const headers = {',
    `  'X-Api-Key': process.env['${recipeVariables.keyId}'] ?? '',`,
    `  Authorization: sign(${isEd25519 ? 'null' : "'sha256'"}, Buffer.from(text), key).toString('base64'),`,
    "  'X-Timestamp': timestamp,",
    "  'X-Nonce': randomBytes(16).toString('hex'),",
    "  ...(body === '' ? {} : { 'Content-Type': 'application/json' }),",
    '};',
    `const url = ${typescriptText(origin)} + path + (query === '' ? '' : '?' + query);`,
    'const signal = AbortSignal.timeout(20_000);',
    "fetch(url, { method, headers, signal, redirect: 'error', ...(body === '' ? {} : { body }) })",
    '  .then(async (response) => console.log(await response.text()))',
    '  .catch((error: unknown) => {',
    '    console.error(error);',
    '    process.exitCode = 1;',
    '  });',
  ];
}

/** What is read is what runs: characters that can’t be seen, or that change the order of others, are written as escapes. */
const invisible = new RegExp(`[${invisibleCharacters}]`, 'gu');

/** Quotes for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''").replace(invisible, (character) => (character === '\n' ? character : `'"$(printf '${octal(character)}')"'`))}'`;
}

function octal(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** JSON strings are valid strings in Python and TypeScript, too. */
function literal(text: string, escaped: (code: string) => string): string {
  return JSON.stringify(text).replace(invisible, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : escaped(code);
  });
}

function pythonText(text: string): string {
  return literal(text, (code) => `\\U${code.padStart(8, '0')}`);
}

function typescriptText(text: string): string {
  return literal(text, (code) => `\\u{${code}}`);
}

function lines(parts: readonly string[]): string {
  return `${parts.join('\n')}\n`;
}
