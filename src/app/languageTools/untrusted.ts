import { shortened, visibleText } from '../../domain/text/visibleText';

const longestText = 300;
const longestName = 60;

/**
 * A text of a service for a language model: what no human would see, such as tags and variation selectors, is shown by its code
 * point, and a long text is cut, so that neither hides instructions.
 */
export function untrustedText(text: string, most = longestText): string {
  return shortened(visibleText(text), most);
}

/** What else happens to a text before it is cut; `field` is where it stands. */
type Told = (text: string, field: string) => string;

/** The same for every text in an answer, and for the names of fields, which a service may choose where its answer has no known shape. */
export function untrusted(value: unknown, told: Told = (text) => text, field = ''): unknown {
  if (typeof value === 'string') return untrustedText(told(value, field));
  if (Array.isArray(value)) return value.map((item) => untrusted(item, told, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(untrustedFields(value, told));
}

/** The fields of an answer, each as {@link untrusted}. */
export function untrustedFields(answer: object, told: Told): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(answer).map(([key, part]) => [untrustedText(told(key, 'name'), longestName), untrusted(part, told, key)]);
}
