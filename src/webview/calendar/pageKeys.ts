export interface PageKeyActions {
  readonly toKeyword: () => void;
  readonly toGrid: () => void;
  readonly stop: () => void;
}

/** Keys of the whole page: `/` focuses the keyword, Down goes from there to the rows, Escape stops a search. */
export function handlePageKey(event: KeyboardEvent, { toKeyword, toGrid, stop }: PageKeyActions): void {
  const path = event.composedPath();
  const isTyping = path.some((target) => target instanceof HTMLInputElement);
  const isKeyword = path.some((target) => target instanceof Element && target.classList.contains('keyword'));
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    toKeyword();
  }
  if (event.key === 'ArrowDown' && isTyping && isKeyword) {
    event.preventDefault();
    toGrid();
  }
  if (event.key === 'Escape') stop();
}
