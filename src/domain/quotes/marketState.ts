/** States without trading. The list of states is open-ended: an unknown one counts as open, as does NONE, which means that the state is not known. */
const closedStates = /^(?:REST|WAITING_OPEN|FUTURE_SWITCH_DATE|.*CLOSED?|.*_END|.*_BREAK)$/;

/** Whether prices may move in a market with this state (`MORNING`, `CLOSED`, …). */
export function isOpenState(state: string): boolean {
  return !closedStates.test(state.toUpperCase());
}
