import { countdownStepMs } from '../../domain/calendar/countdown';
import { hotLimits } from '../../domain/calendar/calendarQuery';
import { dayNumber } from '../../domain/time/zones';
import type { ListName, PanelAction, PanelSettings, SessionView, ShowRequest, ToCalendarPage } from '../../panel/calendarProtocol';
import type { CalendarStrings } from '../../panel/calendarStrings';
import { isRecord } from '../../panel/messages';
import type { Handlers } from '../../panel/messages';
import { createFilterBar } from './filterBar';
import type { FilterBarView } from './filterBar';
import { createFormats } from './format';
import type { Formats } from './format';
import { GridView } from './gridView';
import type { Host } from './host';
import { createHotForm } from './hotForm';
import type { HotFormView } from './hotForm';
import { isFiltered, ListModel } from './listModel';
import { PageFrame, panelId } from './pageFrame';
import { createSearchForm } from './searchForm';
import type { SearchFormView } from './searchForm';
import { createTabs } from './tabs';
import type { TabsView } from './tabs';
import { readViewState } from './viewState';
import type { ViewState } from './viewState';

/** Pages that a filter may ask for by itself before the user is asked to. */
const mostAutomaticPages = 3;
const storeDelayMs = 200;
/** A first page that does not fill the list is painted, and a next search can begin, before it is filled up. */
const fillDelayMs = 150;

/** The calendar page: reads the extension's messages, draws, and sends what the user does. */
export class CalendarPage {
  readonly #state: ViewState;
  readonly #lists: Readonly<Record<ListName, ListModel>> = { search: new ListModel('search'), hot: new ListModel('hot') };
  readonly #formats: Formats;
  readonly #tabs: TabsView;
  readonly #searchForm: SearchFormView;
  readonly #hotForm: HotFormView;
  readonly #filters: FilterBarView;
  readonly #grid: GridView;
  readonly #frame: PageFrame;
  /** What the extension gave to be stored; not understood here. */
  #kept: unknown;
  #session: SessionView = { kind: 'signedOut' };
  #settings: PanelSettings = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, pageSize: 20 };
  #hasStarted = false;
  #automaticPages = 0;
  #storeTimer: number | undefined;
  #fillTimer: number | undefined;
  #today: number | undefined;

  constructor(
    private readonly host: Host,
    strings: CalendarStrings,
  ) {
    const stored = host.readState();
    this.#state = readViewState(isRecord(stored) ? stored['view'] : undefined);
    this.#kept = isRecord(stored) ? stored['kept'] : null;
    const common = { state: this.#state, strings, now: () => Date.now() };
    this.#formats = createFormats(document.documentElement.lang, strings);
    this.#tabs = createTabs({ search: strings.tabSearch, hot: strings.tabHot }, panelId, strings.title, (name) => this.#selectTab(name));
    this.#searchForm = createSearchForm({
      ...common,
      defaultPageSize: () => this.#settings.pageSize,
      onSearch: (form) => this.host.send('search', form),
      onChange: () => this.#store(),
    });
    this.#hotForm = createHotForm({ ...common, zone: () => this.#zone(), onDate: () => this.#loadHot(), onReload: () => this.#loadHot() });
    this.#filters = createFilterBar({
      ...common,
      defaultZone: () => this.#settings.zone,
      onFilter: () => this.#filterChanged(),
      onZone: () => this.#zoneChanged(),
      onExport: () => this.#exportRows(),
    });
    this.#grid = new GridView(strings, this.#formats, {
      act: (action, index) => this.host.send(action, { ...this.#reference(), index, zone: this.#zone() }),
      nearEnd: () => this.#nearEnd(),
      scrolled: (offset) => this.#scrolled(offset),
    });
    this.#frame = new PageFrame(strings, this.#formats, { ...this.#stateActions, askMore: () => this.#askMore() });
  }

  /** What the extension may say. */
  readonly handlers: Handlers<ToCalendarPage> = {
    start: ({ session, settings, lists, show }) => {
      this.#session = session;
      this.#settings = settings;
      this.#hasStarted = true;
      for (const name of ['search', 'hot'] as const) {
        this.#lists[name].state = lists[name].state;
        this.#lists[name].replace(0, lists[name].rows);
      }
      this.#draw(true);
      this.#grid.scrollTo(this.#state.scroll[this.#state.tab]);
      if (show === null) this.#ensureHot();
      else this.#show(show);
    },
    list: ({ name, state, from, rows }) => this.#list(name, state, from, rows),
    session: (session) => {
      this.#session = session;
      this.#draw(true);
      this.#ensureHot();
    },
    settings: (settings) => {
      const before = this.#zone();
      this.#settings = settings;
      this.#searchForm.refresh();
      if (this.#zone() === before) this.#draw(true);
      else this.#zoneChanged();
    },
    show: (request) => this.#show(request),
    keep: (kept) => {
      this.#kept = kept;
      this.#store();
    },
    notice: ({ text }) => this.#frame.announce(text),
  };

  /** Builds the page and says that it is ready. */
  mount(body: HTMLElement): void {
    this.#frame.mount(body, {
      top: [this.#tabs.root, this.#filters.zone],
      controls: [this.#searchForm.root, this.#hotForm.root, this.#filters.root],
      grid: this.#grid.root,
    });
    this.#grid.mount();
    this.#grid.root.addEventListener('focus', () => this.#grid.focused());
    this.#grid.root.addEventListener('keydown', (event) => {
      if (event.target === this.#grid.root && this.#grid.key(event)) event.preventDefault();
    });
    document.addEventListener('keydown', (event) => this.#globalKey(event));
    this.#draw(true);
    this.#tick();
    this.host.send('ready', null);
  }

  #model(): ListModel {
    return this.#lists[this.#state.tab];
  }

  #zone(): string {
    return this.#state.zone ?? this.#settings.zone;
  }

  #list(name: ListName, state: ToCalendarPage['list']['state'], from: number, rows: ToCalendarPage['list']['rows']): void {
    const model = this.#lists[name];
    model.state = state;
    if (rows !== null) model.replace(from, rows);
    if (name !== this.#state.tab) return;
    const isNew = rows !== null && from === 0;
    if (isNew) this.#automaticPages = 0;
    this.#draw(!isNew);
    if (isNew) this.#grid.scrollTo(0);
  }

  #show({ tab, search, date }: ShowRequest): void {
    if (date !== undefined) this.#state.hotDate = date;
    if (search !== null) {
      this.#state.keyword = search.keyword;
      if (search.searchType !== null) this.#state.searchType = search.searchType;
    }
    this.#searchForm.refresh();
    this.#hotForm.refresh();
    this.#selectTab(tab);
    if (date !== undefined) this.#loadHot();
    if (search !== null) this.#searchForm.submit();
  }

  #selectTab(name: ListName): void {
    if (name !== this.#state.tab) {
      this.#state.tab = name;
      this.#draw(false);
      this.#grid.scrollTo(this.#state.scroll[name]);
      this.#store();
    }
    this.#ensureHot();
  }

  /** Reads the hot list when it is looked at for the first time or its day is over. */
  #ensureHot(): void {
    const { phase } = this.#lists.hot.state;
    if (this.#state.tab === 'hot' && this.#hasStarted && this.#session.kind === 'signedIn' && phase === 'idle') this.#loadHot();
  }

  #loadHot(): void {
    this.#today = dayNumber(this.#zone(), Date.now());
    this.#state.scroll.hot = 0;
    this.#store();
    if (this.#session.kind === 'signedIn')
      this.host.send('hot', { date: this.#state.hotDate, zone: this.#zone(), pageSize: Math.min(this.#settings.pageSize, hotLimits.most) });
  }

  #zoneChanged(): void {
    this.#hotForm.refresh();
    this.#draw(true);
    this.#store();
    if (this.#lists.hot.state.phase !== 'idle') this.#loadHot();
    else this.#ensureHot();
  }

  #draw(keepPlace: boolean): void {
    const model = this.#model();
    const filters = { leastStars: this.#state.leastStars, country: this.#state.country };
    const now = Date.now();
    model.layOut(this.#zone(), now, filters);
    this.#tabs.select(this.#state.tab);
    this.#searchForm.root.hidden = this.#state.tab !== 'search';
    this.#hotForm.root.hidden = this.#state.tab !== 'hot';
    this.#hotForm.refresh();
    this.#filters.refresh(model.countries());
    this.#grid.show(model, this.#zone(), now, keepPlace);
    this.#frame.show({ model, session: this.#session, hasStarted: this.#hasStarted, isFiltered: isFiltered(filters) }, this.#zone());
  }

  readonly #stateActions = {
    act: (action: PanelAction): void => this.host.send('act', { name: this.#state.tab, action }),
    clearFilters: (): void => {
      this.#state.leastStars = 1;
      this.#state.country = '';
      this.#filterChanged();
    },
    searchFor: (keyword: string): void => this.#show({ tab: 'search', search: { keyword, searchType: null } }),
  };

  #filterChanged(): void {
    this.#automaticPages = 0;
    this.#draw(false);
    this.#store();
  }

  #exportRows(): void {
    const indexes = this.#model().items.flatMap((item) => (item.kind === 'event' ? [item.index] : []));
    if (indexes.length > 0) this.host.send('exportList', { ...this.#reference(), indexes, zone: this.#zone() });
  }

  #reference(): { readonly name: ListName; readonly generation: number } {
    const { name, state } = this.#model();
    return { name, generation: state.generation };
  }

  #nearEnd(): void {
    const { state } = this.#model();
    if (state.end !== 'more' || state.phase !== 'ready' || this.#session.kind !== 'signedIn') return;
    const filtered = isFiltered({ leastStars: this.#state.leastStars, country: this.#state.country });
    if (filtered && this.#automaticPages >= mostAutomaticPages) return;
    window.clearTimeout(this.#fillTimer);
    if (this.#state.scroll[this.#state.tab] > 0) this.#askAutomatically();
    else this.#fillTimer = window.setTimeout(() => this.#askAutomatically(), fillDelayMs);
  }

  #askAutomatically(): void {
    const { state } = this.#model();
    if (state.end !== 'more' || state.phase !== 'ready') return;
    this.#automaticPages += 1;
    this.#askMore();
  }

  #askMore(): void {
    const rows = this.#model().rows.length;
    this.host.send('more', { ...this.#reference(), rows });
  }

  #scrolled(offset: number): void {
    if (!this.#hasStarted || this.#state.scroll[this.#state.tab] === offset) return;
    this.#state.scroll[this.#state.tab] = offset;
    this.#automaticPages = 0;
    this.#store();
  }

  #globalKey(event: KeyboardEvent): void {
    const isTyping = event.composedPath().some((target) => target instanceof HTMLInputElement);
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.#selectTab('search');
      this.#searchForm.focus();
    }
    if (
      event.key === 'ArrowDown' &&
      isTyping &&
      event.composedPath().some((target) => target instanceof Element && target.classList.contains('keyword'))
    ) {
      event.preventDefault();
      this.#grid.root.focus();
    }
    if (event.key === 'Escape' && this.#model().state.phase === 'loading') this.host.send('stop', { name: this.#state.tab });
  }

  /** Keeps the countdown right, and the day when midnight passes. */
  #tick(): void {
    const now = Date.now();
    this.#grid.tick(now);
    const today = dayNumber(this.#zone(), now);
    if (this.#today !== undefined && today !== this.#today) {
      this.#today = today;
      this.#draw(true);
      if (this.#state.hotDate === null && this.#lists.hot.state.phase !== 'idle') this.#loadHot();
    }
    this.#today = today;
    const next = this.#model().nextRelease(now);
    window.setTimeout(() => this.#tick(), Math.min(60_000, next === undefined ? 60_000 : countdownStepMs(next, now)));
  }

  #store(): void {
    window.clearTimeout(this.#storeTimer);
    this.#storeTimer = window.setTimeout(() => this.host.writeState({ view: this.#state, kept: this.#kept }), storeDelayMs);
  }
}
