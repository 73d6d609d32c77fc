import * as l10n from '@vscode/l10n';
import { countdownTo } from '../../../domain/calendar/countdown';
import { dayNumber } from '../../../domain/time/zones';
import type { ListContent, ListName } from '../../../panel/calendar/calendarProtocol';
import type { Filters } from '../controls/filters';
import type { Formats } from '../format';
import type { ViewState } from '../viewState';
import type { HeldRows } from './held';
import { ListModel } from './listModel';

interface LayoutState {
  readonly zone: string;
  readonly now: number;
  readonly held: HeldRows;
}

/** The three lists of the page, of which one is shown. */
export class ShownLists {
  readonly #models: Readonly<Record<ListName, ListModel>> = {
    search: new ListModel('search'),
    hot: new ListModel('hot'),
    agenda: new ListModel('agenda'),
  };
  /** The inputs of the current layout; empty forces a new layout. */
  #layout = '';
  #state: LayoutState | undefined;

  constructor(private readonly formats: Formats) {}

  of(name: ListName): ListModel {
    return this.#models[name];
  }

  shown({ tab, isSearching }: Pick<ViewState, 'tab' | 'isSearching'>): ListModel {
    if (tab === 'hot') return this.#models.hot;
    return isSearching ? this.#models.search : this.#models.agenda;
  }

  /** Takes the extension's content of each list. */
  start(contents: Readonly<Record<ListName, ListContent>>): void {
    for (const model of Object.values(this.#models)) {
      const { state, rows } = contents[model.name];
      model.state = state;
      model.replace(0, rows);
    }
  }

  /** Called when rows changed, or what the filters depend on. */
  forgetLayout(): void {
    this.#layout = '';
  }

  /** Lays out the shown list, unless its layout is up to date. */
  layOut(view: ViewState, state: LayoutState): void {
    this.#state = state;
    const { zone, now, held } = state;
    const model = this.shown(view);
    const { leastStars, onlyStars, countries, sortByTime } = view;
    const filters: Filters = { leastStars, onlyStars, countries, onlyMine: view.onlyMine && held.canBeIn(model) };
    const layout = JSON.stringify([model.name, zone, filters, sortByTime, dayNumber(zone, now)]);
    if (layout === this.#layout && !model.isOutrun(now)) return;
    this.#layout = layout;
    model.layOut({
      ...{ zone, now, filters, sortByTime },
      isMine: held.isIn(model),
      dayText: (day) => this.formats.day(day, dayNumber(zone, now)),
      nowText: () => this.#nowText(model),
    });
  }

  /** The text of the present's line: the time, and the time left until the next release. */
  #nowText(model: ListModel): string {
    const { zone, now } = this.#state ?? { zone: 'UTC', now: 0 };
    const next = model.nextRelease(now);
    const present = `${l10n.t('Now')} ${this.formats.clock(now, zone)}`;
    if (next === undefined) return present;
    const left = this.formats.countdown(countdownTo(next, now));
    const text = model.isData
      ? l10n.t({ message: 'Next release in {0}', args: [left], comment: ['{0} is a span of time such as “2 h 05 min”'] })
      : l10n.t({ message: 'Next event in {0}', args: [left], comment: ['{0} is a span of time such as “2 h 05 min”'] });
    return `${present} · ${text}`;
  }
}
