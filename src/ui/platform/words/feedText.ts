import * as vscode from 'vscode';
import type { LiveStatus } from '../../../app/quotes/liveMarket';
import { formatMilliseconds } from '../../../domain/clock/clockLevel';
import type { FeedFailure, PriceCount } from '../../../service/feed/types';

/** Where prices currently come from, as a row of label and value; undefined while no view shows prices. */
export function feedRow({ feed, polling }: LiveStatus): readonly [label: string, value: string] | undefined {
  // “At intervals” would not be true.
  const isInVain = feed.kind !== 'live' && (polling === 'failing' || polling === 'notOffered');
  const text = (isInVain ? undefined : feedText(feed)) ?? pollingText(polling);
  return text === undefined ? undefined : [vscode.l10n.t('Prices'), text];
}

function feedText(feed: LiveStatus['feed']): string | undefined {
  switch (feed.kind) {
    case 'live':
      return streamingText(feed.prices, feed.roundTripMs === undefined ? undefined : formatMilliseconds(Math.round(feed.roundTripMs)));
    case 'denied':
      return vscode.l10n.t('at intervals: connected to the feed, but without permission for these prices');
    case 'connecting':
      return vscode.l10n.t('connecting to the feed…');
    case 'silent':
      return vscode.l10n.t('at intervals: no data from the feed');
    case 'waiting':
      return waitingText(feed.reason.code);
    case 'givenUp':
      return vscode.l10n.t('at intervals: no response from the feed, retrying when you return to this window');
    case 'needsApproval':
      return vscode.l10n.t('at intervals: feed not approved');
    case 'off':
    case 'none':
      return undefined;
  }
}

function waitingText(code: FeedFailure['code']): string {
  switch (code) {
    case 'no-response':
      return vscode.l10n.t('at intervals: no response from the feed, retrying');
    case 'not-loaded':
      return vscode.l10n.t('at intervals: files of this extension couldn’t be loaded, retrying');
    default:
      return vscode.l10n.t('at intervals: can’t reach the feed, retrying');
  }
}

/** A feed may be entitled to only some of the prices: the others are polled. */
function streamingText({ pushed, asked }: PriceCount, roundTrip: string | undefined): string {
  if (pushed === asked) return roundTrip === undefined ? vscode.l10n.t('streaming') : vscode.l10n.t('streaming, round trip {0}', roundTrip);
  return roundTrip === undefined
    ? vscode.l10n.t({
        message: '{0} of {1} streaming',
        args: [pushed, asked],
        comment: ['Numbers of prices: those that the feed sends, and all'],
      })
    : vscode.l10n.t({
        message: '{0} of {1} streaming, round trip {2}',
        args: [pushed, asked, roundTrip],
        comment: ['Numbers of prices: those that the feed sends, and all'],
      });
}

function pollingText(polling: LiveStatus['polling']): string | undefined {
  switch (polling) {
    case 'on':
      return vscode.l10n.t('at intervals');
    case 'failing':
      return vscode.l10n.t('out of date');
    case 'notOffered':
      return vscode.l10n.t('not provided by this service');
    case 'off':
      return undefined;
  }
}
