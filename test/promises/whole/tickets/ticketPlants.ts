import { address } from '../../desk/world';
import { forgetfulDisk } from '../journal/killProof';
import type { PageMessage } from '../../../support/editor/webviewPanel';
import type { Plant } from './ticketWorld';

interface TicketPlant {
  readonly name: string;
  readonly promise: number;
  readonly plant: Plant;
  /** The part of the proof that must notice it: changes, new orders, or cancellations. */
  readonly part: 0 | 1 | 2;
  /** The number of cases within which it must be noticed. */
  readonly runs: number;
  /** The number of breaches, of any promise, after which the proof stops. */
  readonly enough: number;
}

const planted = (promise: number, plant: Plant): TicketPlant => ({ name: plant.name, promise, plant, part: 0, runs: 60, enough: 1 });
const inOrders = (promise: number, plant: Plant): TicketPlant => ({ ...planted(promise, plant), part: 1, runs: 40 });
const inCancels = (promise: number, plant: Plant): TicketPlant => ({ ...planted(promise, plant), part: 2, runs: 40 });

/** Sends matching requests a second time, below the program. */
const repeats =
  (fits: RegExp): NonNullable<Plant['world']> =>
  ({ net }) => {
    net.onLeave = (bytes) => {
      if (fits.test(bytes.toString('latin1', 0, 80))) net.repeat(address, bytes);
    };
  };

const rewords =
  (find: RegExp, put: string): NonNullable<Plant['world']> =>
  ({ profile }) => {
    profile.reword = (text) => text.replace(find, put);
  };

/** Faults of the kinds that a review found, planted below or above the program. */
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
      profile.reword = (text) => text.replace(/^Change accepted, not applied yet: (.*)\.$/s, 'The order was not changed: $1');
    },
  }),
  planted(2, {
    name: 'an outcome that is not told',
    world: ({ profile }) => {
      profile.reword = (text) => (/^(Outcome unknown|Change applied|Change accepted|\S+: .*\(change to )/.test(text) ? 'Done' : text);
    },
  }),
  planted(2, {
    name: 'a question of the service that is told as accepted',
    program: { find: /kind:[`"]needsConfirmation[`"],(?=confirmId)/, put: 'kind:"accepted",' },
    fault: 'needs a confirmation',
  }),
  planted(2, {
    name: 'a confirmation that is not sent, told as if the request had not been either',
    world: rewords(/^Order changes are turned off in your order limits\.$/, 'Nothing was sent.'),
    fault: 'needs a confirmation',
  }),
  planted(2, {
    name: 'a question in the payload that is not seen',
    program: { find: /,\.\.\.\w+\](?=\):void 0\}get verdict)/, put: ']' },
    fault: 'needs a confirmation inside d, beside ok',
  }),
  {
    ...planted(5, {
      name: 'a ticket that is shown an order as it was',
      order: (order) => {
        const [record, paperRecord] = [order.record(), order.paperRecord(1)];
        order.record = () => record;
        order.paperRecord = () => paperRecord;
      },
    }),
    // Texts about such an order are wrong as well, and may be noticed first.
    enough: 12,
  },
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
  planted(1, { name: 'a change of a paper order that is sent twice', world: repeats(/^POST \S+\/modify /) }),
  planted(5, {
    name: 'a form that shows another request for a paper order than it has confirmed',
    world: ({ profile }) => {
      profile.toPage = (message) => inForm(message, '"request":', /\\"new_qty\\":\\"\d/, '\\"new_qty\\":\\"9');
    },
  }),
  inCancels(1, { name: 'a cancellation of a paper order that is sent twice', world: repeats(/^POST \S+\/cancel /) }),
  inOrders(1, { name: 'a new order that is sent again by the layer below', world: repeats(/^POST \S+\/orders /) }),
  inOrders(15, { name: 'a new order that reaches the broker twice', world: repeats(/^POST \S+\/orders /) }),
  inOrders(15, { name: 'a disk that forgets what the journal writes', files: forgetfulDisk }),
  inOrders(15, {
    name: 'an order whose own text takes the place of its mark',
    program: { find: /(?<====``\?\w+:`\$\{\w+\}) \$\{\w+\}(?=`\})/, put: '' },
  }),
  inOrders(2, {
    name: 'any order that counts as marked',
    program: { find: /\.trim\(\)\.split\(\/\\s\+\/\)\.at\(-1\)===\w+/, put: '!==0' },
    fault: 'reset',
  }),
  inOrders(2, {
    name: 'a new order that is told as placed when it is accepted',
    world: rewords(/^Order accepted, not in the market yet: (.*)\.$/, 'Order placed: $1.'),
    status: 'SUBMITTING',
  }),
  inOrders(2, {
    name: 'a rejected order that is told as placed',
    world: rewords(/^Order rejected: (.*)\.$/s, 'Order placed: $1.'),
    status: 'FAILED',
  }),
  inCancels(1, { name: 'a cancellation that is sent again by the layer below', world: repeats(/^DELETE /) }),
  inCancels(2, {
    name: 'a cancellation that is told as done on ok',
    world: rewords(/^Cancellation accepted, not canceled yet: (.*)\./, 'Canceled: $1.'),
  }),
  inCancels(2, {
    name: 'a cancellation that came too late and is told as done',
    world: rewords(/^Too late to cancel: (.*)\.$/, 'Canceled: $1.'),
  }),
];

/** A message to the page with a fault in the part that follows `part`. */
function inForm(message: PageMessage, part: string, find: RegExp, put: string): unknown {
  const text = JSON.stringify(message);
  const at = text.indexOf(part);
  return at < 0 ? message : JSON.parse(text.slice(0, at) + text.slice(at).replace(find, put));
}
