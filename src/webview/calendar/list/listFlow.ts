import * as l10n from '@vscode/l10n';
import { plainText } from '../../../domain/text/segments';
import type {
  HeldSecurity,
  ListContent,
  ListName,
  ListState,
  RemindedRelease,
  ToCalendarHost,
  ToCalendarPage,
} from '../../../panel/calendar/calendarProtocol';
import { Delay } from '../../shared/delay';
import type { GridPlace } from '../../shared/grid/gridView';
import type { Host } from '../../shared/host';
import { listText } from '../../shared/texts/listText';
import { isFiltered } from '../controls/filters';
import type { Formats } from '../format';
import type { ViewState } from '../viewState';
import { HeldRows } from './held';
import { dayId, nowId } from './listModel';
import type { ListModel } from './listModel';
import { ReminderMarks } from './reminderMarks';
import { ShownLists } from './shownLists';

/** Pages that are read to reach the present before the user has to request more. */
const mostPages = 40;

type Seeking = 'found' | 'reading' | 'gaveUp' | 'idle';

/** Scrolls a list to the present: reads page by page until the present is among the rows, or gives up after many pages. */
export class NowSeeker {
  #isSeeking = false;
  #pages = 0;

  /** The next rows that arrive are scrolled to the present. */
  start(): void {
    this.#isSeeking = true;
    this.#pages = 0;
  }

  /** The user moved elsewhere. */
  stop(): void {
    this.#isSeeking = false;
  }

  get isSeeking(): boolean {
    return this.#isSeeking;
  }

  /** What to do for the current state of the list: show the present, read another page, or nothing. */
  next(model: ListModel, now: number): Seeking {
    if (!this.#isSeeking || model.isReading) return 'idle';
    if (model.state.phase === 'failed' || model.rows.length === 0) {
      this.#isSeeking = false;
      return 'idle';
    }
    if (model.reachesNow(now)) {
      this.#isSeeking = false;
      return model.hasNow ? 'found' : 'idle';
    }
    if (this.#pages >= mostPages) {
      this.#isSeeking = false;
      return 'gaveUp';
    }
    this.#pages += 1;
    return 'reading';
  }
}

/** Pages that a filter may request automatically before the user has to. */
const mostAutomaticPages = 3;
/** A first page that does not fill the list is painted, and another search can start, before more is loaded. */
const fillDelayMs = 150;

interface MoreSituation {
  /** Whether more pages can be read now. */
  readonly canRead: boolean;
  readonly isFiltered: boolean;
  readonly isScrolled: boolean;
}

/** Reads on when the last rows become visible, but does not read a whole list because a filter hides it. */
class MoreLoader {
  #automaticPages = 0;
  readonly #filling = new Delay(fillDelayMs, () => this.#ask());

  constructor(
    private readonly situation: () => MoreSituation,
    private readonly askMore: () => void,
  ) {}

  /** The user scrolled or filtered, or the list changed: the count of automatic pages starts again. */
  reset(): void {
    this.#automaticPages = 0;
  }

  nearEnd(): void {
    const { canRead, isFiltered, isScrolled } = this.situation();
    if (!canRead || (isFiltered && this.#automaticPages >= mostAutomaticPages)) return;
    this.#filling.stop();
    if (isScrolled) this.#ask();
    else this.#filling.start();
  }

  #ask(): void {
    if (!this.situation().canRead) return;
    this.#automaticPages += 1;
    this.askMore();
  }
}

const waitingDelayMs = 100;
const flashMs = 3000;
/** Rows of the past that stay visible above "now". */
const pastInSight = 3;
/** The most values that are announced one by one; beyond that, only their number is. */
const mostReadOut = 3;

interface FlowPage {
  readonly host: Pick<Host<ToCalendarHost>, 'send'>;
  readonly view: () => ViewState;
  readonly zone: () => string;
  readonly isSignedIn: () => boolean;
  /** Called when the page has to be drawn again. */
  readonly changed: () => void;
  readonly announce: (text: string) => void;
}

/** Controls what the page shows of its lists, and reads further: toward the present, and page by page. */
export class ListFlow {
  readonly held = new HeldRows(() => this.page.host.send('holdings', null));
  readonly reminders = new ReminderMarks();
  /** The place to scroll the list to. */
  place: GridPlace | undefined;
  /** Rows whose value has just arrived. */
  arrived: ReadonlySet<number> = new Set();
  readonly #lists: ShownLists;
  readonly #seeker = new NowSeeker();
  readonly #more = new MoreLoader(
    () => {
      const { state, name } = this.model;
      return {
        canRead: state.end === 'more' && state.phase === 'ready' && this.page.isSignedIn(),
        isFiltered: isFiltered(this.page.view()),
        isScrolled: this.page.view().scroll[name] > 0,
      };
    },
    () => this.askMore(),
  );
  /** Delays the loading state: announcing it for a fast response would only hold up the result. */
  readonly #announcing = new Delay(waitingDelayMs, () => this.showState());
  readonly #flashing = new Delay(flashMs, () => {
    this.arrived = new Set();
    this.page.changed();
  });

  constructor(
    private readonly page: FlowPage,
    formats: Formats,
  ) {
    this.#lists = new ShownLists(formats);
  }

  /** The list that is shown. */
  get model(): ListModel {
    return this.#lists.shown(this.page.view());
  }

  get isSeeking(): boolean {
    return this.#seeker.isSeeking;
  }

  /** The hot list was requested. */
  get hasHot(): boolean {
    return this.#lists.of('hot').state.phase !== 'idle';
  }

  /** There are rows of a search, or it was requested. */
  get hasSearch(): boolean {
    return this.#lists.of('search').state.phase !== 'idle';
  }

  reference(): { readonly name: ListName; readonly generation: number; readonly zone: string } {
    const { name, state } = this.model;
    return { name, generation: state.generation, zone: this.page.zone() };
  }

  start(contents: Readonly<Record<ListName, ListContent>>): void {
    this.#lists.start(contents);
    this.switched();
    // Rows that nobody has scrolled begin at the present, as when they were read.
    if (this.model.name !== 'search' || this.page.view().scroll.search > 0 || !this.page.isSignedIn()) return;
    this.#seeker.start();
    this.#seek();
  }

  take({ name, state, from, rows, isReread }: ToCalendarPage['list']): void {
    const model = this.#lists.of(name);
    model.state = state;
    const arrived = rows === null ? [] : model.replace(from, rows);
    if (model !== this.model) return;
    if (rows === null && model.isReading) {
      this.#announcing.start();
      return;
    }
    if (rows !== null && from === 0) {
      this.#more.reset();
      if (isReread) this.#flash(model, arrived);
      else if (name !== 'agenda') {
        this.#startAt(0);
        // Also if the extension repeated the search by itself.
        this.#seeker.start();
      }
    }
    this.showState();
    if (this.page.isSignedIn()) this.held.want(model);
    this.#seek();
  }

  /** The day of the hot list has ended, and the next one can't be read now. */
  forgetHot(): void {
    const { state } = this.#lists.of('hot');
    const none: ListState = { ...state, phase: 'idle', isOld: false, loadedAt: null, isAnswered: false, form: null, problem: null };
    this.take({ name: 'hot', state: none, from: 0, rows: [], isReread: false });
  }

  setReminders(reminders: readonly RemindedRelease[]): void {
    this.reminders.set(reminders);
    this.page.changed();
  }

  /** @param held - Null while the user's holdings are unknown. */
  setHeld(held: readonly HeldSecurity[] | null): void {
    this.held.set(held);
    this.#layOutAgain();
  }

  /** Shows the current state of the list. */
  showState(): void {
    this.#announcing.stop();
    this.model.shownState = this.model.state;
    this.#layOutAgain();
  }

  /** Called when another list is shown. */
  switched(): void {
    this.#seeker.stop();
    this.arrived = new Set();
    this.showState();
    this.#startAt(this.page.view().scroll[this.model.name]);
  }

  /** Must be called before the list is drawn. */
  layOut(): void {
    this.#lists.layOut(this.page.view(), { zone: this.page.zone(), now: Date.now(), held: this.held });
  }

  /** The next rows that arrive are scrolled to the present. */
  seekNow(): void {
    this.#seeker.start();
  }

  toNow(): void {
    this.#seeker.start();
    this.#seek();
  }

  /** Scrolls to a day of the list, if it has rows. */
  toDay(day: number): void {
    this.#seeker.stop();
    this.place = { kind: 'line', id: dayId(day), above: 0 };
    this.page.changed();
  }

  /** The user moved elsewhere. */
  stopSeeking(): void {
    if (!this.#seeker.isSeeking) return;
    this.#seeker.stop();
    this.page.changed();
  }

  askMore(): void {
    const { name, state, rows } = this.model;
    this.page.host.send('more', { name, generation: state.generation, rows: rows.length });
  }

  /** The last rows became visible. */
  nearEnd(): void {
    this.#more.nearEnd();
  }

  /** The user scrolled or filtered. */
  movedOn(): void {
    this.#more.reset();
  }

  #layOutAgain(): void {
    this.#lists.forgetLayout();
    this.page.changed();
  }

  /** Reads on toward the present after a search, or on request. */
  #seek(): void {
    this.layOut();
    switch (this.#seeker.next(this.model, Date.now())) {
      case 'reading':
        this.askMore();
        break;
      case 'found':
        this.place = { kind: 'line', id: nowId, above: pastInSight };
        break;
      case 'gaveUp':
        this.page.announce(l10n.t('The loaded events end before now. Jump to Now loads more.'));
        break;
      case 'idle':
        break;
    }
    this.page.changed();
  }

  #startAt(top: number): void {
    this.place = { kind: 'top', top };
  }

  /** Marks values that arrived while the list is shown. */
  #flash(model: ListModel, indexes: readonly number[]): void {
    if (indexes.length === 0) return;
    this.arrived = new Set(indexes);
    this.#flashing.restart();
    const events = indexes.flatMap((index) => model.rows[index] ?? []);
    this.page.announce(
      events.length > mostReadOut
        ? l10n.t({ message: 'New values: {0}', args: [events.length], comment: ['{0} is a number of releases.'] })
        : listText(events.map(({ text, actual }) => l10n.t('{0}: {1}', plainText(text), actual ?? ''))),
    );
  }
}
