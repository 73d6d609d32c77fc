import { ApiError, HttpError, ServiceError } from '../../service/errors';
import type { Constituent, Page } from '../../service/records';
import type { Cursor } from '../../service/schema/units';
import type { ServiceClient } from '../../service/serviceClient';
import { createCursorGuard } from '../platform/cursorGuard';
import type { CursorGuard, WalkEnd } from '../platform/cursorGuard';
import { Emitter } from '../platform/emitter';
import type { Disposable, Log, MachineClock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';

export interface PlateState {
  readonly items: readonly Constituent[];
  /** Number of constituents as the service counts them; undefined where it does not say. */
  readonly total: number | undefined;
  /** Undefined before the first answer. */
  readonly end: WalkEnd | undefined;
  readonly loading: boolean;
  /** Why the last request failed; the items stay. */
  readonly error: unknown;
  readonly updatedAtMs: number | undefined;
}

/**
 * Page sizes to try on a first page, the largest first so that a plate takes as few requests as can be: the specification
 * shows no maximum. What the service refuses is not asked for again.
 */
const pageSizes = [1000, 200, 50, 20];
const invalidParameter = -3;
/** What a service without envelopes says of a request that it does not like: bad request, unprocessable. */
const refusedStatuses = [400, 422];

interface Walk {
  readonly guard: CursorGuard;
  cursor: Cursor;
}

interface Plate {
  state: PlateState;
  walk: Walk | undefined;
  flight: { readonly controller: AbortController; readonly done: Promise<void> } | undefined;
}

const unread: PlateState = { items: [], total: undefined, end: undefined, loading: false, error: undefined, updatedAtMs: undefined };

export interface PlateFeedDependencies {
  readonly access: ServiceAccess;
  readonly clock: Pick<MachineClock, 'wallMs'>;
  /** Hears of failures that no request explains; those of requests are in the log already. */
  readonly log?: Pick<Log, 'error'>;
}

/**
 * The constituents of plates, page by page and only on demand, with as few requests as the service's page size allows.
 *
 * Only `hasMore: false` completes a list; a cursor that repeats and the like end it as incomplete (Spec, Pagination).
 */
export class PlateFeed implements Disposable {
  readonly #changed = new Emitter<string>();
  readonly #plates = new Map<string, Plate>();
  #sizes: readonly number[] = pageSizes;

  /** Fires with the id of the plate that changed. */
  readonly onDidChange = this.#changed.event;

  constructor(private readonly dependencies: PlateFeedDependencies) {}

  /** Undefined for a plate that was never opened. */
  state(plateId: string): PlateState | undefined {
    return this.#plates.get(plateId)?.state;
  }

  /** Reads the first page unless that was done or tried before. */
  open(plateId: string): void {
    if (!this.#plates.has(plateId)) void this.refresh(plateId);
  }

  /** Reads the next page; does nothing when there is none or a request is under way. */
  async loadMore(plateId: string): Promise<void> {
    const plate = this.#plates.get(plateId);
    if (plate?.flight !== undefined) return plate.flight.done;
    if (plate?.walk === undefined || plate.state.end?.kind !== 'more') return;
    const { walk } = plate;
    await this.#fly(plateId, plate, async (client, signal) => {
      const known = plate.state.items;
      const { items, end, total } = await this.#pages(client, plateId, walk, known.length + 1, known, signal);
      return { ...plate.state, items, end, total: total ?? plate.state.total };
    });
  }

  /** Reads anew as many constituents as are shown, at least one page; what is shown stays until they are there. */
  async refresh(plateId: string): Promise<void> {
    const plate = this.#plates.get(plateId) ?? { state: unread, walk: undefined, flight: undefined };
    this.#plates.set(plateId, plate);
    if (plate.flight !== undefined) return plate.flight.done;
    const walk: Walk = { guard: createCursorGuard(), cursor: '' };
    await this.#fly(plateId, plate, async (client, signal) => {
      const { items, end, total } = await this.#pages(client, plateId, walk, Math.max(1, plate.state.items.length), [], signal);
      plate.walk = walk;
      return { ...plate.state, items, end, total };
    });
  }

  /** Refreshes every plate that was opened. */
  async refreshAll(): Promise<void> {
    await Promise.all([...this.#plates.keys()].map(async (plateId) => this.refresh(plateId)));
  }

  /** Forgets a plate, cancelling what is under way for it. */
  forget(plateId: string): void {
    this.#plates.get(plateId)?.flight?.controller.abort();
    this.#plates.delete(plateId);
  }

  /** Forgets everything, because it belongs to another session or connection. */
  reset(): void {
    const known = [...this.#plates.keys()];
    this.#sizes = pageSizes;
    for (const plateId of known) this.forget(plateId);
    for (const plateId of known) this.#changed.fire(plateId);
  }

  dispose(): void {
    for (const plateId of [...this.#plates.keys()]) this.forget(plateId);
    this.#changed.dispose();
  }

  async #fly(plateId: string, plate: Plate, read: (client: ServiceClient, signal: AbortSignal) => Promise<PlateState>): Promise<void> {
    const controller = new AbortController();
    const publish = (state: PlateState): void => {
      if (controller.signal.aborted) return;
      plate.state = state;
      this.#changed.fire(plateId);
    };
    const fly = async (): Promise<void> => {
      try {
        const state = await read(await this.dependencies.access.client(), controller.signal);
        plate.flight = undefined;
        publish({ ...state, loading: false, error: undefined, updatedAtMs: this.dependencies.clock.wallMs() });
      } catch (error) {
        plate.flight = undefined;
        if (!ServiceError.is(error) && !controller.signal.aborted) this.dependencies.log?.error('A plate could not be read', error);
        publish({ ...plate.state, loading: false, error });
      }
    };
    publish({ ...plate.state, loading: true });
    // Assigned before anything is awaited, so that a second caller joins instead of asking again.
    plate.flight = { controller, done: Promise.resolve().then(fly) };
    await plate.flight.done;
  }

  /** Walks on until at least as many items as wanted are there; skips empty pages as long as the guard allows. */
  async #pages(
    client: ServiceClient,
    plateId: string,
    walk: Walk,
    wanted: number,
    before: readonly Constituent[],
    signal: AbortSignal,
  ): Promise<{ readonly items: readonly Constituent[]; readonly end: WalkEnd; readonly total: number | undefined }> {
    const items = [...before];
    let total: number | undefined;
    for (;;) {
      const page = await this.#page(client, plateId, walk.cursor, signal);
      signal.throwIfAborted();
      const end = walk.guard.accept(walk.cursor, page);
      items.push(...page.items);
      total = page.total ?? total;
      walk.cursor = page.nextKey;
      if (end.kind !== 'more' || items.length >= wanted) return { items, end, total };
    }
  }

  async #page(client: ServiceClient, plateId: string, nextKey: Cursor, signal: AbortSignal): Promise<Page<Constituent>> {
    for (;;) {
      const [limit = 1, ...smaller] = this.#sizes;
      try {
        return await client.plateConstituents({ plateId, nextKey, limit }, { signal });
      } catch (error) {
        // Only a first page decides: later, the cursor may be what the service does not like.
        if (nextKey !== '' || smaller.length === 0 || !mayBeSize(error)) throw error;
        if (this.#sizes[0] === limit) this.#sizes = smaller;
      }
    }
  }
}

function mayBeSize(error: unknown): boolean {
  if (error instanceof ApiError) return error.serverCode === invalidParameter;
  return error instanceof HttpError && refusedStatuses.includes(error.status);
}
