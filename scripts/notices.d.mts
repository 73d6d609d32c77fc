/** The licence text of every package that may be in a bundle. @throws where a text is missing. */
export function notices(root: string): Promise<string>;
