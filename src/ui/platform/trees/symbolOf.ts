import { watchSymbol } from '../../../domain/watchlist/watchlist';
import { subjectOf } from './treeModel';

/** The security that a command was called on, as quotes know it: from a row, the context of a page's menu, or a symbol. */
export function symbolOf(argument: unknown): string | undefined {
  if (typeof argument === 'string') return watchSymbol(argument);
  const subject = subjectOf(argument) ?? argument;
  return typeof subject === 'object' && subject !== null && 'symbol' in subject && typeof subject.symbol === 'string'
    ? watchSymbol(subject.symbol)
    : undefined;
}
