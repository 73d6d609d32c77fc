import type { Amount } from '../values/amount';

export type Direction = 'up' | 'down' | 'flat';
export type DirectionSetting = 'auto' | 'greenUp' | 'redUp' | 'neutral';
export type DirectionColour = 'green' | 'red';

const arrows: Readonly<Record<Direction, string>> = { up: '▲', down: '▼', flat: '■' };
const redUpLanguages = new Set(['zh', 'ja', 'ko']);

export function directionOf(amount: Amount): Direction {
  if (amount === 0n) return 'flat';
  return amount > 0n ? 'up' : 'down';
}

/** The direction of an amount as it is drawn: what is rounded to zero has none. */
export function drawnDirection(text: string, amount: Amount): Direction {
  return /[1-9]/.test(text) ? directionOf(amount) : 'flat';
}

/** Arrow for a direction, so that colour is never the only indication. */
export function arrowOf(direction: Direction): string {
  return arrows[direction];
}

/**
 * The colour of a direction; undefined means the text colour.
 *
 * @param language - Display language of the editor; `auto` uses red for rising prices in Chinese, Japanese, and Korean.
 */
export function colourOf(direction: Direction, setting: DirectionSetting, language: string): DirectionColour | undefined {
  if (direction === 'flat' || setting === 'neutral') return undefined;
  const redUp = setting === 'redUp' || (setting === 'auto' && redUpLanguages.has(language.toLowerCase().split(/[-_]/)[0] ?? ''));
  return (direction === 'up') === redUp ? 'red' : 'green';
}
