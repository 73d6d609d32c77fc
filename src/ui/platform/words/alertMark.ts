import type { AlertMark } from '../../../app/alerts/alertMarks';
import type { WatchAlert } from '../../../panel/watchlist/watchlistProtocol';
import { firedText, ruleText } from './alertText';
import type { RuleTextOptions } from './alertText';

/** The bell at a security: alerts that were triggered and not seen yet, and those still waiting, one line each. Null if there are none. */
export function alertMark({ waiting, unseen }: AlertMark, words: RuleTextOptions): WatchAlert | null {
  if (waiting.length === 0 && unseen.length === 0) return null;
  const fired = unseen.map(({ facts, atMs }) => firedText(facts, words.isPrivate, atMs));
  const waits = waiting.map(({ rule }) => ruleText(rule, words));
  return { isTriggered: unseen.length > 0, note: [...fired, ...waits].slice(0, mostLines).join('\n') };
}

const mostLines = 8;
