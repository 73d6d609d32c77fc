import { createHeldMatcher } from '../../../domain/calendar/heldMatcher';
import type { EventRow, HeldSecurity } from '../../../panel/calendar/calendarProtocol';
import type { ListModel } from './listModel';

/** The rows that concern the user's holdings. The extension is asked once, when a list that may have such rows is first shown. */
export class HeldRows {
  #isHeld: ReturnType<typeof createHeldMatcher> | undefined;
  #hasAsked = false;

  constructor(private readonly ask: () => void) {}

  /** @param held - Null clears the holdings, because the user may have changed. */
  set(held: readonly HeldSecurity[] | null): void {
    this.#isHeld = held === null ? undefined : createHeldMatcher(held);
    this.#hasAsked = held !== null;
  }

  /** Only closures and corporate actions can concern a holding. */
  want({ state }: ListModel): void {
    if (this.#hasAsked || (state.searchType !== 2 && state.searchType !== 4)) return;
    this.#hasAsked = true;
    this.ask();
  }

  canBeIn({ state }: ListModel): boolean {
    return this.#isHeld !== undefined && (state.searchType === 2 || state.searchType === 4);
  }

  isIn({ state }: ListModel): (row: EventRow) => boolean {
    return (row) => this.#isHeld?.(row, state.searchType) ?? false;
  }
}
