import type { DirectionColour } from '../../domain/quotes/priceDirection';

/** How a page draws rising and falling prices. */
export interface PriceColors {
  readonly up: DirectionColour | 'none';
  readonly down: DirectionColour | 'none';
}
