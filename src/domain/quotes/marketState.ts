import { symbolPrefix } from './securityCode';

/** States without trading. The list of states is open-ended: an unknown one counts as open, as does NONE, which means that the state is not known. */
const closedStates = /^(?:REST|WAITING_OPEN|FUTURE_SWITCH_DATE|.*CLOSED?|.*_END|.*_BREAK)$/;

/** Whether prices may move in a market with this state (`MORNING`, `CLOSED`, …). */
export function isOpenState(state: string): boolean {
  return !closedStates.test(state.toUpperCase());
}

/** The market of a symbol: the part before the dot. */
export function marketOf(symbol: string): string {
  return symbol.slice(0, Math.max(0, symbol.indexOf('.'))).toUpperCase();
}

const askable = /^[A-Za-z][A-Za-z_]{0,19}\.[^\s,/?#]{1,40}$/;

/** Whether the price of this symbol can be requested: a bare code identifies no security. */
export function isAskable(symbol: string): boolean {
  return askable.test(symbol) && symbolPrefix(symbol) !== undefined;
}
