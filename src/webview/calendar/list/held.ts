import { createHeldMatcher } from '../../../domain/calendar/heldEvents';
import type { EventRow, HeldSecurity } from '../../../panel/calendar/calendarProtocol';
import type { ListModel } from './listModel';

/** Which rows concern what the user holds. The extension is asked once, when a list that may have such rows is looked at. */
export class HeldRows {
  #isHeld: ReturnType<typeof createHeldMatcher> | undefined;
  #hasAsked = false;

  constructor(private readonly ask: () => void) {}

  /** @param held - Null forgets what was known: another user may be signed in. */
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
