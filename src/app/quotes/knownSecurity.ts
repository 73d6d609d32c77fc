import { isSameSecurity } from '../../domain/market/security';
import { snapshotPart } from '../../service/endpoints/sources';
import { findIn } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import type { ServiceAccess } from '../session/serviceAccess';

const patienceMs = 5_000;

/**
 * Whether the service has a price for a security that the user named: one request. `notKnown` if it could not be asked, or doesn't offer quotes:
 * that says nothing about the security. Never rejects.
 */
export async function priceOfNamed(access: Pick<ServiceAccess, 'client'>, code: string): Promise<'there' | 'absent' | 'notKnown'> {
  try {
    const quotes = await readList([snapshotPart(async () => access.client(), [code])], { signal: AbortSignal.timeout(patienceMs) });
    const found = findIn(quotes, (quote) => isSameSecurity(quote.code, code));
    return typeof found === 'string' ? (found === 'absent' ? 'absent' : 'notKnown') : 'there';
  } catch {
    return 'notKnown';
  }
}
