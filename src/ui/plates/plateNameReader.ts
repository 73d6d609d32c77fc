import { parsePlateId } from '../../domain/plates/plateId';
import { seen } from '../../service/lists/list';
import { readList, sharedPart } from '../../service/lists/readList';
import { platesPart } from '../../service/endpoints/sources';
import type { PlateNames } from './plateNames';
import type { UiPorts } from '../platform/ports';

const longestMs = 60_000;
/** What another window has read this lately will do: names hardly ever change. */
const sharedForMs = 10 * 60_000;

/** Reads names of plates from the service's list, without being asked by the user: once for each market, if the service has such a list. */
export class PlateNameReader {
  readonly #lists = new Map<string, Promise<ReadonlyMap<string, string>>>();

  constructor(
    private readonly dependencies: Pick<UiPorts, 'access' | 'log'> & {
      readonly names: PlateNames;
      /** Called when there are new names. */
      readonly changed: () => void;
    },
  ) {}

  /** Another session may offer the list. */
  reset(): void {
    this.#lists.clear();
  }

  async want(plateIds: readonly string[]): Promise<void> {
    const unnamed = plateIds.filter((id) => this.dependencies.names.of(id) === undefined);
    await Promise.all([...new Set(unnamed.flatMap(marketOf))].map(async (market) => this.#name(unnamed, market)));
  }

  async #name(unnamed: readonly string[], market: string): Promise<void> {
    const reading = this.#lists.get(market) ?? this.#read(market);
    this.#lists.set(market, reading);
    const listed = await reading;
    const { names, changed } = this.dependencies;
    const found = unnamed.flatMap((id) => {
      const name = listed.get(id);
      return name === undefined || names.of(id) !== undefined ? [] : [{ id, name }];
    });
    if (found.length === 0) return;
    await names.remember(found);
    changed();
  }

  async #read(market: string): Promise<ReadonlyMap<string, string>> {
    const { access, log } = this.dependencies;
    try {
      const part = platesPart(async () => access.client(), { market, plateClass: 'ALL' });
      const list = await readList([sharedPart(part, () => sharedForMs)], {
        signal: AbortSignal.timeout(longestMs),
        rank: 'refresh',
      });
      return new Map(seen(list).items.flatMap(({ code, name }) => (name === '' ? [] : [[code, name] as const])));
    } catch {
      // Plates are then shown by their IDs.
      log.warn(`The names of ${market} plates could not be read`);
      return new Map();
    }
  }
}

function marketOf(plateId: string): readonly string[] {
  const plate = parsePlateId(plateId);
  return plate.kind === 'plate' ? [plate.market] : [];
}
