import { priceOfNamed } from '../../../app/quotes/knownSecurity';
import { isSignedIn } from '../../../app/session/connection';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import { noPriceText } from '../words/unknownSecurity';
import { sayWarning } from './messages';

/** Says at once if the service has no price for a security that the user typed. Never rejects. */
export async function tellIfUnknown(access: Pick<ServiceAccess, 'client' | 'current'>, symbol: string): Promise<void> {
  if (isSignedIn(access.current) && (await priceOfNamed(access, symbol)) === 'absent') void sayWarning(noPriceText(symbol));
}
