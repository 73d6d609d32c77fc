import * as l10n from '@vscode/l10n';
import type { TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { checkSearch, hotLimits } from '../../domain/calendar/calendarQuery';
import type { FieldProblem, SearchForm } from '../../domain/calendar/calendarQuery';
import { basicDate, dayOfDate, presentZone } from '../../domain/time/zones';
import type {
  ListName,
  PanelAction,
  PanelSettings,
  ShownForm,
  ShowRequest,
  TabName,
  ToCalendarHost,
  ToCalendarPage,
  WeekDay,
} from '../../panel/calendar/calendarProtocol';
import type { Handlers } from '../../panel/platform/messages';
import type { SessionView } from '../../panel/platform/sessionView';
import type { GridEvents } from '../shared/grid/gridView';
import type { Host } from '../shared/host';
import { NarrowPage, PageWidth } from '../shared/narrow';
import { PageElement } from '../shared/pageElement';
import { PopOver } from '../shared/popOver';
import type { Filters } from './controls/filters';
import { createFormats } from './format';
import type { RowAction } from './list/eventButtons';
import { rowOffers } from './list/eventGrid';
import { ListFlow } from './list/listFlow';
import type { EventLine } from './list/listModel';
import { PageClock } from './pageClock';
import { PageState } from './pageState';
import { pageTemplate } from './pageTemplate';
import type { CalendarActions } from './pageTemplate';
import { effectivePageSize, fieldsOf } from './viewState';
import type { ViewState } from './viewState';

/** The calendar page: agenda, search, and hot list, each of which is read on demand. */
export class CalendarPage extends PageElement implements CalendarActions {
  @state() private session: SessionView = { kind: 'signedOut' };
  @state() private settings: PanelSettings = { zone: presentZone(Intl.DateTimeFormat().resolvedOptions().timeZone), pageSize: 20 };
  @state() private view: ViewState;
  @state() private days: readonly WeekDay[] = [];
  @state() private now = Date.now();
  @state() private hasStarted = false;
  @state() private problem: FieldProblem | undefined;
  @state() private isDateInvalid = false;
  @state() private announcement = '';
  @state() private waiting = '';
  /** Columns without space are shown as well: the list scrolls sideways then. */
  @state() private showsAll = false;

  readonly #kept: PageState;
  /** The lists that were asked with what the form says, until they are answered. */
  readonly #asked = new Map<ListName, 'asked' | 'stopped'>();
  /** The form names a search whose rows were not stored. */
  #owesSearch = false;
  readonly #narrow = new NarrowPage(this);
  readonly #width = new PageWidth(this);
  readonly #formats = createFormats(document.documentElement.lang);
  readonly #flow = new ListFlow(
    {
      host: { send: (type, body) => this.host.send(type, body) },
      view: () => this.#kept.view,
      zone: () => this.settings.zone,
      isSignedIn: () => this.session.kind === 'signedIn',
      changed: () => this.requestUpdate(),
      announce: (text) => (this.announcement = text),
    },
    this.#formats,
  );
  readonly #clock = new PageClock({
    zone: () => this.settings.zone,
    tick: (now) => (this.now = now),
    nextRelease: (now) => this.#flow.model.nextRelease(now),
    newDay: () => {
      if (this.view.hotDate === null && this.#flow.hasHot) {
        if (this.session.kind === 'signedIn') this.#loadHot();
        else this.#flow.forgetHot();
      }
      this.#ensure();
    },
  });

  constructor(private readonly host: Host<ToCalendarHost>) {
    super();
    this.#kept = new PageState(host);
    this.view = this.#kept.view;
  }

  readonly handlers: Handlers<ToCalendarPage> = {
    start: (start) => this.#start(start),
    week: (days) => (this.days = days),
    reminders: (reminders) => this.#flow.setReminders(reminders),
    holdings: (held) => this.#flow.setHeld(held),
    list: (list) => {
      this.#flow.take(list);
      if (list.state.phase === 'loading') return;
      if (this.#asked.get(list.name) === 'stopped') this.#wasStopped(list.state.form);
      this.#asked.delete(list.name);
      this.#clock.restart();
    },
    session: (session) => {
      this.session = session;
      this.#flow.showState();
      this.#ensure();
    },
    settings: (settings) => {
      const before = this.settings.zone;
      this.settings = settings;
      if (settings.zone !== before) this.#zoneChanged();
    },
    show: (request) => this.#show(request),
    keep: (kept) => this.#kept.keep(kept),
    notice: ({ text }) => (this.announcement = text),
    waiting: (reason) => (this.waiting = reason),
  };

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('keydown', this.#pageKey);
    this.#clock.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('keydown', this.#pageKey);
    this.#clock.stop();
  }

  protected override willUpdate(): void {
    this.#flow.layOut();
  }

  protected override render(): TemplateResult {
    const { view, session, settings, days, now, hasStarted, problem, isDateInvalid, announcement, waiting } = this;
    const { model, isSeeking, held, reminders, arrived, place } = this.#flow;
    return pageTemplate(
      {
        ...{ view, session, settings, days, now, hasStarted, problem, isDateInvalid, announcement, waiting },
        ...{ model, isSeeking, held, reminders, arrived, place, formats: this.#formats, isNarrow: this.#narrow.isNarrow },
        ...{ width: this.#width.pixels, showsAll: this.showsAll },
      },
      this,
    );
  }

  readonly selectTab = (name: TabName, isLoading = false): void => {
    if (name !== this.view.tab) {
      this.#set({ tab: name });
      this.#flow.switched();
    }
    if (!isLoading) this.#ensure();
  };

  readonly change = (change: Partial<ViewState>): void => {
    // What was wrong may be right now: the next search tells.
    this.problem = undefined;
    this.#set(change);
  };

  readonly changeAndSearch = (change: Partial<ViewState>): void => {
    this.problem = undefined;
    this.#set(change);
    if (this.view.keyword.trim() !== '') this.search();
  };

  readonly search = (): void => {
    const { isSearching } = this.view;
    [this.problem] = checkSearch(this.#form);
    if (this.problem !== undefined) {
      this.#pointOut(this.problem);
      return;
    }
    this.#askSearch();
    this.#set({ isSearching: true });
    if (!isSearching) this.#flow.switched();
    this.#flow.seekNow();
  };

  readonly searchFor = (keyword: string): void => this.#show({ tab: 'search', search: { keyword, searchType: null } });

  readonly clearSearch = (): void => {
    this.problem = undefined;
    this.#set({ keyword: '', isSearching: false });
    this.#flow.switched();
    this.#focusOn('[role=searchbox]');
    this.#ensure();
  };

  readonly refresh = (): void => this.act('retry');

  readonly act = (action: PanelAction): void => this.host.send('act', { name: this.#flow.model.name, action });

  readonly chooseDate = (date: string | null): void => {
    this.isDateInvalid = false;
    this.#set({ hotDate: date });
    this.#loadHot();
  };

  readonly invalidDate = (): void => {
    this.isDateInvalid = true;
  };

  readonly showDay = (date: string): void => this.#show({ tab: 'hot', search: null, date });

  readonly showFound = (date: string): void => {
    const day = dayOfDate(date);
    if (day !== undefined) this.#flow.toDay(day);
  };

  /** Taken from the days of the strip if known there; otherwise the extension looks for it. */
  readonly nextDay = (): void => {
    const { zone } = this.settings;
    const after = this.view.hotDate ?? basicDate(zone, Date.now());
    const next = this.days.find(({ date, count }) => date > after && count !== null && count > 0);
    if (next === undefined) this.host.send('nextDay', { after, zone });
    else this.showDay(next.date);
  };

  readonly filter = (change: Partial<Filters>): void => {
    this.#flow.movedOn();
    this.#set(change);
  };

  readonly clearFilters = (): void => this.filter({ leastStars: 1, onlyStars: null, countries: [], onlyMine: false });

  readonly sortByTime = (): void => this.#set({ sortByTime: !this.view.sortByTime });

  readonly export = (format: 'csv' | 'ics'): void => {
    const indexes = this.#flow.model.items.flatMap((item) => (item.kind === 'row' ? [item.row.index] : []));
    if (indexes.length > 0) this.host.send('exportList', { ...this.#flow.reference(), indexes, format });
  };

  readonly chooseZone = (zone: string): void => {
    this.settings = { ...this.settings, zone };
    this.host.send('zone', zone);
    this.#zoneChanged();
  };

  readonly toNow = (): void => this.#flow.toNow();

  readonly askMore = (): void => this.#flow.askMore();

  readonly toggleAll = (): void => {
    this.showsAll = !this.showsAll;
  };

  readonly actOn = (action: RowAction, { index, event }: EventLine): void => {
    const { history, reminder } = rowOffers(this.#flow.model, event, this.now);
    if ((action === 'showHistory' && !history) || (action === 'remind' && !reminder)) return;
    if (action === 'copyRow') this.host.send('copyRows', { ...this.#flow.reference(), indexes: [index] });
    else this.host.send(action, { ...this.#flow.reference(), index });
  };

  readonly moved = (event: Event): void => {
    if (!(event instanceof KeyboardEvent && event.key === 'n')) this.#flow.stopSeeking();
  };

  readonly gridEvents: GridEvents<EventLine> = {
    open: (line) => this.actOn('openLink', line),
    copy: (lines) => this.host.send('copyRows', { ...this.#flow.reference(), indexes: lines.map(({ index }) => index) }),
    nearEnd: () => this.#flow.nearEnd(),
    scrolled: (top) => this.#scrolled(top),
    key: (key, line) => {
      const actions: Readonly<Record<string, RowAction>> = { e: 'exportEvent', h: 'showHistory', r: 'remind' };
      const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
      if (key === 'n') this.toNow();
      else if (action !== undefined && line !== undefined) this.actOn(action, line);
      return key === 'n' || action !== undefined;
    },
  };

  readonly #pageKey = (event: KeyboardEvent): void =>
    handlePageKey(event, {
      toKeyword: () => {
        this.selectTab('search');
        this.#focusOn('[role=searchbox]');
      },
      toGrid: () => this.querySelector<HTMLElement>('market-grid')?.focus(),
      stop: () => this.#stop(),
    });

  get #form(): SearchForm {
    const { keyword, searchType, order, pageSize } = this.view;
    return { keyword, searchType, order, pageSize: effectivePageSize(pageSize, this.settings.pageSize) };
  }

  #askSearch(): void {
    this.#asked.set('search', 'asked');
    this.#owesSearch = false;
    // Until the answer is there, the rows that are stored are of another search.
    this.#kept.keep(null);
    this.host.send('search', this.#form);
  }

  #stop(): void {
    const { name, state } = this.#flow.model;
    if (state.phase !== 'loading') return;
    if (this.#asked.has(name)) this.#asked.set(name, 'stopped');
    this.#flow.stopSeeking();
    this.host.send('stop', { name });
  }

  /** The form names what the rows are of: not the search or the day that was stopped. */
  #wasStopped(form: ShownForm | null): void {
    if (form === null) return;
    const before = this.view;
    if (form.kind === 'hot') this.#set({ hotDate: form.date });
    else this.#set(fieldsOf(form.search, this.settings.pageSize));
    if (JSON.stringify(before) !== JSON.stringify(this.view))
      this.announcement = l10n.t('Stopped. The form matches the events shown again.');
  }

  #start({ session, settings, lists, show, week, reminders, view }: ToCalendarPage['start']): void {
    this.#kept.resume(view);
    [this.session, this.settings, this.view, this.days, this.hasStarted] = [session, settings, this.#kept.view, week, true];
    this.#flow.setReminders(reminders);
    this.#flow.start(lists);
    this.#owesSearch = !this.#flow.hasSearch;
    if (show !== null) this.#show(show);
    this.#ensure();
  }

  #show({ tab, search, date }: ShowRequest): void {
    if (date !== undefined) this.#set({ hotDate: date === basicDate(this.settings.zone, Date.now()) ? null : date });
    if (search !== null) this.#set({ keyword: search.keyword, searchType: search.searchType ?? this.view.searchType });
    this.selectTab(tab, date !== undefined);
    if (date !== undefined) this.#loadHot();
    if (search !== null) this.search();
  }

  #pointOut({ field }: FieldProblem): void {
    const options = this.querySelector('.search-options');
    if (field !== 'limit') this.#focusOn('[role=searchbox]');
    else if (options instanceof PopOver) options.open();
  }

  /** Reads what is shown for the first time: the coming days for the strip, the hot list, and a search whose rows were not stored. */
  #ensure(): void {
    if (!this.hasStarted || this.session.kind !== 'signedIn') return;
    this.host.send('agenda', { zone: this.settings.zone });
    if (this.view.tab === 'hot' && !this.#flow.hasHot) this.#loadHot();
    if (this.#owesSearch && this.view.tab === 'search' && this.view.isSearching) this.#searchAgain();
    this.#flow.held.want(this.#flow.model);
  }

  #loadHot(): void {
    this.#asked.set('hot', 'asked');
    this.#clock.markToday();
    this.#flow.seekNow();
    this.#set({ scroll: { ...this.#kept.view.scroll, hot: 0 } });
    if (this.session.kind === 'signedIn')
      this.host.send('hot', { date: this.view.hotDate, zone: this.settings.zone, pageSize: hotLimits.most });
  }

  #searchAgain(): void {
    this.#owesSearch = false;
    if (checkSearch(this.#form).length > 0) {
      this.#set({ isSearching: false });
      this.#flow.switched();
      return;
    }
    this.#askSearch();
    this.#flow.seekNow();
  }

  #zoneChanged(): void {
    this.#set({});
    if (this.#flow.hasHot) this.#loadHot();
    this.#ensure();
  }

  #scrolled(top: number): void {
    const { name } = this.#flow.model;
    const { view } = this.#kept;
    if (!this.hasStarted || view.scroll[name] === top) return;
    this.#flow.movedOn();
    // Does not need a redraw.
    this.#kept.set({ ...view, scroll: { ...view.scroll, [name]: top } });
  }

  #set(change: Partial<ViewState>): void {
    this.view = { ...this.#kept.view, ...change };
    this.#kept.set(this.view);
  }

  #focusOn(selector: string): void {
    void this.updateComplete.then(() => {
      const field = this.querySelector<HTMLInputElement>(selector);
      field?.focus();
      field?.select();
    });
  }
}

customElements.define('calendar-page', CalendarPage);

interface PageKeyActions {
  readonly toKeyword: () => void;
  readonly toGrid: () => void;
  readonly stop: () => void;
}

/** Keys of the whole page: `/` focuses the keyword, Down goes from there to the rows, Escape stops a search. */
function handlePageKey(event: KeyboardEvent, { toKeyword, toGrid, stop }: PageKeyActions): void {
  const path = event.composedPath();
  const isTyping = path.some((target) => target instanceof HTMLInputElement);
  const isKeyword = path.some((target) => target instanceof Element && target.classList.contains('keyword'));
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    toKeyword();
  }
  if (event.key === 'ArrowDown' && isTyping && isKeyword) {
    event.preventDefault();
    toGrid();
  }
  if (event.key === 'Escape') stop();
}
