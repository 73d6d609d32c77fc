/** The build inserts pictures into the page as text. */
declare module '*.svg' {
  const text: string;
  export = text;
}
