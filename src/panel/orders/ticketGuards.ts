import { isRecord } from '../platform/messages';
import type { Guards } from '../platform/messages';
import type { TicketTexts, ToTicketHost } from './ticketProtocol';

const fields: ReadonlySet<string> = new Set(['qty', 'price', 'aux_price']);
const longestText = 200;

function isNull(body: unknown): body is null {
  return body === null;
}

function isTexts(body: unknown): body is TicketTexts {
  return (
    isRecord(body) &&
    Object.entries(body).every(([field, text]) => fields.has(field) && typeof text === 'string' && text.length <= longestText)
  );
}

/** Shape checks of what the page sends: it shows text from outside and is not trusted. */
export const ticketHostGuards: Guards<ToTicketHost> = {
  ready: isNull,
  edit: isTexts,
  review: isTexts,
  goOn: isNull,
  act: isNull,
  close: isNull,
};
