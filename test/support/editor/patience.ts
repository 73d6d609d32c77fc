import { beforeEach } from 'vitest';
import { front } from '../../../src/ui/platform/say/front';

// Tests answer questions faster than anybody could, one after the other.
beforeEach(() => {
  front.settleMs = 0;
});
