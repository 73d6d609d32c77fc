/** What stands in a picture, in CSS pixels of its source; colors are as the browser computes them, or an expression of CSS. */
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
      /** Its character in the font of icons. */
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
      /** Name and geometry of a shape of SVG, such as `path` with `d`. */
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
  /** Only what is in this element; everything without it. */
  readonly selector: string | undefined;
  readonly area: Area;
  /** Styles that the document may not read by itself: they are from another origin. */
  readonly styles: string;
}
