import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { movedByTicks, nearestTick, withDigitsOf } from '../../../domain/security/tickPrice';
import { showNumber } from '../../../domain/values/amount';
import { css } from '../../shared/css';
import { textWidth } from '../../shared/grid/textWidth';
import { PageElement } from '../../shared/pageElement';

/** A line of the chart with its label. */
export interface LabelledLine {
  /** `order` is one of an unknown side. */
  readonly kind: 'cost' | 'buy' | 'sell' | 'order' | 'alert' | 'close';
  readonly price: string;
  readonly title: string;
  /** If defined, the user can move the line. */
  readonly move?: LineMove;
}

/** What moving a line does. */
interface LineMove {
  /** Called with the new price; the line is back in its place then. */
  readonly propose: (price: string) => void;
  /** The keys and their actions, for screen readers. */
  readonly keys: string;
  readonly hint: string;
}

/** What the labels need from the chart. */
export interface LineScale {
  heightOf(price: number): number | undefined;
  priceAt(y: number): string | undefined;
  moveLine(place: number, price: number): void;
  readonly plot: { readonly width: number; readonly height: number };
  /** The axis has no prices: the labels name them. */
  readonly isPercent: boolean;
}

const labelHeight = 18;
/** Left of the labels, where the oldest bars are and the library's logo is. */
const labelStart = 52;
/** What a label has around its text, and the size of its text beside that of the page. */
const around = { text: 16, icon: 16, share: 0.85 } as const;
const gripHeight = 11;

/**
 * Labels of the lines, at the left where the oldest bars are; a line out of view is named at the edge with an arrow. The line of an
 * order or an alert can be dragged, or moved by keyboard: that proposes a price, and the line returns to its place.
 */
export class ChartLines extends PageElement {
  @property({ attribute: false }) lines: readonly LabelledLine[] = [];
  @property({ attribute: false }) scale: LineScale | undefined;
  @property({ attribute: false }) tick = '';
  /** The line that is being moved, and its current price. */
  @state() private moving: { readonly place: number; readonly price: string } | undefined;

  #isDragged = false;
  #drawn = '';

  /** The price scale or the size of the chart changed. */
  place(): void {
    const { scale, lines } = this;
    if (scale === undefined) return;
    const now = JSON.stringify([scale.plot, scale.isPercent, lines.map(({ price }) => scale.heightOf(Number(price)))]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('lines') && !this.#isDragged) this.moving = undefined;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { scale, lines } = this;
    if (scale === undefined || scale.plot.height <= 0) return nothing;
    const { width, height } = scale.plot;
    const wanted = lines.map((_, place) => scale.heightOf(Number(this.#priceOf(place))) ?? -1);
    const rows = labelRows(
      lines.map((_, place) => Number(this.#priceOf(place))),
      (place) => this.#widthOf(place),
      width - labelStart,
    );
    const heights = labelPlaces(
      rows.map(([first]) => wanted[first?.at ?? 0] ?? -1),
      { height, label: labelHeight },
    );
    const places = new Map(
      rows.flatMap((row, at) =>
        row.map(({ at: place, left }) => [place, { ...(heights[at] ?? { y: 0, isBeyond: undefined }), left: labelStart + left }] as const),
      ),
    );
    return html`<div class="lines" ${css({ width: `${String(width)}px`, height: `${String(height)}px` })}>
      ${lines.map((line, at) => {
        const place = places.get(at) ?? { y: 0, isBeyond: undefined, left: labelStart };
        const placed = { ...place, line: wanted[at] ?? place.y };
        const { move } = line;
        return move === undefined ? this.#label(line, placed) : this.#grip({ ...line, move }, at, placed);
      })}
    </div>`;
  }

  #priceOf(place: number): string {
    return this.moving?.place === place ? this.moving.price : (this.lines[place]?.price ?? '');
  }

  /** Of a label, with its price, which it may have; nearly. */
  #widthOf(place: number): number {
    const line = this.lines[place];
    if (line === undefined) return 0;
    const icon = line.kind === 'alert' || (this.scale?.heightOf(Number(line.price)) ?? -1) < 0 ? around.icon : 0;
    return textWidth(`${line.title} ${this.#shown(this.#priceOf(place))}`, 'text') * around.share + around.text + icon;
  }

  /** With the digits of the axis. */
  #shown(price: string): string {
    return showNumber(withDigitsOf(price, this.tick));
  }

  /** Beside its line, the axis has the price of a label. */
  #named(title: string, price: string, { y, line, isBeyond }: Placed): string {
    const isAway = isBeyond !== undefined || Math.abs(y - line) > labelHeight / 2;
    return isAway || this.scale?.isPercent === true ? `${title} ${this.#shown(price)}` : title;
  }

  #label({ kind, title, price }: LabelledLine, placed: Placed): TemplateResult {
    const { isBeyond } = placed;
    return html`<span class="line-label ${kind}" ${css(corner(placed))}
      >${isBeyond === undefined ? nothing : arrow(isBeyond)}${this.#named(title, price, placed)}</span
    >`;
  }

  #grip(line: LabelledLine & { readonly move: LineMove }, at: number, placed: Placed): TemplateResult {
    const { line: height, isBeyond } = placed;
    const price = this.#priceOf(at);
    const isMoving = this.moving?.place === at;
    const shown = isMoving ? `${line.title} ${this.#shown(price)}` : this.#named(line.title, price, placed);
    return html`<div
      class="line-grip ${isMoving ? 'moving' : ''}"
      role="slider"
      tabindex="0"
      aria-orientation="vertical"
      aria-label=${line.title}
      aria-valuenow=${price}
      aria-valuetext=${this.#shown(price)}
      aria-description=${line.move.keys}
      title=${line.move.hint}
      @pointerdown=${(event: PointerEvent) => this.#grab(event, at)}
      @pointermove=${(event: PointerEvent) => this.#drag(event, at)}
      @pointerup=${() => this.#drop(at)}
      @pointercancel=${() => this.#putBack()}
      @keydown=${(event: KeyboardEvent) => this.#key(event, at)}
      @blur=${() => this.#putBack()}
    >
      ${isBeyond === undefined ? html`<span class="strip" ${css({ top: `${String(height - gripHeight / 2)}px` })}></span>` : nothing}
      <span class="line-label ${line.kind}" ${css(corner(placed))}
        >${line.kind === 'alert' ? html`<span class="codicon codicon-bell" aria-hidden="true"></span>` : nothing}${isBeyond === undefined ? nothing : arrow(isBeyond)}${shown}</span
      >
    </div>`;
  }

  #grab(event: PointerEvent, place: number): void {
    if (event.button !== 0 || !(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    this.#isDragged = true;
    this.#move(place, this.lines[place]?.price);
  }

  #drag(event: PointerEvent, place: number): void {
    const line = this.lines[place];
    if (!this.#isDragged || this.moving === undefined || line === undefined) return;
    const { top } = this.getBoundingClientRect();
    const height = this.scale?.plot.height ?? 0;
    const price = this.scale?.priceAt(Math.min(height, Math.max(0, event.clientY - top)));
    if (price !== undefined) this.#move(place, nearestTick(price, this.tick, line.price));
  }

  #drop(place: number): void {
    if (!this.#isDragged) return;
    this.#isDragged = false;
    this.#propose(place);
  }

  #key(event: KeyboardEvent, place: number): void {
    const steps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    const line = this.lines[place];
    if (step !== undefined && line !== undefined && !this.#isDragged)
      this.#move(place, movedByTicks(this.#priceOf(place), this.tick, line.price, step));
    else if (event.key === 'Enter' && this.moving !== undefined && !this.#isDragged) this.#propose(place);
    else if (event.key === 'Escape') this.#putBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #move(place: number, price: string | undefined): void {
    if (price === undefined) return;
    this.moving = { place, price };
    this.scale?.moveLine(place, Number(price));
  }

  #propose(place: number): void {
    const line = this.lines[place];
    const price = this.moving?.price;
    this.#putBack();
    if (line !== undefined && price !== undefined && Number(price) !== Number(line.price)) line.move?.propose(price);
  }

  #putBack(): void {
    this.#isDragged = false;
    const place = this.moving?.place;
    this.moving = undefined;
    const line = place === undefined ? undefined : this.lines[place];
    if (place !== undefined && line !== undefined) this.scale?.moveLine(place, Number(line.price));
  }
}

function corner({ y, left }: Placed): { readonly top: string; readonly left: string } {
  return { top: `${String(y - labelHeight / 2)}px`, left: `${String(left)}px` };
}

function arrow(isBeyond: 'above' | 'below'): TemplateResult {
  const name = isBeyond === 'above' ? l10n.t('above the chart') : l10n.t('below the chart');
  return html`<span
    class="codicon ${isBeyond === 'above' ? 'codicon-arrow-up' : 'codicon-arrow-down'}"
    role="img"
    aria-label=${name}
  ></span>`;
}

customElements.define('chart-lines', ChartLines);

/** The place of a line's label. */
interface LabelPlace {
  /** Middle, in pixels from the top. */
  readonly y: number;
  /** The direction in which the line itself is out of view. */
  readonly isBeyond: 'above' | 'below' | undefined;
}

interface Placed extends LabelPlace {
  /** Where the line is, in pixels from the top. */
  readonly line: number;
  readonly left: number;
}

/** A label in its row. */
interface RowLabel {
  /** Index of its line. */
  readonly at: number;
  /** Pixels from the first label of the row. */
  readonly left: number;
}

/**
 * Labels at the same price share a row, side by side, as long as they are within the width; what is left gets another row.
 *
 * @param widthOf - Width of a label by its index; asked only where several have a price.
 */
export function labelRows(prices: readonly number[], widthOf: (at: number) => number, width: number): readonly (readonly RowLabel[])[] {
  const rows: RowLabel[][] = [];
  const ends = new Map<number, { readonly row: RowLabel[]; readonly end: number }>();
  for (const [at, price] of prices.entries()) {
    const last = ends.get(price);
    const isAlone = prices.filter((other) => other === price).length === 1;
    const own = isAlone ? 0 : widthOf(at) + labelGap;
    if (last === undefined || last.end + own - labelGap > width) {
      const row = [{ at, left: 0 }];
      rows.push(row);
      ends.set(price, { row, end: own });
    } else {
      last.row.push({ at, left: last.end });
      ends.set(price, { row: last.row, end: last.end + own });
    }
  }
  return rows;
}

const labelGap = 3;

/**
 * Places labels beside their lines: within the plot, in the order of their prices, without overlaps as long as there is room.
 *
 * @param wanted - Where the lines are, in pixels from the top; they may be out of view.
 * @param room - Height of the plot and of a label.
 */
export function labelPlaces(wanted: readonly number[], room: { readonly height: number; readonly label: number }): readonly LabelPlace[] {
  const half = room.label / 2;
  const [top, bottom] = [half, Math.max(half, room.height - half)];
  const order = wanted.map((_, at) => at).toSorted((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
  const places = wanted.map((y) => Math.min(bottom, Math.max(top, y)));
  let free = top;
  for (const at of order) {
    places[at] = Math.max(free, places[at] ?? top);
    free = places[at] + room.label;
  }
  // Labels pushed out at the bottom push back those above them.
  free = bottom;
  for (const at of order.toReversed()) {
    places[at] = Math.max(top, Math.min(free, places[at] ?? top));
    free = places[at] - room.label;
  }
  return places.map((y, at) => {
    const line = wanted[at] ?? y;
    return { y, isBeyond: line < 0 ? 'above' : line > room.height ? 'below' : undefined };
  });
}
