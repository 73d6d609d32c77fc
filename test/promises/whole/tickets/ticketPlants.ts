import { address } from '../../desk/world';
import type { PageMessage } from '../../desk/profile';
import type { Plant } from './ticketWorld';

interface TicketPlant {
  readonly name: string;
  readonly promise: number;
  readonly plant: Plant;
}

const planted = (promise: number, plant: Plant): TicketPlant => ({ name: plant.name, promise, plant });

/** Faults of the kinds that a review found, put in below or above the program. */
export const ticketPlants: readonly TicketPlant[] = [
  planted(1, {
    name: 'a request that is sent again by the layer below',
    world: ({ net }) => {
      net.onLeave = (bytes) => {
        if (bytes.toString('latin1', 0, 4) === 'PUT ') net.repeat(address, bytes);
      };
    },
  }),
  planted(2, {
    name: 'an accepted change that is told as not changed',
    world: ({ profile }) => {
      profile.reword = (text) => text.replace(/^(\S+): change accepted.*$/s, 'The order was not changed: $1');
    },
  }),
  planted(2, {
    name: 'an outcome that is not told',
    world: ({ profile }) => {
      profile.reword = (text) => (/^(Outcome unknown|Change applied|\S+: change accepted|\S+: .*\(change to )/.test(text) ? 'Done' : text);
    },
  }),
  planted(2, {
    name: 'a question of the service that is told as accepted',
    program: { find: /kind:[`"]needsConfirmation[`"],(?=confirmId)/, put: 'kind:"accepted",' },
    fault: 'needs a confirmation',
  }),
  planted(2, {
    name: 'a question in the payload that is not seen',
    program: { find: /,\.\.\.\w+\](?=\):void 0\}get verdict)/, put: ']' },
    fault: 'needs a confirmation inside d, beside ok',
  }),
  planted(5, {
    name: 'a ticket that is shown an order as it was',
    order: (order) => {
      const record = order.record();
      order.record = () => record;
    },
  }),
  planted(5, {
    name: 'a form that shows another old price than the order has',
    world: ({ profile }) => {
      profile.toPage = (message) => inForm(message, '"field":"price",', /"now":"[^"]*"/, '"now":"1.5"');
    },
  }),
  planted(5, {
    name: 'a form that shows another request than it has confirmed',
    world: ({ profile }) => {
      profile.toPage = (message) => inForm(message, '"request":', /\\"qty\\":\\"\d/, '\\"qty\\":\\"9');
    },
  }),
  planted(5, {
    name: 'a form that hands on another price than stands in it',
    world: ({ profile }) => {
      profile.fromPage = ({ type, body }) => ({ type, body: type === 'review' ? { ...Object(body), price: '33.3' } : body });
    },
  }),
];

/** A message to the page with a fault in the part that follows `part`. */
function inForm(message: PageMessage, part: string, find: RegExp, put: string): unknown {
  const text = JSON.stringify(message);
  const at = text.indexOf(part);
  return at < 0 ? message : JSON.parse(text.slice(0, at) + text.slice(at).replace(find, put));
}
