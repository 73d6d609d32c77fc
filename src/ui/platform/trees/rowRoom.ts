import { Emitter } from '../../../app/platform/emitter';

/** A side bar, in pixels: its width, and the em of the wide font in which texts would be as wide as they are in the editor’s font. */
export interface SideBarWidth {
  readonly width: number;
  readonly em: number;
}

/** Pixels of a row of the editor: what stands before its texts at the root and after them, with the mark where more is cut off, and what each level takes. */
const [edges, step] = [49 + 20 + 12, 8];
/** Pixels between the label and the description, and how much smaller that is. */
const [between, smaller] = [6.5, 0.9];
/** Until it is measured: a little narrower than the editor’s side bar is at first, in a wide font. */
const usual: SideBarWidth = { width: 280, em: 13 };
/** Wider ones leave no more room, because the view may be in another place than the one that was measured. */
const widest = 480;
/** Rows are drawn again for no smaller change of the width. */
const leastChange = 3;

/** What there is room for in a row before the side bar cuts it off. The editor does not say; a page in the same side bar measures it. */
class RowRoom {
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #bar = usual;

  /** @param measured - Undefined if it is no longer known. */
  measure(measured: SideBarWidth | undefined): void {
    const [before, { width, em }] = [this.#bar, measured ?? usual];
    this.#bar = { width: Math.min(width, widest), em };
    if (Math.abs(before.width - this.#bar.width) >= leastChange || before.em !== em) this.#changed.fire();
    else this.#bar = before;
  }

  /** The ems that a row has for its label, and for a description of which something is to be seen. @param depth - 1 at the root. */
  ems(depth: number): number {
    return (this.#bar.width - edges - step * depth) / this.#bar.em;
  }

  /** The ems that are left for the description beside a label of so many, as many of its smaller letters as that is. */
  beside(depth: number, labelEms: number): number {
    return (this.ems(depth) - labelEms - between / this.#bar.em) / smaller;
  }

  /** The ems that are left for the label beside a description of so many of its smaller letters. */
  before(depth: number, descriptionEms: number): number {
    return this.ems(depth) - descriptionEms * smaller - between / this.#bar.em;
  }
}

export const rowRoom = new RowRoom();
