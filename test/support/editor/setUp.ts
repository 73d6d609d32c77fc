import { afterEach, beforeEach } from 'vitest';
import { front } from '../../../src/ui/platform/say/front';
import { resets } from './resets';

beforeEach(() => {
  // Tests answer questions faster than anybody could, one after the other.
  front.settleMs = 0;
  for (const { before } of resets) before();
});

afterEach(() => {
  for (const { after } of resets) after();
});
