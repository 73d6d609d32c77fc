/** States in which no trades are made; the list of states is open, and one that is not known counts as open, as does NONE, which only says that nobody knows. */
const closedStates = /^(?:REST|WAITING_OPEN|FUTURE_SWITCH_DATE|.*CLOSED?|.*_END|.*_BREAK)$/;

/** Whether prices may move in a market of this state (`MORNING`, `CLOSED`, …). */
export function isOpenState(state: string): boolean {
  return !closedStates.test(state.toUpperCase());
}

/** The market that a symbol belongs to: what stands before the dot. */
export function marketOf(symbol: string): string {
  return symbol.slice(0, Math.max(0, symbol.indexOf('.'))).toUpperCase();
}

const askable = /^[A-Za-z][A-Za-z_]{0,19}\.[^\s,/?#]{1,40}$/;

/** Whether a service can be asked for the price of this symbol: a bare code names no security. */
export function isAskable(symbol: string): boolean {
  return askable.test(symbol);
}
