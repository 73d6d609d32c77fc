import * as vscode from 'vscode';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { QuoteLookup } from '../../app/quotes/quoteLookup';
import { securityAt } from '../../domain/market/security';
import { ServiceError } from '../../service/errors';
import { readSetting } from '../platform/settings';
import { OwnSecurities } from './ownSecurities';
import type { OwnSecuritiesDependencies } from './ownSecurities';
import { quoteHover } from './quoteHover';
import type { UiPorts } from '../platform/ports';

/** The hover on a security identifier such as `HK.00700` in any file, while the user is signed in. */
export function registerQuotes(
  dependencies: OwnSecuritiesDependencies &
    Pick<UiPorts, 'clock' | 'shell' | 'log' | 'timeZone'> & { readonly market: LiveMarket; readonly monitor: { nowMs(): number } },
): vscode.Disposable {
  const { shell, access, clock, log, timeZone, market, monitor } = dependencies;
  const own = new OwnSecurities(dependencies);
  const lookup = new QuoteLookup({ access, clock, market, serverMs: () => monitor.nowMs() });
  shell.provideHover({
    provideHover: async (document, position, token) => {
      if (!readSetting('hover.enabled')) return undefined;
      const security = securityAt(document.lineAt(position).text, position.character);
      if (security === undefined) return undefined;
      const controller = new AbortController();
      const cancelled = token.onCancellationRequested(() => controller.abort());
      try {
        const finding = lookup.find(security.code, controller.signal);
        const market = finding.then(
          (found) => found && { last: found.quote.lastPrice, tick: found.quote.priceSpread },
          () => undefined,
        );
        const [found, ofUser] = await Promise.all([finding, own.lines(security.code, market)]);
        if (found === undefined) return undefined;
        const range = new vscode.Range(position.line, security.start, position.line, security.end);
        return new vscode.Hover(quoteHover(found, timeZone(), ofUser), range);
      } catch (error) {
        // The user did not ask for this, and a failed request is already in the log.
        if (!ServiceError.is(error)) log.error('A hover on a security failed', error);
        return undefined;
      } finally {
        cancelled.dispose();
      }
    },
  });
  return lookup;
}
