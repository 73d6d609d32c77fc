import { expect } from 'vitest';
import type { FeedCredentials } from '../../../src/service/feed/types';
import { Secret } from '../../../src/service/secret';
import { RealFeed } from './realFeed';
import type { RealFeedOptions } from './realFeed';
import { signIn } from 'market-desk-sandbox/test/sandboxHarness';
import { openService } from 'market-desk-sandbox/test/sandboxService';
import type { SandboxService } from 'market-desk-sandbox/test/sandboxService';

/** The sandbox with its feeds, and their real client. */
export interface FeedWorld {
  readonly service: SandboxService;
  readonly feeds: NonNullable<SandboxService['sandbox']['feeds']>;
  /** Credentials of a signed-in user. */
  bearer(): Promise<FeedCredentials>;
  open(changes?: Partial<RealFeedOptions>): RealFeed;
  /** A live feed that has delivered the prices of these symbols. */
  live(...symbols: readonly string[]): Promise<RealFeed>;
  /** Moves the market, and waits until the price of a symbol is delivered. */
  moved(feed: RealFeed, symbol: string): Promise<void>;
  close(): Promise<void>;
}

export async function openFeedWorld(): Promise<FeedWorld> {
  const service = await openService({ alwaysOpen: true, ticksPerSecond: 1_000 });
  const token = (await signIn(service.sandbox, { user: 'ada' })).tokens.access_token;
  const { feeds, quoteFeedUrl = '' } = service.sandbox;
  if (feeds === undefined) throw new Error('the sandbox has no feeds');
  const held: RealFeed[] = [];
  const bearer = async (): Promise<FeedCredentials> => ({ type: 'oauth2', token: new Secret(token) });
  const open = (changes: Partial<RealFeedOptions> = {}): RealFeed => {
    const feed = new RealFeed({ url: quoteFeedUrl, credentials: bearer, serverMs: () => service.now(), ...changes });
    held.push(feed);
    return feed;
  };
  return {
    service,
    feeds,
    bearer,
    open,
    live: async (...symbols) => {
      const feed = open();
      feed.follow(...symbols);
      await until(() => isLive(feed)() && symbols.every((symbol) => feed.price(symbol) !== undefined), 'live with all prices');
      return feed;
    },
    moved: async (feed, symbol) => {
      const before = feed.book.get(symbol)?.at ?? 0;
      const hasMoved = (): boolean => {
        service.advance(700);
        return (feed.book.get(symbol)?.at ?? 0) > before;
      };
      await expect.poll(hasMoved, { timeout: 5_000, interval: 30 }).toBe(true);
    },
    close: async () => {
      for (const feed of held) feed.dispose();
      await service.close();
    },
  };
}

/** Waits for something that arrives over the wire. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  await expect.poll(holds, { message: what, timeout: 5_000, interval: 5 }).toBe(true);
}

export const isLive = (feed: RealFeed) => (): boolean => feed.feed.state.kind === 'live';
export const isWaiting = (feed: RealFeed) => (): boolean => feed.feed.state.kind === 'waiting';
