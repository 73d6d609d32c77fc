import type { Random } from '../../random';
import { firstOf, isUnseen } from '../characters';
import type * as Texts from '../editor/texts';
import { hostileText } from '../hostileText';
import { essence } from './segments';
import { elementsIn, textOf } from '../shownElement';
import type { PageModule, ShownElement, StateInput } from '../shownElement';
import type { Subject } from '../subject';

const tags = new Set(['div', 'span', 'h2', 'p', 'button', 'label', 'input', 'option', 'select', 'pop-over']);
const attributeNames =
  /^(?:class|role|title|type|tabindex|slot|secondary|label|value|disabled|hidden|open|position|data-[a-z-]+|aria-[a-z]+)$/;

const phases = ['idle', 'loading', 'loadingMore', 'ready', 'failed'] as const;
const ends = ['more', 'complete', 'incomplete'] as const;
const sessions = ['none', 'signedOut', 'signedIn', 'signedIn', 'signedIn'] as const;

/** Everything except the texts is a number, so that the case can be shortened. */
interface Drawn {
  readonly text: string;
  readonly countries: readonly string[];
  readonly choice: number;
}

function isDrawn(value: unknown): value is Drawn {
  if (typeof value !== 'object' || value === null || !('text' in value && 'countries' in value && 'choice' in value)) return false;
  return (
    typeof value.text === 'string' &&
    Array.isArray(value.countries) &&
    value.countries.every((country) => typeof country === 'string') &&
    typeof value.choice === 'number'
  );
}

function parse(input: string): Drawn | undefined {
  try {
    const value: unknown = JSON.parse(input);
    return isDrawn(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function inputOf({ countries, choice }: Drawn, message: string): StateInput {
  const pick = <T>(choices: readonly T[], place: number): T => {
    const chosen = choices[Math.floor(choice / place) % choices.length];
    if (chosen === undefined) throw new Error('nothing to pick from');
    return chosen;
  };
  const hasProblem = pick([true, true, false], 1);
  return {
    list: pick(['search', 'hot'] as const, 3),
    problem: hasProblem ? { message, severity: pick(['error', 'warning'] as const, 6), actions: [{ id: 'retry', title: 'Retry' }] } : null,
    phase: pick(phases, 12),
    end: pick(ends, 60),
    endText: message,
    isAnswered: pick([true, false], 180),
    isFiltered: pick([false, false, true], 360),
    session: pick(sessions, 1080),
    countries,
  };
}

function judgeElement({ tag, attributes }: ShownElement): string | undefined {
  if (!tags.has(tag)) return `makes a <${tag}>`;
  if (tag === 'input' && attributes['type'] !== 'checkbox') return 'makes a field that is no check box';
  const strange = Object.keys(attributes).find((name) => !attributeNames.test(name));
  return strange === undefined ? undefined : `sets the attribute ${strange}`;
}

/** The text of an element without its hidden parts, which the user doesn't see. */
function seenText({ attributes, children }: ShownElement): string {
  if ('hidden' in attributes) return '';
  return children.map((child) => (typeof child === 'string' ? child : seenText(child))).join('');
}

/** The countries that can be chosen, each by its value and name, in an arbitrary order. */
function countriesIn(elements: readonly ShownElement[]): string {
  const choices = elements
    .filter(({ tag }) => tag === 'label')
    .map((label) => [elementsIn([label]).find(({ tag }) => tag === 'input')?.attributes['value'], essence(textOf(label))]);
  return orderless(choices);
}

function orderless(choices: readonly (readonly (string | undefined)[])[]): string {
  return choices
    .map((choice) => JSON.stringify(choice))
    .sort()
    .join('\n');
}

/** What an element says besides its children. The value of a check box is not visible. */
function saidByAttributes({ tag, attributes }: ShownElement): readonly string[] {
  return Object.entries(attributes).flatMap(([name, value]) => (tag === 'input' && name === 'value' ? [] : [value]));
}

/** Whether the panel must show the problem: if the user is signed out, it shows that instead. */
function saysProblem({ problem, session }: StateInput): boolean {
  return problem !== null && session === 'signedIn';
}

/** What the panel shows besides rows, with errors and countries in the service's words. */
export function stateViews(page: PageModule, texts: typeof Texts): Subject {
  return {
    name: 'state views in a DOM',
    weight: 4,
    draw: (random: Random) =>
      JSON.stringify({
        text: hostileText(random, 6),
        countries: Array.from({ length: random.integer(0, 2) }, () => hostileText(random, 3)),
        choice: random.integer(0, 5399),
      }),
    check: (input) => {
      const drawn = parse(input);
      if (drawn === undefined) return undefined;
      const messages = texts.problems(drawn.text);
      const state = inputOf(drawn, messages[Math.abs(drawn.choice) % messages.length] ?? '');
      const shown = page.renderState(state);
      const elements = elementsIn(shown);
      const problem = elements.map(judgeElement).find((found) => found !== undefined);
      if (problem !== undefined) return problem;
      const said = essence(shown.map(seenText).join(''));
      if (saysProblem(state) && !said.includes(essence(state.problem?.message ?? ''))) return 'does not say what went wrong';
      const countries = countriesIn(elements);
      const expected = [...new Set(drawn.countries.filter((country) => country !== ''))].map((country) => [country, essence(country)]);
      if (countries !== orderless(expected)) return `offers the countries ${countries}`;
      const turning = [...shown.map(textOf), ...elements.flatMap(saidByAttributes)]
        .map((text) => firstOf(text, isUnseen))
        .find((found) => found !== undefined);
      return turning === undefined ? undefined : `still has ${turning}`;
    },
  };
}
