import * as vscode from 'vscode';
import type { ApiKeyStore } from '../../app/session/apiKeyStore';
import type { ClockMonitor } from '../../app/clock/clockMonitor';
import { explainSignature } from '../../app/diagnostics/explainSignature';
import { requestRecipe } from '../../app/diagnostics/requestRecipe';
import type { RecipeInput } from '../../app/diagnostics/requestRecipe';
import type { SignedParts } from '../../service/auth/signature';
import type { ReadOnlyDocuments } from '../platform/readOnlyDocuments';
import { readSetting } from '../platform/settings';
import { askText, chooseOne } from '../platform/say/ask';
import { sayInfo } from '../platform/say/messages';
import { runCommand } from '../platform/runCommand';
import type { SignatureWords } from '../../app/diagnostics/explainSignature';
import type { UiPorts } from '../platform/ports';

/** A line of the log is about a request if it has a method and a route. Names in braces in the route stand for values that were left out. */
const request = /\b(GET|POST|PUT|DELETE) (\/[\w./{}-]*)/;

/** The request in the log line at the cursor, as `METHOD /route`; undefined if the line has none. */
export function loggedRequest(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'output') return undefined;
  const [, method, route] = request.exec(editor.document.lineAt(editor.selection.active.line).text) ?? [];
  return method === undefined || route === undefined ? undefined : `${method} ${route}`;
}

interface ExampleItem extends vscode.QuickPickItem {
  readonly request?: SignedParts;
}

const encoder = new TextEncoder();
const example = 'GET /api/v1.0/server-time';

/** Explains the signature of an example request, or of a request that the user types as `METHOD /path?query {body}`. */
export function registerExplainSignature({
  shell,
  access,
  timeZone,
  keys,
  monitor,
  documents,
}: Pick<UiPorts, 'shell' | 'access' | 'timeZone'> & {
  readonly keys: Pick<ApiKeyStore, 'load'>;
  readonly monitor: Pick<ClockMonitor, 'ensureFresh' | 'nowMs'>;
  readonly documents: Pick<ReadOnlyDocuments, 'show'>;
}): void {
  shell.handle('marketDesk.copyRequest', async (given) => {
    const current = access.current.connection;
    if (current.kind === 'none') {
      void sayInfo(vscode.l10n.t('Choose a service first.'));
      return;
    }
    const request = await typeRequest(
      pathPrefix(current.baseUrl),
      vscode.l10n.t('Copy Request As'),
      given?.request ?? loggedRequest() ?? example,
    );
    if (request === undefined) return;
    const key = await keys.load(current.origin);
    await copyRequest(undefined, { baseUrl: current.baseUrl, request, algorithm: key?.algorithm ?? 'ed25519' });
  });
  shell.handle('marketDesk.explainSignature', async (given) => {
    const current = access.current.connection;
    const key = current.kind === 'none' ? undefined : await keys.load(current.origin);
    if (current.kind === 'none' || key === undefined) {
      const setUp = vscode.l10n.t('Set Up API Key…');
      const answer = await sayInfo(vscode.l10n.t('Only API key requests are signed. Set up a key to see how signing works.'), setUp);
      if (answer === setUp) await runCommand('marketDesk.setUpApiKey');
      return;
    }
    const prefix = pathPrefix(current.baseUrl);
    const request =
      given === undefined
        ? await chooseRequest(prefix, timeZone())
        : await typeRequest(prefix, vscode.l10n.t('Explain Request Signature'), given.request);
    if (request === undefined) return;
    await monitor.ensureFresh({ signal: AbortSignal.timeout(10_000) });
    const explanation = explainSignature({
      baseUrl: current.baseUrl,
      request,
      key,
      nowMs: monitor.nowMs(),
      toleranceMs: readSetting('clock.toleranceMilliseconds'),
      words: signatureWords(),
    });
    await documents.show(vscode.l10n.t('Request Signature.md'), explanation.markdown, { language: 'markdown' });
    const copy = vscode.l10n.t('Copy Request As…');
    const recipe = { baseUrl: current.baseUrl, request, algorithm: key.algorithm };
    void sayInfo(vscode.l10n.t('The request can be copied as a program that signs it.'), copy).then(async (answer) => {
      if (answer === copy) await copyRequest(explanation.curl, recipe);
    });
  });
}

function pathPrefix(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** *Copy Request As…*: copies a program that reads its key from the environment, or the request as it was just signed. */
async function copyRequest(signed: string | undefined, recipe: RecipeInput): Promise<void> {
  const detail = vscode.l10n.t('Signs each time it runs. Holds no key: reads it from a file that you name.');
  const programs = [
    { label: 'curl', language: 'curl' },
    { label: 'Python', language: 'python' },
    { label: 'TypeScript', language: 'typescript' },
  ] as const;
  const items = [
    ...programs.map(({ label, language }) => ({ label, detail, text: () => requestRecipe(language, recipe) })),
    ...(signed === undefined
      ? []
      : [
          {
            label: vscode.l10n.t('curl, as signed just now'),
            detail: vscode.l10n.t('The curl command works once and expires within seconds.'),
            text: () => signed,
          },
        ]),
  ];
  const chosen = await chooseOne(items, { title: vscode.l10n.t('Copy Request As'), placeHolder: vscode.l10n.t('Select a form') });
  if (chosen !== undefined) await vscode.env.clipboard.writeText(chosen.text());
}

async function chooseRequest(prefix: string, timeZone: string): Promise<SignedParts | undefined> {
  const get = (path: string, query: string): ExampleItem => ({
    label: `GET ${path}`,
    description: query,
    request: { method: 'GET', path: prefix + path, query, body: undefined },
  });
  const body = encoder.encode('{"exchange":"SEHK","qty":"200","price":"12.34"}');
  const examples: ExampleItem[] = [
    get('/api/v1.0/quote/economic-calendar/search', 'keyword=CPI&search_type=1'),
    get('/api/v1.0/quote/economic-calendar/hot', `timezone=${encodeURIComponent(timeZone)}`),
    get('/api/v1.0/quote/trading-days', 'market=HK&start=2026-01-01&end=2026-01-31'),
    {
      label: 'PUT /api/v1.0/accounts/{acc_id}/orders/{order_id}',
      description: 'JSON',
      request: { method: 'PUT', path: `${prefix}/api/v1.0/accounts/8001/orders/OK-1`, query: '', body },
    },
    { label: vscode.l10n.t('Another Request…'), iconPath: new vscode.ThemeIcon('edit') },
  ];
  const chosen = await chooseOne(examples, {
    title: vscode.l10n.t('Explain Request Signature'),
    placeHolder: vscode.l10n.t('Select a request'),
  });
  return chosen === undefined || chosen.request !== undefined
    ? chosen?.request
    : typeRequest(prefix, vscode.l10n.t('Explain Request Signature'), example);
}

async function typeRequest(prefix: string, title: string, value: string): Promise<SignedParts | undefined> {
  const text = await askText({
    title,
    prompt: vscode.l10n.t('Method, path with query, and optional body'),
    value,
    validateInput: (entered) => {
      const parsed = parseRequest(entered, prefix);
      if (parsed === undefined) return vscode.l10n.t('Use the form METHOD /path?query {"body": …}');
      const [blank] = /\{\w+\}/.exec(parsed.path) ?? [];
      return blank === undefined ? undefined : vscode.l10n.t('Replace {0}: the log names routes without what is in them.', blank);
    },
  });
  return text === undefined ? undefined : parseRequest(text, prefix);
}

function parseRequest(text: string, prefix: string): SignedParts | undefined {
  const [, method, path, query, body] = /^\s*(GET|POST|PUT|DELETE)\s+(\/[^\s?]*)(?:\?(\S*))?(?:\s+(\S[\s\S]*))?$/i.exec(text) ?? [];
  const upper = method?.toUpperCase();
  if (path === undefined || (upper !== 'GET' && upper !== 'POST' && upper !== 'PUT' && upper !== 'DELETE')) return undefined;
  return { method: upper, path: prefix + path, query: query ?? '', body: body === undefined ? undefined : encoder.encode(body) };
}

/** The words of the explained signature in the editor's language. Names of fields, headers and algorithms are not translated. */
export function signatureWords(): SignatureWords {
  const { l10n } = vscode;
  return {
    title: l10n.t('Request signature'),
    credential: (appKeyId, algorithm) => l10n.t('AppKey ID {0}, algorithm {1}', appKeyId, algorithm),
    signsText: l10n.t('signs the text directly'),
    fields: l10n.t('The five fields'),
    field: l10n.t('Field'),
    value: l10n.t('Value'),
    empty: l10n.t('empty'),
    signingString: l10n.t('Signing string'),
    lineFeeds: (sign) => l10n.t('Each {0} is one line feed (0x0A). There are always four.', sign),
    body: l10n.t('Body'),
    noBody: l10n.t('No body: the fifth field is empty.'),
    bytes: (count, digest) => l10n.t('{0} bytes, SHA-256 {1}:', count, digest),
    headers: l10n.t('Headers'),
    worksUntil: (time) => l10n.t('Works once, until {0} by the service’s clock.', time),
  };
}
