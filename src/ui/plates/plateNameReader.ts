import type { Log } from '../../app/platform/ports';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { parsePlateId } from '../../domain/plates/plateId';
import { seen } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import { platesPart } from '../../service/endpoints/sources';
import type { PlateNames } from './plateNames';

const longestMs = 60_000;

export interface PlateNameReaderOptions {
  readonly access: Pick<ServiceAccess, 'client'>;
  readonly names: PlateNames;
  readonly log: Pick<Log, 'warn'>;
  /** Names are new. */
  readonly changed: () => void;
}

/** Reads the names of plates that nobody chose from the service's list: once for each market, where the service has such a list. */
export class PlateNameReader {
  readonly #asked = new Set<string>();

  constructor(private readonly options: PlateNameReaderOptions) {}

  /** Another session may offer the list. */
  reset(): void {
    this.#asked.clear();
  }

  async want(plateIds: readonly string[]): Promise<void> {
    const unnamed = plateIds.filter((id) => this.options.names.of(id) === undefined);
    const parsed = unnamed.map(parsePlateId);
    const markets = new Set(parsed.flatMap((plate) => (plate.kind === 'plate' ? plate.market : [])));
    await Promise.all([...markets].filter((market) => !this.#asked.has(market)).map(async (market) => this.#read(market, unnamed)));
  }

  async #read(market: string, wanted: readonly string[]): Promise<void> {
    this.#asked.add(market);
    const { access, names, log, changed } = this.options;
    try {
      const list = await readList([platesPart(async () => access.client(), { market, plateClass: 'ALL' })], {
        signal: AbortSignal.timeout(longestMs),
      });
      const found = seen(list).items.filter(({ code, name }) => name !== '' && wanted.includes(code));
      if (found.length === 0) return;
      await names.remember(found.map(({ code, name }) => ({ id: code, name })));
      changed();
    } catch {
      // Plates are shown by their IDs then.
      log.warn(`The names of ${market} plates could not be read`);
    }
  }
}
