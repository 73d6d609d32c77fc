import { parseSymbol } from '../../../domain/quotes/symbol';
import { parseWatchSymbol } from '../../../domain/watchlist/watchlist';
import { subjectOf } from './treeModel';

/** The security that a command was called on: from a row, the context of a page's menu, or a symbol. */
export function symbolOf(argument: unknown): string | undefined {
  const text = symbolTextOf(argument);
  return text === undefined ? undefined : parseSymbol(text);
}

/** The same, in the form that the watchlist takes. */
export function watchSymbolOf(argument: unknown): string | undefined {
  const text = symbolTextOf(argument);
  return text === undefined ? undefined : parseWatchSymbol(text);
}

function symbolTextOf(argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  const subject = subjectOf(argument) ?? argument;
  return typeof subject === 'object' && subject !== null && 'symbol' in subject && typeof subject.symbol === 'string'
    ? subject.symbol
    : undefined;
}
