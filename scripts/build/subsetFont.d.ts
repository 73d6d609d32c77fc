declare module 'subset-font' {
  /** The font with the glyphs of these characters alone. */
  const subsetFont: (font: Buffer, characters: string, options: { readonly targetFormat: 'sfnt' }) => Promise<Buffer>;
  export = subsetFont;
}
