import { underSignals } from '../../../service/abortable';
import { isNotOffered } from '../../../service/notOffered';
import type { ServiceAccess } from '../../session/serviceAccess';
import type { Ticket } from './ticket';

/** The value of an account, or why it is not known. */
export type RiskFunds =
  | {
      readonly kind: 'known';
      readonly assets: string;
      /** Empty if the service does not report it. */
      readonly currency: string;
    }
  | { readonly kind: 'notOffered' | 'notSaid' }
  | { readonly kind: 'failed'; readonly error: unknown };

const readMs = 10_000;

/**
 * Reads the value of a new order's account. Never rejects.
 *
 * @param currency - Of the security: the service converts the value of a live account.
 */
export async function readRiskFunds(
  access: Pick<ServiceAccess, 'client'>,
  ticket: Ticket,
  currency: string,
  signal: AbortSignal,
): Promise<RiskFunds> {
  const { accountId, isPaper, placing } = ticket;
  const market = placing?.market ?? 0;
  try {
    const { beyond } = await access.client();
    const found = await underSignals([signal, AbortSignal.timeout(readMs)], async (patient) => {
      const options = { signal: patient, rank: 'look' } as const;
      return isPaper
        ? { ...(await beyond.simulatedCash({ accountId, market }, options)), currency: '' }
        : beyond.funds({ accountId, currency }, options);
    });
    return found.totalAssets === '' ? { kind: 'notSaid' } : { kind: 'known', assets: found.totalAssets, currency: found.currency };
  } catch (error) {
    return isNotOffered(error) ? { kind: 'notOffered' } : { kind: 'failed', error };
  }
}
