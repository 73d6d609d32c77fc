import { Emitter } from '../../app/platform/emitter';
import type { StateStore } from '../../app/platform/ports';
import { stateKeys } from '../../app/platform/storedNames';
import { isStudies } from '../../panel/security/securityProtocol';
import type { Studies } from '../../panel/security/securityProtocol';

const key = stateKeys.chartStudies;
const firstStudies: Studies = { averages: [20], previousClose: true };

/** The indicators that the user wants in the chart: the same on all pages, kept over restarts. */
export class ChartStudies {
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange = this.#changed.event;
  #current: Studies;

  constructor(private readonly state: StateStore) {
    const stored = state.get(key);
    this.#current = isStudies(stored) ? stored : firstStudies;
  }

  get current(): Studies {
    return this.#current;
  }

  async choose({ averages, previousClose, fills = false, exponential = [], strength, vwap = false }: Studies): Promise<void> {
    this.#current = { averages, previousClose, fills, exponential, vwap, ...(strength === undefined ? {} : { strength }) };
    this.#changed.fire(undefined);
    await this.state.set(key, this.#current);
  }
}
