import { shortened, visibleText } from '../../domain/text/visibleText';

const longestText = 300;
const longestName = 60;

/**
 * Prepares a text from a service for a language model: characters that people cannot see, such as tags and variation selectors, are shown by
 * their code points, and a long text is cut, so that neither hides instructions.
 */
export function untrustedText(text: string, most = longestText): string {
  return shortened(visibleText(text), most);
}

/** Processes a text before it is cut; `field` is the name of its field. */
type Told = (text: string, field: string) => string;

/** Does the same for every text in an answer, and for field names, which a service may choose if its answer has no known shape. */
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
