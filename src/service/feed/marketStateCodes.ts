/** Words of market states (beyond the specification, POST /quote/market-state) in the order of the numbers that feeds push. */
const words = [
  ...['NONE', 'AUCTION', 'WAITING_OPEN', 'MORNING', 'REST', 'AFTERNOON', 'CLOSED', 'MAAUCTION', 'PRE_MARKET_BEGIN', 'PRE_MARKET_END'],
  ...['AFTER_HOURS_BEGIN', 'AFTER_HOURS_END', 'FUTU_SWITCH_DATE', 'NIGHT_OPEN', 'NIGHT_END', 'FUTURE_DAY_OPEN', 'FUTURE_DAY_BREAK'],
  ...['FUTURE_DAY_CLOSE', 'FUTURE_DAY_WAIT_OPEN', 'HK_CAS', 'FUTURE_NIGHT_WAIT', 'FUTURE_AFTERNOON', 'FUTURE_SWITCH_DATE'],
  ...['FUTURE_OPEN', 'FUTURE_BREAK', 'FUTURE_BREAK_OVER', 'FUTURE_CLOSE', 'STIB_AFTER_HOURS_WAIT', 'STIB_AFTER_HOURS_BEGIN'],
  ...['STIB_AFTER_HOURS_END', 'CLOSE_AUCTION', 'AFTERNOON_END', 'NIGHT', 'OVERNIGHT_BEGIN', 'OVERNIGHT_END', 'TRADE_AT_LAST'],
  ...['TRADE_AUCTION', 'OVERNIGHT'],
] as const;

/** The word for a number; undefined for a number that has none. */
export function marketStateOf(code: number | undefined): string | undefined {
  return code === undefined ? undefined : words[code];
}
