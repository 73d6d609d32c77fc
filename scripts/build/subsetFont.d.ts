declare module 'subset-font' {
  /** The font reduced to the glyphs of these characters. */
  const subsetFont: (font: Buffer, characters: string, options: { readonly targetFormat: 'sfnt' }) => Promise<Buffer>;
  export = subsetFont;
}
