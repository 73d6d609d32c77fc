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
  /** The search keyword. */
  readonly keyword: string;
  /** Number of events read so far, of any indicator. */
  readonly read: number;
  readonly phase: 'idle' | 'loading' | 'ready' | 'failed';
  /** True once the search was answered, even with no events. */
  readonly isAnswered: boolean;
  /** What is missing from the search; not meaningful while it is loading. */
  readonly gaps: readonly Gap[];
  readonly error: unknown;
}

/**
 * Past releases of one indicator, found with the calendar search alone: it searches for the words of the name, reads all pages one after the
 * other, and leaves out the releases of other indicators. Results are shown while more pages are read.
 */
export class IndicatorHistory implements Disposable {
  readonly #changed = new Emitter<HistoryState>();
  readonly onDidChange = this.#changed.event;
  readonly #list: CalendarList<SearchForm>;
  #indicator: Indicator | undefined;
  /** The indicator's releases among the first `#looked` events of the list. */
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
      isAnswered: shown !== undefined && shown.list.verdict !== 'notOffered',
      gaps,
      error: phase.kind === 'failed' ? phase.error : undefined,
    };
  }

  /** Reads all releases of an indicator. Settles when they are read, reading failed, or another indicator is wanted. */
  async show(indicator: Indicator): Promise<void> {
    this.#indicator = indicator;
    this.#turn += 1;
    const turn = this.#turn;
    this.#list.clear();
    await this.#list.start(formFor(searchWords(indicator.text, indicator.country)));
    await this.#readOn(turn);
  }

  /** Reads what could not be read before, or everything if nothing failed. */
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

  /** Forgets the releases because they belong to another service or user. */
  reset(): void {
    this.#turn += 1;
    this.#list.clear();
  }

  dispose(): void {
    this.#turn += 1;
    this.#list.dispose();
    this.#changed.dispose();
  }

  /** Goes through the events added since the last call, because comparing names takes time. */
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

/** The number of events read to offer their indicators. */
const mostOffered = 300;

/** The indicators that a keyword finds, each named as in one of its releases, important ones first. */
export async function findIndicators(
  access: Pick<ServiceAccess, 'client'>,
  keyword: string,
  signal: AbortSignal,
): Promise<readonly CalendarEvent[]> {
  const query = { keyword: keyword.trim(), searchType: 1, limit: searchLimits.most } as const;
  const list = await readList([searchPart(async () => access.client(), query)], { signal, wanted: mostOffered });
  return indicatorsIn(seen(list).items).toSorted((one, other) => other.star - one.star);
}
