import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { Secret } from '../../../src/service/secret';
import { until } from '../../support/feed/feedWorld';
import { RealFeed } from '../../support/feed/realFeed';
import { listening } from '../../support/network/listening';

const minute = 60_000;
const day = 24 * 60 * minute;

interface SilentServer {
  readonly url: string;
  /** Connections so far. */
  readonly accepted: () => number;
  close(): Promise<void>;
}

/** How far a server that accepts connections goes. */
type Silence = (socket: WebSocket) => void;
const nothing: Silence = () => undefined;
const authentication: Silence = (socket) => {
  socket.once('message', (data: Buffer) => {
    const { id } = JSON.parse(data.toString()) as { readonly id: string };
    socket.send(JSON.stringify({ id, code: 0 }));
  });
};

async function openSilent(say: Silence, autoPong: boolean): Promise<SilentServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong });
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted += 1;
    socket.on('error', () => undefined);
    say(socket);
  });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  return {
    url: `ws://127.0.0.1:${String((server.address() as AddressInfo).port)}/ws`,
    accepted: () => accepted,
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Not even the handshake is answered. */
async function openMute(): Promise<SilentServer> {
  let accepted = 0;
  const { port, close } = await listening(createServer(() => (accepted += 1)));
  return { url: `ws://127.0.0.1:${port}/ws`, accepted: () => accepted, close };
}

describe('a server that accepts every feed connection and then says nothing', () => {
  let server: SilentServer | undefined;
  let feed: RealFeed | undefined;
  afterEach(async () => {
    feed?.dispose();
    await server?.close();
  });

  const follow = (needsSubscriptions: boolean): RealFeed => {
    const credentials = async () => ({ type: 'oauth2' as const, token: new Secret('token-of-the-test') });
    feed = new RealFeed({ url: server?.url ?? '', credentials, serverMs: () => Date.now(), needsSubscriptions });
    feed.follow('HK.00700');
    return feed;
  };
  /** Lets time pass until the feed is left alone, with time in between for what is on the wire. */
  const untilLeftAlone = async (followed: RealFeed): Promise<void> => {
    for (let minutes = 0; minutes < 30 && followed.feed.state.kind !== 'givenUp'; minutes += 1) await followed.pass(minute);
  };

  it.each<[string, () => Promise<SilentServer>, boolean]>([
    ['from the beginning', openMute, true],
    ['once the socket is open', async () => openSilent(nothing, true), true],
    ['once it has authenticated us, but answers pings', async () => openSilent(authentication, true), true],
    ['once it has authenticated us', async () => openSilent(authentication, false), true],
    ['of orders, once it has authenticated us', async () => openSilent(authentication, false), false],
  ])('%s, gets eight connections in a day and no more', { timeout: 30_000 }, async (_, open, needsSubscriptions) => {
    server = await open();
    const followed = follow(needsSubscriptions);
    await untilLeftAlone(followed);
    expect([followed.feed.state.kind, server.accepted()]).toEqual(['givenUp', 8]);
    // All of this took minutes, not seconds: a service may be starting.
    expect(followed.time.monotonicMs()).toBeGreaterThan(10 * minute);
    await followed.time.advance(day);
    expect([followed.feed.state.kind, server.accepted(), followed.time.pendingTimers]).toEqual(['givenUp', 8, 0]);
  });

  it(
    'gets one more attempt on request, after two minutes at the earliest, and is followed if it speaks by then',
    { timeout: 30_000 },
    async () => {
      let say = nothing;
      server = await openSilent((socket) => say(socket), true);
      const followed = follow(true);
      await untilLeftAlone(followed);
      followed.feed.tryAgain();
      followed.feed.tryAgain();
      await followed.time.advance(minute);
      expect(server.accepted()).toBe(8);
      await followed.time.advance(4 * minute);
      await until(() => server?.accepted() === 9, 'asked once more');
      await followed.pass(12_000);
      expect(followed.feed.state.kind).toBe('givenUp');
      say = (socket) =>
        socket.on('message', (data: Buffer) => {
          const { id } = JSON.parse(data.toString()) as { readonly id: string };
          socket.send(JSON.stringify({ id, code: 0 }));
        });
      await followed.time.advance(5 * minute);
      followed.feed.tryAgain();
      await until(() => followed.feed.state.kind === 'live', 'live');
      expect(server.accepted()).toBe(10);
    },
  );
});
