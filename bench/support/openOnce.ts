/** A process of its own: opens the tree once, with nothing compiled yet, and tells the time and the number of rows. */
import { manyPositions } from './manyPositions';
import { PositionsWork } from './positionsWork';
import { processorTime } from './processorTime';

const positions = manyPositions(Number(process.argv[2]));
// The first measurement pays for the meter.
processorTime(() => undefined);
let rows = 0;
const time = processorTime(() => {
  rows = new PositionsWork().open(positions);
});
process.send?.({ time, rows });
