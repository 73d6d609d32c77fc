import { searchLimits } from '../../domain/calendar/calendarQuery';
import type { SearchForm } from '../../domain/calendar/calendarQuery';
import { historyOf, indicatorsIn } from '../../domain/calendar/indicatorHistory';
import type { History, Indicator } from '../../domain/calendar/indicatorHistory';
import { indicatorKey, searchWords } from '../../domain/calendar/indicatorName';
import { seen } from '../../service/lists/list';
import type { Gap } from '../../service/lists/list';
import { readList } from '../../service/lists/readList';
import { searchPart } from '../../service/endpoints/sources';
import type { CalendarEvent } from '../../service/records';
import { Emitter } from '../platform/emitter';
import type { Disposable, MachineClock } from '../platform/ports';
import type { ServiceAccess } from '../session/serviceAccess';
import { createSearchList } from './calendarSearch';
import type { CalendarList } from './calendarSearch';

export interface HistoryState extends History {
  readonly indicator: Indicator | undefined;
  /** What was searched for. */
  readonly keyword: string;
  /** Events that were read so far, of any indicator. */
  readonly read: number;
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** What the search lacks; not meaningful while it is loading. */
  readonly gaps: readonly Gap[];
  readonly error: unknown;
}

/**
 * Past releases of one indicator, found with the calendar search alone: the words of its name are searched for, all pages are
 * read one after the other, and the releases of other indicators are left out. What was read is shown while the rest is read.
 */
export class IndicatorHistory implements Disposable {
  readonly #changed = new Emitter<HistoryState>();
  readonly onDidChange = this.#changed.event;
  readonly #list: CalendarList<SearchForm>;
  #indicator: Indicator | undefined;
  /** Its releases among the first `#looked` events of the list. */
  #found: CalendarEvent[] = [];
  #looked = 0;
  #turn = 0;

  constructor(
    access: Pick<ServiceAccess, 'client' | 'current'>,
    private readonly clock: Pick<MachineClock, 'wallMs' | 'monotonicMs'>,
  ) {
    this.#list = createSearchList(access, clock);
    this.#list.onDidChange(({ kind }) => {
      if (kind === 'rows') this.#looked = 0;
      this.#look();
      this.#changed.fire(this.state);
    });
  }

  get state(): HistoryState {
    const { shown, phase } = this.#list.state;
    const { items, gaps } = shown === undefined ? { items: [], gaps: [] } : seen(shown.list);
    const isReading = phase.kind === 'loading' || phase.kind === 'loadingMore';
    const history =
      this.#indicator === undefined ? { past: [], next: undefined } : historyOf(this.#indicator, this.#found, this.clock.wallMs());
    return {
      ...history,
      indicator: this.#indicator,
      keyword: this.#list.state.query?.keyword ?? '',
      read: items.length,
      phase: isReading ? 'loading' : phase.kind === 'failed' ? 'failed' : shown === undefined ? 'idle' : 'ready',
      gaps,
      error: phase.kind === 'failed' ? phase.error : undefined,
    };
  }

  /** Reads all releases of an indicator. Settles when they are read, it has failed, or another one is wanted. */
  async show(indicator: Indicator): Promise<void> {
    this.#indicator = indicator;
    this.#turn += 1;
    const turn = this.#turn;
    this.#list.clear();
    await this.#list.start(formFor(searchWords(indicator.text, indicator.country)));
    await this.#readOn(turn);
  }

  /** Reads what could not be read before; all of it where nothing failed. */
  async retry(): Promise<void> {
    if (this.#indicator === undefined) return;
    if (this.#list.state.phase.kind !== 'failed' || this.#list.state.shown === undefined) return this.show(this.#indicator);
    this.#turn += 1;
    const turn = this.#turn;
    await this.#list.retry();
    await this.#readOn(turn);
  }

  /** Reads no more pages; what was read stays. */
  stop(): void {
    this.#turn += 1;
    this.#list.stop();
  }

  /** Forgets the releases: they belong to another service or user. */
  reset(): void {
    this.#turn += 1;
    this.#list.clear();
  }

  dispose(): void {
    this.#turn += 1;
    this.#list.dispose();
    this.#changed.dispose();
  }

  /** Looks at what came since the last look: names take time to compare. */
  #look(): void {
    const { shown } = this.#list.state;
    const items = shown === undefined || this.#indicator === undefined ? [] : seen(shown.list).items;
    const wanted = this.#indicator === undefined ? '' : indicatorKey(this.#indicator);
    if (this.#looked === 0) this.#found = [];
    this.#found.push(...items.slice(this.#looked).filter((event) => indicatorKey(event) === wanted));
    this.#looked = items.length;
  }

  async #readOn(turn: number): Promise<void> {
    while (this.#turn === turn && this.#list.state.phase.kind === 'ready' && this.#list.state.shown?.hasMore === true)
      await this.#list.more();
  }
}

function formFor(keyword: string): SearchForm {
  return { keyword, searchType: 1, order: 'ascending', pageSize: searchLimits.most };
}

/** Events that are read to offer their indicators. */
const mostOffered = 300;

/** The indicators that a keyword finds, each as one of its releases names it, important ones first. */
export async function findIndicators(
  access: Pick<ServiceAccess, 'client'>,
  keyword: string,
  signal: AbortSignal,
): Promise<readonly CalendarEvent[]> {
  const query = { keyword: keyword.trim(), searchType: 1, limit: searchLimits.most } as const;
  const list = await readList([searchPart(async () => access.client(), query)], { signal, wanted: mostOffered });
  return indicatorsIn(seen(list).items).toSorted((one, other) => other.star - one.star);
}
