/** An element of a picture, in CSS pixels of its source; colors are as the browser computes them, or a CSS expression. */
export type Traced =
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly radius: number;
      readonly fill: string;
      /** Empty for none. */
      readonly stroke: string;
      readonly opacity: number;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly baseline: number;
      readonly width: number;
      readonly text: string;
      readonly size: number;
      readonly weight: number;
      readonly isCode: boolean;
      readonly fill: string;
      readonly opacity: number;
    }
  | {
      readonly kind: 'icon';
      readonly x: number;
      readonly y: number;
      readonly size: number;
      /** Its character in the icon font. */
      readonly character: string;
      readonly turn: number;
      readonly fill: string;
      readonly opacity: number;
    }
  | {
      readonly kind: 'shape';
      readonly x: number;
      readonly y: number;
      readonly scaleX: number;
      readonly scaleY: number;
      /** Name and geometry of an SVG shape, such as `path` with `d`. */
      readonly tag: string;
      readonly attributes: Readonly<Record<string, string>>;
      readonly fill: string;
      readonly stroke: string;
      readonly opacity: number;
    };

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TraceRequest {
  /** Restricts tracing to this element; undefined for everything. */
  readonly selector: string | undefined;
  readonly area: Area;
  /** Styles from another origin, which the document may not read itself. */
  readonly styles: string;
}
