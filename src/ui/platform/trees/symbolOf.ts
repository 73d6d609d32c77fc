import { parseSymbol } from '../../../domain/security/symbol';
import type { CommandArgument } from '../commandArguments';
import { subjectOf } from './treeModel';

/** The security that a command was called on: a row that has one, its symbol, or the context of a page's menu. */
export function symbolOf(argument: CommandArgument<'marketDesk.security.open'>): string | undefined {
  if (argument === undefined) return undefined;
  if (typeof argument === 'string') return parseSymbol(argument);
  if ('symbol' in argument) return parseSymbol(argument.symbol);
  const subject: unknown = subjectOf(argument);
  if (typeof subject !== 'object' || subject === null) return undefined;
  if ('symbol' in subject && typeof subject.symbol === 'string') return parseSymbol(subject.symbol);
  return undefined;
}
