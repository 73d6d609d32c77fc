import { randomBytes } from 'node:crypto';
import { markBytes, markOf } from '../../../domain/orders/placing/mark';

/** A mark that no other order has. */
export function newMark(): string {
  return markOf(randomBytes(markBytes));
}
