import * as vscode from 'vscode';
import type { LiveStatus } from '../../app/quotes/liveMarket';
import { formatMilliseconds } from '../../domain/clock/clockLevel';

/** Where prices come from at the moment, as a row of label and value; undefined while nothing shows prices. */
export function feedRow({ feed, polling }: LiveStatus): readonly [label: string, value: string] | undefined {
  const text = feedText(feed) ?? pollingText(polling);
  return text === undefined ? undefined : [vscode.l10n.t('Prices'), text];
}

function feedText(feed: LiveStatus['feed']): string | undefined {
  switch (feed.kind) {
    case 'live':
      return feed.roundTripMs === undefined
        ? vscode.l10n.t('live')
        : vscode.l10n.t('live, round trip {0}', formatMilliseconds(Math.round(feed.roundTripMs)));
    case 'connecting':
      return vscode.l10n.t('connecting to the feed…');
    case 'silent':
      return vscode.l10n.t('polled: the feed is silent');
    case 'waiting':
      return vscode.l10n.t('polled: the feed is not reachable, trying again');
    case 'needsApproval':
      return vscode.l10n.t('polled: the feed is not approved');
    case 'off':
    case 'none':
      return undefined;
  }
}

function pollingText(polling: LiveStatus['polling']): string | undefined {
  switch (polling) {
    case 'on':
      return vscode.l10n.t('polled');
    case 'failing':
      return vscode.l10n.t('out of date: the service doesn’t respond');
    case 'notOffered':
      return vscode.l10n.t('not provided by this service');
    case 'off':
      return undefined;
  }
}
