import { recipeLanguages, requestRecipe } from '../../../../src/app/diagnostics/requestRecipe';
import type { RecipeLanguage } from '../../../../src/app/diagnostics/requestRecipe';
import { hostileText } from '../hostileText';
import type { Subject } from '../subject';

const odd = [
  "'",
  "\\'",
  '"',
  '\\"',
  '\\',
  '$(id)',
  '`id`',
  '${HOME}',
  '\n',
  '\r\n',
  '#',
  '//',
  '*/',
  '\u2028',
  '\\u0027',
  "'; id; '",
  '");id("',
];

/**
 * String literals of each language; everything outside them is the program. A shell has no escapes within quotes: a character that can't be
 * seen is printed from the octal digits of its bytes, and from nothing else.
 */
const literals: Readonly<Record<RecipeLanguage, RegExp>> = {
  curl: /'[^']*'(?:(?:\\'|"\$\(printf '(?:\\[0-7]{3})+'\)")(?:'[^']*')?)*/g,
  python: /"(?:[^"\\\n]|\\[^\n])*"/g,
  typescript: /"(?:[^"\\\n\r]|\\[^\n\r])*"/g,
};

const encoder = new TextEncoder();

function recipe(language: RecipeLanguage, text: string): string {
  const request = { method: 'POST', path: `/api/v1.0/quote/${text}`, query: text, body: encoder.encode(`${text}.`) } as const;
  return requestRecipe(language, { baseUrl: 'http://127.0.0.1:1', request, algorithm: 'ed25519' });
}

/** A program without the content of its string literals. */
function programOf(language: RecipeLanguage, text: string): string {
  return recipe(language, text).replaceAll(literals[language], '""');
}

/** A copied request is a program: no part of the request may become more than text in it. */
export const recipes: Subject = {
  name: 'copied requests',
  weight: 2,
  draw: (random) =>
    Array.from({ length: random.integer(1, 4) }, () => (random.chance(0.6) ? random.pick(odd) : hostileText(random, 3))).join(''),
  check: (input) => {
    const changed = recipeLanguages.find((language) => programOf(language, input) !== programOf(language, 'x'));
    return changed === undefined ? undefined : `changes the program in ${changed}`;
  },
};
