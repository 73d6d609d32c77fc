/** The build puts pictures into the page as text. */
declare module '*.svg' {
  const text: string;
  export = text;
}
