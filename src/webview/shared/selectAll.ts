/**
 * *Select All* in a field of a page takes effect at once. Left to the editor, it would come back a moment later as a command and select
 * what was typed meanwhile too: of `523`, typed over a price, only `23` would stay.
 */
export function selectAllAtOnce(event: KeyboardEvent): void {
  const [field] = event.composedPath();
  const isSelectAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!isSelectAll || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.select();
  event.preventDefault();
  event.stopPropagation();
}
