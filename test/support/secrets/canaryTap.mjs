/**
 * Loaded into every process of a test run (`--import`): records each credential that the process sends or receives over HTTP, generates as
 * a key pair, or imports, so that everything the run leaves behind can be searched for it afterwards.
 *
 * Does nothing unless MARKET_DESK_CANARY_LEDGER names a folder. It works below the code under test, where every program must pass, and so
 * needs nothing from it: the diagnostics channels of Node.js and undici, and `node:crypto`.
 */
import crypto from 'node:crypto';
import channels from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

const folder = process.env.MARKET_DESK_CANARY_LEDGER;
const stage = process.env.MARKET_DESK_CANARY_STAGE ?? 'other';
const marker = Symbol.for('market-desk.canary-tap');

/** Fields of forms, queries, and JSON that hold a credential. */
const fields = new Set([
  'code',
  'code_verifier',
  'refresh_token',
  'access_token',
  'client_secret',
  'registration_access_token',
  'state',
  'confirm_id',
]);
/** Orders name their security in a field `code`, too; that of an option is as long as a credential. */
const isSymbol = (value) => /^[A-Z]{2}\.[A-Z0-9]+$/.test(value);
/** Shorter values occur by chance. */
const shortest = 12;
const mostBytes = 1024 * 1024;

if (folder !== undefined && folder !== '' && globalThis[marker] === undefined) {
  globalThis[marker] = true;
  start(path.join(folder, `${stage}-${process.pid}.jsonl`));
}

function start(file) {
  const known = new Set();
  const note = (kind, value) => {
    if (typeof value !== 'string' || value.length < shortest || known.has(value) || (kind === 'code' && isSymbol(value))) return;
    known.add(value);
    try {
      fs.appendFileSync(file, `${JSON.stringify({ stage, kind, value })}\n`, { mode: 0o600 });
    } catch {
      // The folder was removed before the process ended.
    }
  };
  tapServers(note);
  tapClients(note);
  tapKeys(note);
}

function tapServers(note) {
  channels.subscribe('http.server.request.start', ({ request, response }) => {
    readHead(note, request.url, Object.entries(request.headers));
    const asked = collect((text) => readText(note, text));
    const push = request.push;
    request.push = function (chunk, ...rest) {
      if (chunk === null) asked.end();
      else asked.add(chunk);
      return push.call(this, chunk, ...rest);
    };
    const answered = collect((text) => readText(note, text));
    for (const name of ['write', 'end']) {
      const original = response[name];
      response[name] = function (chunk, ...rest) {
        if (typeof chunk === 'string' || chunk instanceof Uint8Array) answered.add(chunk);
        if (name === 'end') {
          readHead(note, String(response.getHeader('location') ?? ''), []);
          answered.end();
        }
        return original.call(this, chunk, ...rest);
      };
    }
  });
}

/** What the program sends, to any kind of server. */
function tapClients(note) {
  channels.subscribe('undici:request:create', ({ request }) => {
    const pairs = [];
    const list = Array.isArray(request.headers)
      ? request.headers
      : String(request.headers ?? '')
          .split('\r\n')
          .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
    for (let index = 0; index + 1 < list.length; index += 2) pairs.push([String(list[index]), String(list[index + 1])]);
    readHead(note, request.path, pairs);
    if (typeof request.body === 'string' || request.body instanceof Uint8Array) readText(note, Buffer.from(request.body).toString('utf8'));
  });
}

function tapKeys(note) {
  const noteKey = (key) => {
    if (key?.type !== 'private') return;
    for (const line of key.export({ type: 'pkcs8', format: 'pem' }).split('\n')) if (!line.startsWith('-')) note('private key', line);
  };
  const { createPrivateKey, generateKeyPairSync } = crypto;
  crypto.createPrivateKey = (...args) => {
    const key = createPrivateKey(...args);
    noteKey(key);
    return key;
  };
  crypto.generateKeyPairSync = (...args) => {
    const pair = generateKeyPairSync(...args);
    noteKey(typeof pair.privateKey === 'string' ? createPrivateKey(pair.privateKey) : pair.privateKey);
    return pair;
  };
  syncBuiltinESMExports();
}

function collect(read) {
  const chunks = [];
  let size = 0;
  return {
    add: (chunk) => {
      if ((size += chunk.length) <= mostBytes) chunks.push(Buffer.from(chunk));
    },
    end: () => read(Buffer.concat(chunks.splice(0)).toString('utf8')),
  };
}

function readHead(note, target, pairs) {
  for (const [name, value] of pairs) {
    if (name.toLowerCase() !== 'authorization') continue;
    // A signed request has its signature there, without a scheme.
    const [, token] = /^Bearer (.*)$/i.exec(String(value)) ?? [];
    note(token === undefined ? 'signature' : 'access_token', token ?? String(value));
  }
  const at = String(target).indexOf('?');
  if (at >= 0) readForm(note, String(target).slice(at + 1));
}

function readForm(note, text) {
  for (const [name, value] of new URLSearchParams(text)) if (fields.has(name)) note(name, value);
}

function readText(note, text) {
  if (/^\s*[[{]/.test(text)) {
    try {
      readJson(note, JSON.parse(text));
    } catch {
      // Truncated, or not JSON after all.
    }
    return;
  }
  if (/^[\w.~%+-]+=/.test(text)) readForm(note, text);
  // Pages have them in hidden fields.
  for (const [, name, value] of text.matchAll(/name="(\w+)" value="([^"]*)"/g)) if (fields.has(name)) note(name, value);
}

function readJson(note, value) {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    // A numeric or symbolic `code` is an error, not a credential.
    if (typeof member === 'string' && fields.has(name) && name !== 'code' && name !== 'state') note(name, member);
    else readJson(note, member);
  }
}
