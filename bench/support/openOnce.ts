/** In its own process: opens the tree once, with nothing compiled yet, and reports the time and the number of rows. */
import { manyPositions } from './manyPositions';
import { PositionsWork } from './positionsWork';
import { processorTime } from './processorTime';

const positions = manyPositions(Number(process.argv[2]));
// The first measurement includes the cost of the meter.
processorTime(() => undefined);
let rows = 0;
const time = processorTime(() => {
  rows = new PositionsWork().open(positions);
});
process.send?.({ time, rows });
