import type { SandboxLanguage } from '../../types';
import { isRefusal, refusals } from '../../fates';
import { inLanguage } from '../../securities/language';

/** The service's messages about orders, in English and Chinese. */
const texts = {
  'ERR-1': ['Insufficient buying power', '购买力不足'],
  'ERR-2': ['The order is being processed by the exchange and cannot be modified now', '订单正由交易所处理，暂时不能修改'],
  'ERR-3': ['The price exceeds the daily limit', '价格超出涨跌停限制'],
  'ERR-4': ['Price <b>outside</b> the allowed band & "limit" > 5 %', '价格<b>超出</b>允许的范围 & "限制" > 5 %'],
  'ERR-5': [
    'Modification rejected by the exchange. Reason: MARKET CLOSED (code 1703). Please try again during trading hours, or cancel the order and place a new one.',
    '交易所拒绝了此次改单。原因：MARKET CLOSED（错误码 1703）。请在交易时段重试，或撤单后重新下单。',
  ],
  failed: ['Order modification failed', '改单失败'],
  confirm: ['The order is away from the market. Confirm to apply the change.', '委托价偏离市价。确认后修改才会生效。'],
  browser: ['Accept the risk disclosure in the browser to modify this order.', '请在浏览器中接受风险披露后再修改此订单。'],
  unknown: ['the order does not exist', '订单不存在'],
  inProgress: ['a change to this order is still in progress', '此订单的上一次修改仍在处理中'],
  confirmId: ['confirm_id is not valid', 'confirm_id 无效'],
  rejectedLater: ['Rejected by the exchange: price outside the permitted range', '交易所已拒绝：价格超出允许范围'],
  power: ['Insufficient buying power for this order', '购买力不足，无法接受此委托'],
  tooFar: ['Price deviated too much from the market', '委托价偏离市价过大'],
  lot: ['The quantity is not a multiple of the lot', '数量不是每手股数的整数倍'],
  oddLot: ['An odd lot is less than a whole lot', '碎股数量须少于一手'],
  tick: ['The price is not a multiple of the tick', '价格不符合最小变动价位'],
  closed: ['Market orders are accepted during regular trading hours only', '市价单仅限常规交易时段'],
  noMarketOrders: ['Market orders are not supported for this account', '此账户不支持市价单'],
  notHeld: ['The quantity exceeds the position that can be sold', '数量超过可卖持仓'],
  cashShort: ['A cash account cannot sell short', '现金账户不能卖空'],
  aShareShort: ['A-shares cannot be sold short', 'A 股不能卖空'],
  heldShort: [
    'A security cannot be sold short while the account holds it: sell what it holds first',
    '持有该证券时不能卖空：请先卖出所持数量',
  ],
  notShort: ['The quantity exceeds the short position that can be bought back', '数量超过可买回的空头持仓'],
  wrongAccount: ['The account cannot trade this security', '此账户不能交易该证券'],
  confirmPlace: ['The order is away from the market. Confirm to place it.', '委托价偏离市价。确认后才会下单。'],
  confirmCancel: ['Confirm to cancel the order.', '确认后才会撤单。'],
  browserPlace: ['Accept the risk disclosure in the browser to continue.', '请在浏览器中接受风险披露后继续。'],
  belowFilled: ['qty is less than the filled quantity', '数量少于已成交数量'],
  notYet: ['the order is not at the exchange yet', '订单尚未送达交易所'],
  notOpen: ['the order is no longer open', '订单已结束'],
  tooLate: ['The order is already filled', '订单已全部成交'],
  expired: ['Expired at the close', '收市后失效'],
  backend: ['the backend refused the change', '后台拒绝了此次改单'],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;

export type OrderText = keyof typeof texts;

/** The text in the language of the world; if languages are mixed, in English, with exceptions. */
export function orderText(language: SandboxLanguage, text: OrderText): string {
  const [en, zh] = texts[text];
  return inLanguage(language, en, zh) ?? (isRefusal(text) && refusals[text].isChinese ? zh : en);
}
