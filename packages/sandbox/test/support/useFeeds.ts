import { afterEach, beforeEach } from 'vitest';
import { openService } from './sandboxService';
import type { SandboxService } from './sandboxService';
import { openFeed } from './feedClient';
import type { FeedClient } from './feedClient';

export interface Feeds {
  readonly service: SandboxService;
  /** Opens a feed that is closed after the test. */
  readonly open: (url: string | undefined) => Promise<FeedClient>;
}

/** A sandbox for each test of a file, with the feeds that the test opens. */
export function useFeeds(options?: Parameters<typeof openService>[0]): Feeds {
  let service: SandboxService | undefined;
  let opened: FeedClient[] = [];
  beforeEach(async () => {
    service = await openService(options);
    opened = [];
  });
  afterEach(async () => {
    for (const feed of opened) feed.close();
    await service?.close();
  });
  return {
    get service() {
      if (service === undefined) throw new Error('The sandbox is there within a test only.');
      return service;
    },
    open: async (url = '') => {
      const feed = await openFeed(url);
      opened.push(feed);
      return feed;
    },
  };
}
