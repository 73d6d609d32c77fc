import type { Lifetime } from '../app/platform/lifetime';
import { PriceHints } from '../ui/quotes/priceHints';
import type { PriceHintDependencies } from '../ui/quotes/priceHints';

/** What asks for the prices behind symbols in files. */
export function composeInlay(dependencies: PriceHintDependencies, lifetime: Lifetime): PriceHints {
  return lifetime.own(new PriceHints(dependencies));
}
