import { randomBytes, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { openFeed } from '../support/feedClient';
import { createAppKey, signIn } from '../support/sandboxHarness';
import { openService } from '../support/sandboxService';
import type { Json, SandboxService } from '../support/sandboxService';
import { makeKey } from '../support/sandboxSigning';

const about = { name: v.string(), source: v.string(), seen: v.boolean() };
const answer = v.record(v.string(), v.unknown());
const call = v.strictObject({ ...about, method: v.string(), path: v.string(), body: v.optional(v.string()), answer });
const conversation = v.strictObject({ ...about, frames: v.array(v.strictObject({ frame: v.string(), answer })) });

function readRequests<T>(file: string, schema: v.GenericSchema<unknown, T>): readonly T[] {
  const text = readFileSync(path.join(import.meta.dirname, '../fixtures/requests', file), 'utf8');
  return v.parse(v.array(schema), JSON.parse(text));
}

/** What an answer must contain, as the fixtures state it; the rest is up to the service. */
function expected(wanted: unknown): unknown {
  switch (wanted) {
    case 'list':
      return expect.arrayContaining([]);
    case 'text':
      return expect.stringMatching(/./);
    case 'number':
      return expect.any(Number);
    case 'figure':
      return expect.toSatisfy((value) => (typeof value === 'string' || typeof value === 'number') && /^\d[\d.]*$/.test(String(value)));
    case 'refused':
      return expect.toSatisfy((value) => typeof value === 'number' && value < 0);
    default:
      return typeof wanted === 'object' && wanted !== null
        ? expect.objectContaining(Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, expected(value)])))
        : wanted;
  }
}

const filled = (text: string, places: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => places[name] ?? place);

let service: SandboxService;
let token: string;
beforeAll(async () => {
  service = await openService({ likeLive: true, limitsRequests: false, alwaysOpen: true });
  token = (await signIn(service.sandbox, { user: 'ada' })).tokens.access_token;
});
afterAll(async () => service.close());

describe('a request of a public client to a sandbox like live', () => {
  const american = '281756479864562780';

  it.each(readRequests('calls.json', call))(
    'is answered over HTTP as the client expects: $name',
    async ({ method, path: place, body, answer: wanted }) => {
      const { body: quoted } = await service.ada.post('/api/v1.0/quote/snapshot', { code_list: ['US.AAPL'] });
      const price = /"last_price":"?(\d+)/.exec(JSON.stringify(quoted))?.[1] ?? '';
      const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const response = await fetch(`${service.sandbox.url}${filled(place, { account: american })}`, {
        method,
        headers,
        body: body === undefined ? null : filled(body, { price }),
      });
      expect([response.status, await response.json()]).toEqual([200, expected(wanted)]);
    },
  );

  it.each(readRequests('frames.json', conversation))('is answered over the feed as the client expects: $name', async ({ frames }) => {
    const key = makeKey('ed25519');
    const credential = await createAppKey(service.sandbox, key.publicPem, 'ada');
    const feed = await openFeed(service.sandbox.quoteFeedUrl ?? '');
    try {
      for (const { frame, answer: wanted } of frames) {
        const [nonce, now] = [randomBytes(16).toString('hex'), String(service.now())];
        const signature = sign(null, Buffer.from(`${now}\n${nonce}\nWEBSOCKET\nws/auth`), key.privateKey).toString('base64');
        const before = feed.frames.length;
        feed.send(filled(frame, { token, credential, nonce, now, signature }));
        expect(acknowledged(await feed.waitFor((each) => !('type' in each), before))).toEqual(expected(wanted));
      }
    } finally {
      feed.close();
    }
  });

  it('is rejected on the feed when it differs by a word', async () => {
    const feed = await openFeed(service.sandbox.quoteFeedUrl ?? '');
    feed.send(filled('{"id":"1","action":"auth","data":{"auth_type":"oauth2","authorization":"Bearer {token}"}}', { token }));
    await feed.waitFor((frame) => 'session_id' in frame);
    // The arrays are next to the action: no live service was seen to accept them in an object below it.
    feed.send('{"id":"2","action":"subscribe","data":{"ticker":["HK.00700"]}}');
    expect(await feed.waitFor((frame) => !('session_id' in frame) && !('type' in frame))).toMatchObject({ ret_code: -3 });
    feed.close();
  });
});

/** Both forms of an acknowledgement were seen: next to the ID, or with both in `data` of the usual envelope. */
function acknowledged(frame: Json): Json {
  const { data, ret_code: code } = frame;
  return code === 0 && typeof data === 'object' && data !== null ? (data as Json) : frame;
}
