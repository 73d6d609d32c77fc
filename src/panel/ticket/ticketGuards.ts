import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import type { TicketRiskTexts, TicketTexts, ToTicketHost } from './ticketProtocol';

const fields: ReadonlySet<string> = new Set([
  'qty',
  'price',
  'aux_price',
  'side',
  'order_type',
  'time_in_force',
  'session',
  'lot_type',
  'remark',
]);
const longestText = 200;
const mostActions = 5;

function isNull(body: unknown): body is null {
  return body === null;
}

function isTexts(body: unknown): body is TicketTexts {
  return (
    isRecord(body) &&
    Object.entries(body).every(([field, text]) => fields.has(field) && typeof text === 'string' && text.length <= longestText)
  );
}

function isPosition(body: unknown): body is number {
  return Number.isInteger(body) && Number(body) >= 0 && Number(body) < mostActions;
}

function isRisk(body: unknown): body is TicketRiskTexts {
  if (!isRecord(body)) return false;
  const { stop, risk, unit } = body;
  return [stop, risk].every((text) => typeof text === 'string' && text.length <= longestText) && (unit === 'percent' || unit === 'amount');
}

/** Shape checks of the page's messages: it shows external text and is not trusted. */
export const ticketHostGuards: Guards<ToTicketHost> = {
  ready: isNull,
  edit: isTexts,
  leave: isNull,
  review: isTexts,
  part: (body): body is ToTicketHost['part'] => isRecord(body) && isPosition(body['at']) && isTexts(body['texts']),
  risk: isRisk,
  size: isTexts,
  rehearse: isTexts,
  diff: isTexts,
  act: isPosition,
  chooseAnother: isNull,
  chooseAccount: isNull,
  cancel: isNull,
  close: isNull,
};
