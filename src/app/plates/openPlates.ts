import * as v from 'valibot';
import { ApiError, HttpError, ServiceError } from '../../service/errors';
import { seen } from '../../service/lists/list';
import type { List } from '../../service/lists/list';
import { PagedList } from '../../service/lists/pagedList';
import type { ListPart } from '../../service/lists/readList';
import { askAgainMs } from '../../service/lists/liveList';
import { sharedPart } from '../../service/lists/readList';
import { constituentsPart } from '../../service/endpoints/sources';
import type { ConstituentsCall } from '../../service/endpoints/sources';
import type { Constituent } from '../../service/records';
import { serverCodes } from '../../service/serverCodes';
import { keptConstituent } from '../lastState/keptRows';
import type { LastSection, LastState, ReadRows } from '../lastState/lastState';
import type { OldRows } from '../lastState/oldRows';
import { onFirstUse } from '../platform/storedJson';
import { Emitter } from '../platform/emitter';
import type { Disposable, Log } from '../platform/ports';
import { identityOf } from '../session/connection';
import type { Ports } from '../ports';

export interface PlateState {
  /** Undefined before the first response. */
  readonly list: List<Constituent> | undefined;
  /** True while there are more pages. */
  readonly hasMore: boolean;
  readonly loading: boolean;
  /** Why the last request failed; what is shown stays. */
  readonly error: unknown;
  readonly updatedAtMs: number | undefined;
}

/**
 * Page sizes to try on a first page, the largest first so that a plate takes as few requests as possible: the specification gives no maximum.
 * Sizes larger than one that the service accepted after them are not requested again.
 */
const pageSizes = [1000, 200, 50, 20];
/** Statuses with which a service rejects a request, whatever its code: bad request, unprocessable. */
const rejectedStatuses = [400, 422];

const mostKept = 20;
/** Constituents change rarely: what another window has read this lately is shown when a plate is opened. */
const sharedForMs = 10 * 60_000;
const keptPlateId = onFirstUse(() => v.pipe(v.string(), v.maxLength(80)));

interface Plate {
  readonly list: PagedList<string, Constituent>;
  flight: Promise<void> | undefined;
  /** The user wants to have it read now. */
  isByHand: boolean;
}

/** The constituents of plates, page by page and only on demand, with as few requests as the service's page size allows. */
export class OpenPlates implements Disposable {
  readonly #changed = new Emitter<string>();
  readonly #plates = new Map<string, Plate>();
  #sizes: readonly number[] = pageSizes;
  /** When it was found that the service has only the other call for constituents. */
  #otherCallAtMs: number | undefined;

  /** Fires with the id of the plate that changed. */
  readonly onDidChange = this.#changed.event;

  readonly #return: Disposable | undefined;
  readonly #old: LastSection<string, Constituent> | undefined;

  constructor(
    private readonly dependencies: Pick<Ports, 'access' | 'clock'> & {
      /** Gets failures that no request explains; those of requests are in the log already. */
      readonly log?: Pick<Log, 'error'>;
      /** Keeps what is shown for the next window. */
      readonly last?: LastState;
    },
  ) {
    this.#old = dependencies.last?.section({
      name: 'plates',
      about: keptPlateId,
      row: keptConstituent,
      keyOf: (plateId) => plateId,
      mostLists: mostKept,
      read: () => [...this.#plates.keys()].flatMap((plateId) => readRows(plateId, this.state(plateId))),
    });
    this.#return = dependencies.access.reach?.onDidReturn(() => {
      for (const [plateId, { list }] of this.#plates) if (list.state.phase.kind === 'failed') void this.refresh(plateId);
    });
  }

  /** Undefined for a plate that was never opened. */
  state(plateId: string): PlateState | undefined {
    const state = this.#plates.get(plateId)?.list.state;
    if (state === undefined) return undefined;
    const { phase, shown } = state;
    return {
      list: shown?.list,
      hasMore: shown?.hasMore ?? false,
      loading: phase.kind === 'loading' || phase.kind === 'loadingMore',
      error: phase.kind === 'failed' ? phase.error : undefined,
      updatedAtMs: shown?.loadedAt,
    };
  }

  /** The last known constituents of a plate that this window has not read. */
  old(plateId: string): OldRows<Constituent> | undefined {
    return this.state(plateId)?.list === undefined ? this.#old?.lists.find(({ about }) => about === plateId)?.old : undefined;
  }

  /** Reads the first page unless that was done or tried before; what another window has read will do. */
  open(plateId: string): void {
    if (!this.#plates.has(plateId)) void this.#read(plateId, 'opened');
  }

  /** Reads all pages, one after the other. @param why - If it is `opened`, what another window has read will do. */
  async readWhole(plateId: string, why: 'opened' | 'refreshed'): Promise<void> {
    await this.#read(plateId, why);
    for (let state = this.state(plateId); state?.hasMore === true && state.error === undefined; state = this.state(plateId))
      await this.loadMore(plateId);
  }

  /** Reads the next page; does nothing when there is none or a request is under way. */
  async loadMore(plateId: string): Promise<void> {
    const plate = this.#plates.get(plateId);
    if (plate !== undefined) await this.#fly(plate, async () => plate.list.more());
  }

  /** Reads as many constituents as are shown again, at least one page; what is shown stays until they arrive. */
  async refresh(plateId: string): Promise<void> {
    await this.#read(plateId, 'refreshed');
  }

  async #read(plateId: string, why: 'opened' | 'refreshed'): Promise<void> {
    const isByHand = why === 'refreshed';
    const plate = this.#plates.get(plateId) ?? { list: this.#create(plateId), flight: undefined, isByHand };
    this.#plates.set(plateId, plate);
    plate.isByHand = isByHand;
    const { shown } = plate.list.state;
    const wanted = shown === undefined ? 1 : seen(shown.list).items.length;
    await this.#fly(plate, async () => plate.list.start(plateId, wanted));
  }

  /** Refreshes every plate that was opened. */
  async refreshAll(): Promise<void> {
    await Promise.all([...this.#plates.keys()].map(async (plateId) => this.refresh(plateId)));
  }

  /** Forgets a plate, cancelling what is under way for it. */
  forget(plateId: string): void {
    this.#plates.get(plateId)?.list.dispose();
    this.#plates.delete(plateId);
  }

  /** Forgets everything, because it belongs to another session or connection. */
  reset(): void {
    const known = [...this.#plates.keys()];
    this.#sizes = pageSizes;
    this.#otherCallAtMs = undefined;
    for (const plateId of known) this.forget(plateId);
    for (const plateId of known) this.#changed.fire(plateId);
  }

  dispose(): void {
    this.#return?.dispose();
    for (const plateId of [...this.#plates.keys()]) this.forget(plateId);
    this.#changed.dispose();
  }

  /** A second caller joins the request in progress. */
  async #fly(plate: Plate, read: () => Promise<void>): Promise<void> {
    plate.flight ??= read().finally(() => (plate.flight = undefined));
    await plate.flight;
  }

  #create(plateId: string): PagedList<string, Constituent> {
    const { access, clock, log } = this.dependencies;
    const part = this.#part(plateId);
    const list: PagedList<string, Constituent> = new PagedList({
      part: () => part,
      clock,
      identity: () => identityOf(access.current),
      changed: () => {
        const { phase } = list.state;
        if (phase.kind === 'failed' && !ServiceError.is(phase.error)) log?.error('A plate could not be read', phase.error);
        this.#changed.fire(plateId);
        this.#old?.touch();
      },
    });
    return list;
  }

  #part(plateId: string): ListPart<Constituent> {
    let size = 1;
    const { access, clock } = this.dependencies;
    const isOther = (): boolean => this.#otherCallAtMs !== undefined && clock.monotonicMs() - this.#otherCallAtMs < askAgainMs;
    const call: ConstituentsCall = {
      get isOther() {
        return isOther();
      },
      found: (offered) => {
        if (offered === 'neither') this.#otherCallAtMs = undefined;
        else if (!isOther()) this.#otherCallAtMs = clock.monotonicMs();
      },
    };
    const own = constituentsPart(async () => access.client(), { plateId, limit: () => size, call });
    const part = sharedPart(own, () => (this.#plates.get(plateId)?.isByHand === false ? sharedForMs : 0));
    return {
      ...part,
      ask: async (cursor, options) => {
        // Only a first page decides: on later pages the service may be rejecting the cursor.
        if (cursor !== '') return part.ask(cursor, options);
        const sizes = this.#sizes;
        for (let at = 0; ; at += 1) {
          size = sizes[at] ?? 1;
          try {
            const page = await part.ask(cursor, options);
            // A plate that is rejected at every size says nothing about the others.
            if (at > 0 && this.#sizes === sizes) this.#sizes = sizes.slice(at);
            return page;
          } catch (error) {
            if (at + 1 >= sizes.length || !mayBeSize(error)) throw error;
          }
        }
      },
    };
  }
}

/** A list that could not be read leaves the previous one in place. */
function readRows(plateId: string, state: PlateState | undefined): readonly ReadRows<string, Constituent>[] {
  if (state?.list === undefined || state.list.verdict === 'notOffered' || state.updatedAtMs === undefined) return [];
  const { items, gaps } = seen(state.list);
  if (gaps.some(({ kind }) => kind === 'failed')) return [];
  return [{ about: plateId, rows: items, asOfMs: state.updatedAtMs, isWhole: gaps.length === 0 }];
}

function mayBeSize(error: unknown): boolean {
  if (error instanceof ApiError && error.serverCode === serverCodes.invalidParameter) return true;
  return (error instanceof ApiError || error instanceof HttpError) && rejectedStatuses.includes(error.status);
}
