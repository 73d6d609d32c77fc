import type { SandboxLanguage } from '../../types';
import { inLanguage } from '../language';

/** What the service says about orders, English and Chinese. */
const TEXTS = {
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
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>;

export type OrderText = keyof typeof TEXTS;

/** Whether the order is one of those whose changes are refused with a text of their own. */
export function isRejectedOrder(id: string): id is OrderText {
  return id.startsWith('ERR-') && id in TEXTS;
}

/** The text in the language of the world; where languages are mixed, in English but for one. */
export function orderText(language: SandboxLanguage, text: OrderText): string {
  const [en, zh] = TEXTS[text];
  return inLanguage(language, en, zh) ?? (text === 'ERR-3' ? zh : en);
}
