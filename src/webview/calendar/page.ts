import * as l10n from '@vscode/l10n';
import { hotLimits } from '../../domain/calendar/calendarQuery';
import { basicDate } from '../../domain/time/zones';
import type {
  ListName,
  PanelAction,
  PanelSettings,
  SessionView,
  ShowRequest,
  TabName,
  ToCalendarPage,
  WeekDay,
} from '../../panel/calendar/calendarProtocol';
import type { Handlers } from '../../panel/platform/messages';
import { isFiltered } from './controls/filters';
import { createFormats } from './format';
import type { Formats } from './format';
import { GridView } from './list/gridView';
import { HeldRows } from './list/held';
import type { Host } from './host';
import { ListModel } from './list/listModel';
import { MoreLoader } from './list/moreLoader';
import { NowSeeker } from './list/nowSeeker';
import { ReminderMarks } from './list/reminderMarks';
import { PageClock } from './pageClock';
import { drawPage, drawTimes, drawWeek } from './pageDrawing';
import type { PageSituation, PageViews } from './pageDrawing';
import { PageFrame } from './pageFrame';
import { handlePageKey } from './pageKeys';
import { PageState } from './pageState';
import { createParts } from './parts';
import type { PartActions, Parts } from './parts';
import { Delay } from '../shared/delay';
import type { ViewState } from './viewState';

const waitingDelayMs = 100;

/** The calendar page: reads the extension's messages, draws, and sends what the user does. */
export class CalendarPage {
  readonly #kept: PageState;
  readonly #state: ViewState;
  readonly #lists: Readonly<Record<ListName, ListModel>> = {
    search: new ListModel('search'),
    hot: new ListModel('hot'),
    agenda: new ListModel('agenda'),
  };
  readonly #seeker = new NowSeeker();
  readonly #reminders = new ReminderMarks();
  readonly #held = new HeldRows(() => this.host.send('holdings', null));
  readonly #more = new MoreLoader(
    () => {
      const { state } = this.#model();
      return {
        canRead: state.end === 'more' && state.phase === 'ready' && this.#session.kind === 'signedIn',
        isFiltered: isFiltered(this.#state),
        isScrolled: this.#state.scroll[this.#listName()] > 0,
      };
    },
    () => this.#askMore(),
  );
  readonly #formats: Formats;
  readonly #parts: Parts;
  readonly #grid: GridView;
  readonly #frame: PageFrame;
  readonly #views: PageViews;
  readonly #clock = new PageClock({
    zone: () => this.#zone(),
    tick: (now) => this.#grid.tick(now),
    nextRelease: (now) => this.#model().nextRelease(now),
    newDay: () => {
      this.#draw(true);
      if (this.#state.hotDate === null && this.#lists.hot.state.phase !== 'idle') this.#loadHot();
      this.#ensure();
    },
  });
  /** An answer that comes at once is not announced: drawing that it is waited for would hold it up. */
  readonly #drawLater = new Delay(waitingDelayMs, () => this.#draw(true));
  #session: SessionView = { kind: 'signedOut' };
  #settings: PanelSettings = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, pageSize: 20 };
  #hasStarted = false;
  #hasFormProblem = false;
  #days: readonly WeekDay[] = [];

  constructor(private readonly host: Host) {
    this.#kept = new PageState(host);
    this.#state = this.#kept.view;
    this.#formats = createFormats(document.documentElement.lang);
    const context = {
      state: this.#state,
      formats: this.#formats,
      zone: () => this.#zone(),
      pageSize: () => this.#settings.pageSize,
    };
    this.#parts = createParts(context, this.#partActions);
    this.#grid = new GridView(this.#formats, {
      act: (action, index) => this.host.send(action, { ...this.#reference(), index, zone: this.#zone() }),
      nearEnd: () => this.#more.nearEnd(),
      scrolled: (offset) => this.#scrolled(offset),
      toNow: () => this.#toNow(),
      moved: () => this.#seeker.stop(),
    });
    this.#frame = new PageFrame(this.#formats, { ...this.#stateActions, askMore: () => this.#askMore() });
    this.#views = { parts: this.#parts, grid: this.#grid, frame: this.#frame };
  }

  readonly #partActions: PartActions = {
    selectTab: (name) => this.#selectTab(name),
    search: (form) => {
      const wasSearching = this.#state.isSearching;
      this.#state.isSearching = true;
      this.#seeker.start();
      this.host.send('search', form);
      if (wasSearching) this.#drawLater.start();
      else this.#draw(true);
    },
    formChanged: () => this.#store(),
    clearSearch: () => this.#showAgenda(),
    formProblem: (hasProblem) => {
      if (hasProblem === this.#hasFormProblem) return;
      this.#hasFormProblem = hasProblem;
      this.#draw(true);
    },
    loadHot: () => this.#loadHot(),
    filter: () => this.#filterChanged(),
    exportRows: (format) => this.#exportRows(format),
    chooseZone: (zone) => this.#chooseZone(zone),
    showDay: (date) => this.#show({ tab: 'hot', search: null, date }),
    toNow: () => this.#toNow(),
  };

  /** What the extension may say. */
  readonly handlers: Handlers<ToCalendarPage> = {
    start: (start) => this.#start(start),
    week: (days) => {
      this.#days = days;
      drawWeek(this.#views, this.#situation());
    },
    reminders: (reminders) => {
      this.#reminders.set(reminders);
      this.#draw(true);
    },
    holdings: (held) => {
      this.#held.set(held);
      this.#draw(true);
    },
    list: ({ name, state, from, rows }) => this.#list(name, state, from, rows),
    session: (session) => {
      this.#session = session;
      this.#draw(true);
      this.#ensure();
    },
    settings: (settings) => {
      const before = this.#zone();
      this.#settings = settings;
      this.#parts.searchForm.refresh();
      if (this.#zone() === before) this.#draw(true);
      else this.#zoneChanged();
    },
    show: (request) => this.#show(request),
    keep: (kept) => this.#kept.keep(kept),
    notice: ({ text }) => this.#frame.announce(text),
  };

  readonly #keyActions = {
    toKeyword: (): void => {
      this.#selectTab('search');
      this.#parts.searchForm.focus();
    },
    toGrid: (): void => this.#grid.root.focus(),
    stop: (): void => {
      if (this.#model().state.phase === 'loading') this.host.send('stop', { name: this.#listName() });
    },
  };

  /** Builds the page and says that it is ready. */
  mount(body: HTMLElement): void {
    this.#frame.mount(body, {
      top: [this.#parts.tabs.root, this.#parts.zones.root],
      week: this.#parts.week.root,
      controls: [this.#parts.searchForm.root, this.#parts.hotForm.root, this.#parts.times.root, this.#parts.filters.root],
      grid: this.#grid.root,
    });
    this.#grid.mount();
    document.addEventListener('keydown', (event) => handlePageKey(event, this.#keyActions));
    this.#draw(true);
    this.#clock.start();
  }

  #start({ session, settings, lists, show, week, reminders, view }: ToCalendarPage['start']): void {
    this.#session = session;
    this.#settings = settings;
    this.#kept.resume(view);
    this.#hasStarted = true;
    this.#days = week;
    this.#reminders.set(reminders);
    for (const name of ['search', 'hot', 'agenda'] as const) {
      this.#lists[name].state = lists[name].state;
      this.#lists[name].replace(0, lists[name].rows);
    }
    this.#parts.searchForm.refresh();
    this.#draw(true);
    this.#grid.scrollTo(this.#state.scroll[this.#listName()]);
    if (show !== null) this.#show(show);
    this.#ensure();
  }

  #listName(): ListName {
    if (this.#state.tab === 'hot') return 'hot';
    return this.#state.isSearching ? 'search' : 'agenda';
  }

  #model(): ListModel {
    return this.#lists[this.#listName()];
  }

  #zone(): string {
    return this.#settings.zone;
  }

  #list(name: ListName, state: ToCalendarPage['list']['state'], from: number, rows: ToCalendarPage['list']['rows']): void {
    const model = this.#lists[name];
    model.state = state;
    if (rows !== null) model.replace(from, rows);
    if (name !== this.#listName()) return;
    if (rows === null && model.isReading) {
      this.#drawLater.start();
      return;
    }
    const isNew = rows !== null && from === 0;
    const isFirstOfSearch = isNew && name !== 'agenda';
    if (isNew) this.#more.reset();
    this.#draw(!isFirstOfSearch);
    if (isFirstOfSearch) this.#grid.scrollTo(0);
    if (this.#session.kind === 'signedIn') this.#held.want(model);
    this.#seek();
  }

  /** Goes on towards the present after a search, or when asked to. */
  #seek(): void {
    const model = this.#model();
    switch (this.#seeker.next(model, Date.now())) {
      case 'reading':
        this.#askMore();
        break;
      case 'found':
        this.#grid.scrollToNow();
        break;
      case 'gaveUp':
        this.#frame.announce(l10n.t('The loaded events end before now. Jump to Now loads more.'));
        break;
      case 'idle':
        break;
    }
    drawTimes(this.#views, this.#situation());
  }

  #toNow(): void {
    if (this.#grid.scrollToNow()) return;
    this.#seeker.start();
    this.#seek();
  }

  #show({ tab, search, date }: ShowRequest): void {
    if (date !== undefined) this.#state.hotDate = date === basicDate(this.#zone(), Date.now()) ? null : date;
    if (search !== null) {
      this.#state.keyword = search.keyword;
      if (search.searchType !== null) this.#state.searchType = search.searchType;
    }
    this.#parts.searchForm.refresh();
    this.#parts.hotForm.refresh();
    this.#selectTab(tab, date !== undefined);
    if (date !== undefined) this.#loadHot();
    if (search !== null) this.#parts.searchForm.submit();
  }

  #showAgenda(): void {
    this.#state.isSearching = false;
    this.#hasFormProblem = false;
    this.#seeker.stop();
    this.#draw(false);
    this.#grid.scrollTo(this.#state.scroll.agenda);
    this.#store();
    this.#ensure();
  }

  #selectTab(name: TabName, isLoading = false): void {
    if (name !== this.#state.tab) {
      this.#state.tab = name;
      this.#seeker.stop();
      this.#draw(false);
      this.#grid.scrollTo(this.#state.scroll[this.#listName()]);
      this.#store();
    }
    if (!isLoading) this.#ensure();
  }

  /** Reads what is looked at for the first time: the coming days for the strip, and the hot list. */
  #ensure(): void {
    if (!this.#hasStarted || this.#session.kind !== 'signedIn') return;
    this.host.send('agenda', { zone: this.#zone() });
    if (this.#state.tab === 'hot' && this.#lists.hot.state.phase === 'idle') this.#loadHot();
    this.#held.want(this.#model());
  }

  #loadHot(): void {
    this.#clock.markToday();
    this.#state.scroll.hot = 0;
    this.#seeker.start();
    this.#store();
    if (this.#session.kind === 'signedIn')
      this.host.send('hot', { date: this.#state.hotDate, zone: this.#zone(), pageSize: hotLimits.most });
  }

  #chooseZone(zone: string): void {
    this.#settings = { ...this.#settings, zone };
    this.host.send('zone', zone);
    this.#zoneChanged();
  }

  #zoneChanged(): void {
    this.#parts.hotForm.refresh();
    this.#parts.zones.refresh();
    this.#draw(true);
    this.#store();
    if (this.#lists.hot.state.phase !== 'idle') this.#loadHot();
    this.#ensure();
  }

  #draw(keepPlace: boolean): void {
    this.#drawLater.stop();
    drawPage(this.#views, this.#situation(), keepPlace);
  }

  #situation(): PageSituation {
    return {
      model: this.#model(),
      state: this.#state,
      session: this.#session,
      hasStarted: this.#hasStarted,
      hasFormProblem: this.#hasFormProblem,
      zone: this.#zone(),
      now: Date.now(),
      days: this.#days,
      isSeeking: this.#seeker.isSeeking,
      held: this.#held,
      reminders: this.#reminders,
    };
  }

  readonly #stateActions = {
    act: (action: PanelAction): void => this.host.send('act', { name: this.#listName(), action }),
    clearFilters: (): void => {
      Object.assign(this.#state, { leastStars: 1, onlyStars: null, countries: [], onlyMine: false });
      this.#filterChanged();
    },
    searchFor: (keyword: string): void => this.#show({ tab: 'search', search: { keyword, searchType: null } }),
  };

  #filterChanged(): void {
    this.#more.reset();
    this.#draw(false);
    this.#store();
  }

  #exportRows(format: 'csv' | 'ics'): void {
    const indexes = this.#model().items.flatMap((item) => (item.kind === 'event' ? [item.index] : []));
    if (indexes.length > 0) this.host.send('exportList', { ...this.#reference(), indexes, zone: this.#zone(), format });
  }

  #reference(): { readonly name: ListName; readonly generation: number } {
    const { name, state } = this.#model();
    return { name, generation: state.generation };
  }

  #askMore(): void {
    const rows = this.#model().rows.length;
    this.host.send('more', { ...this.#reference(), rows });
  }

  #scrolled(offset: number): void {
    if (!this.#hasStarted || this.#state.scroll[this.#listName()] === offset) return;
    this.#state.scroll[this.#listName()] = offset;
    this.#more.reset();
    this.#store();
  }

  #store(): void {
    this.#kept.store();
  }
}
