import { ServiceError } from '../../service/errors';
import type { Gap, List } from '../../service/lists/list';
import { seen } from '../../service/lists/list';

/** What files and language models get about a list besides its items: whether it is complete, and what is missing, in English. */
export interface ListReport {
  readonly isComplete: boolean;
  readonly missing?: readonly string[];
  readonly notOffered?: string;
}

export function listReport(list: List<unknown>): ListReport {
  const { gaps, isOffered } = seen(list);
  if (!isOffered) return { isComplete: false, notOffered: 'This service does not offer this list.' };
  return gaps.length === 0 ? { isComplete: true } : { isComplete: false, missing: gaps.map(missingText) };
}

/** For a list that has not been read. */
export const notReadYet: ListReport = { isComplete: false, missing: ['not read yet'] };

function missingText(gap: Gap): string {
  const where = gap.part === '' ? '' : `${gap.part}: `;
  switch (gap.kind) {
    case 'failed':
      return `${where}page ${gap.page} could not be read: ${reasonText(gap.error)}`;
    case 'brokenOff':
      return `${where}broken off after page ${gap.page}: ${gap.reason}`;
    case 'unreadable':
      return `${where}${gap.count} of ${gap.of} records could not be read`;
    case 'contradicted':
      return `${where}listed several times with different values: ${gap.orders.map(({ orderId }) => orderId).join(', ')}`;
    case 'alike':
      return `${where}${gap.count} records have the ID of another one, with other values`;
    case 'bare':
      return `${where}${gap.count} records lack a time, a price, or a security`;
    case 'more':
      return `${where}there is more than is listed here`;
    case 'awaited':
      return `${where}not read yet`;
    case 'notOffered':
      return `${where}not offered by the service`;
  }
}

/** Error messages of the service contain codes, never values. */
function reasonText(error: unknown): string {
  return ServiceError.is(error) ? error.message : 'unknown failure';
}
