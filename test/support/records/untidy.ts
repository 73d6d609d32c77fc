/**
 * Records as services of the family send them, as they come off the wire. Each names the heading of the page that it follows; none is from the
 * sandbox, because a belief that client and sandbox share cannot be seen by comparing the two.
 */

/** What lies beyond the specification, 8. Behaviour recorded against the live family: exchange names as prefix; no side, no validity flags. */
export const byExchange = { code: 'SEHK.09988', qty: '100', nominal_price: '110', market_val: '11000', currency: 'HKD' } as const;

/** Added with b4e44655: a diluted cost can be negative; then the flags say that a ratio means nothing, and the average cost stands beside it. */
export const paidBack = {
  ...{ position_side: 'LONG', code: 'US.NVDA', stock_name: 'NVIDIA', qty: '100', can_sell_qty: '100', currency: 'USD' },
  ...{ nominal_price: '10', market_val: '1000', cost_price: '-3', cost_price_valid: false },
  ...{ pl_val: '1300', pl_val_valid: true, pl_ratio: '0', pl_ratio_valid: false },
  ...{ average_cost: '9', unrealized_pl: '100', realized_pl: '1200', today_pl_val: '10' },
} as const;

/** As {@link paidBack}: a position without profit beside it. */
export const evenPosition = {
  ...{ position_side: 'LONG', code: 'US.AMD', stock_name: 'AMD', qty: '100', can_sell_qty: '100', currency: 'USD' },
  ...{ nominal_price: '10', market_val: '1000', cost_price: '10', cost_price_valid: true },
  ...{ pl_val: '0', pl_val_valid: true, pl_ratio: '0', pl_ratio_valid: true },
} as const;

/** 5. Trading calls, order_fills; Added with b4e44655: a fill has a status. */
export const fills = {
  good: {
    deal_id: 'D1',
    order_id: '1',
    code: 'US.AAPL',
    qty: '10',
    price: '200',
    trd_side: 'BUY',
    create_time: 1795485600000000,
    status: 'OK',
  },
  busted: {
    deal_id: 'D2',
    order_id: '1',
    code: 'US.AAPL',
    qty: '10',
    price: '201',
    trd_side: 'BUY',
    create_time: 1795485600000000,
    status: 'CANCELLED',
  },
  corrected: {
    deal_id: 'D3',
    order_id: '1',
    code: 'US.AAPL',
    qty: '10',
    price: '202',
    trd_side: 'BUY',
    create_time: 1795485600000000,
    status: 'CHANGED',
  },
} as const;

/** 2. Enumerations, security_type; Added with b4e44655: limit prices of multi-leg options and futures can be zero or negative. */
export const signedOrder = {
  ...{ order_id: '5', code: 'US.SPXCOMBO', stock_name: 'Iron condor', security_type: 'MULTILEG_OPTION', side: 'SELL', order_type: 'LIMIT' },
  ...{ order_status: 'SUBMITTED', time_in_force: 'DAY', currency: 'USD', qty: '2', price: '-1.20', dealt_qty: '0' },
} as const;

/** 2. Enumerations, security_type; Added with b4e44655: class shares have dots and letters. */
export const classShareOrder = {
  ...{ order_id: '6', code: 'CA.RCI.B', stock_name: 'Rogers', security_type: 'STOCK', side: 'BUY', order_type: 'LIMIT' },
  ...{ order_status: 'SUBMITTED', time_in_force: 'DAY', currency: 'CAD', qty: '100', price: '9.00', dealt_qty: '0' },
} as const;

/** 6. Quote calls, snapshot; Added with b4e44655: a last price can be 0 before the first trade, when halted, or newly listed. */
export const notTraded = {
  ...{ code: 'US.NEWCO', name: 'Newco', last_price: 0, prev_close_price: 10, volume: 0, suspension: false },
} as const;
