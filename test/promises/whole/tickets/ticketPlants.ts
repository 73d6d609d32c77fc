import { address } from '../../desk/world';
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
      profile.reword = (text) => text.replace(/^Change accepted: (\S+).*$/s, 'The order was not changed: $1');
    },
  }),
  planted(2, {
    name: 'an outcome that is not told',
    world: ({ profile }) => {
      profile.reword = (text) => (/^(Outcome unknown|Change (accepted|applied))/.test(text) ? 'Done' : text);
    },
  }),
  planted(5, {
    name: 'a ticket that is shown an order as it was',
    order: (order) => {
      const record = order.record();
      order.record = () => record;
    },
  }),
];
