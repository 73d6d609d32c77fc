/**
 * Makes *Select All* in a field of a page take effect at once. The editor would return it as a command a moment later, which would also
 * select what was typed meanwhile: of `523`, typed over a price, only `23` would stay.
 */
export function selectAllAtOnce(event: KeyboardEvent): void {
  const [field] = event.composedPath();
  const isSelectAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isSelectAll || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.select();
  event.preventDefault();
  event.stopPropagation();
}
