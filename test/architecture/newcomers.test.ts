import { describe, expect, it } from 'vitest';
import { sources } from './sources/sources';
import type { Source } from './sources/sources';

/** Mistakes that types and lint can't find. Each list has the files that are exceptions, with the reason in its name; a new entry needs a review. */
const src = sources('src');
const ui = src.filter(({ file }) => /^src\/(ui|webview)\//.test(file));

function filesWith(files: readonly Source[], has: RegExp, without?: RegExp): readonly string[] {
  return files
    .filter(({ text }) => has.test(text) && without?.test(text) !== true)
    .map(({ file }) => file)
    .toSorted();
}

/** Lists that are searched or counted: the code that draws them says elsewhere what they lack. */
const searchedLists = [
  'src/ui/orders/form/heldPosition.ts',
  'src/ui/orders/page/ordersPagePanel.ts',
  'src/ui/orders/pickedPrice.ts',
  'src/ui/orders/receipt/receiptText.ts',
  'src/ui/plates/plateNameReader.ts',
  'src/ui/plates/registerPlates.ts',
  'src/ui/positions/day/dayRow.ts',
  'src/ui/positions/filterMarket.ts',
  'src/ui/positions/livePositions.ts',
  'src/ui/quotes/ownSecurities.ts',
  'src/ui/security/securityPanel.ts',
];

/** Market prices, and what the user types or sets: they reveal nothing of anyone's property. */
const publicFigures = [
  'src/ui/alerts/askAlert.ts',
  'src/ui/orders/form/ticketQuoteView.ts',
  'src/ui/orders/limits/limitText.ts',
  'src/ui/orders/place/placingView.ts',
  'src/ui/plates/livePlates.ts',
  'src/ui/plates/plateRows.ts',
  'src/ui/platform/words/changeText.ts',
  'src/ui/platform/words/extendedText.ts',
  'src/ui/platform/words/quoteText.ts',
  'src/ui/quotes/priceHints.ts',
  'src/ui/quotes/quoteHover.ts',
  'src/ui/watchlist/watchQuote.ts',
  'src/webview/limits/page.ts',
  // The columns that show these are hidden as a whole.
  'src/webview/orders/orderFigures.ts',
  'src/webview/portfolio/pictures.ts',
  'src/webview/screener/columns.ts',
  'src/webview/screener/model.ts',
  'src/webview/screener/page.ts',
  'src/webview/security/capital.ts',
  'src/webview/security/chart/chartLines.ts',
  'src/webview/security/chart/indicatorLines.ts',
  'src/webview/security/chart/legend.ts',
  // The price of the order that the user is about to change: the figures of a ticket are never hidden.
  'src/webview/ticket/head.ts',
];

describe('a change that looks right', () => {
  it('shows what a list lacks wherever it shows the list', () => {
    const found = filesWith(ui, /\bseen\(/, /\bgaps\b|listReport|firstFailure|positionsLack/);
    expect(
      found,
      'Show the gaps of the list as well (gapsText, or the row at its end). If it is only searched, name the file here.',
    ).toEqual(searchedLists);
  });

  it('hides figures in privacy mode wherever it shows any', () => {
    const found = filesWith(ui, /\bshow(Number|Money|SignedMoney|BriefMoney)\b|\b(groupDigits|plainAmount)\b/, /isPrivate|mask/i);
    expect(
      found,
      'Hide the figures in privacy mode (maskRows, maskWhen). If they are of the market, not of the user, name the file here.',
    ).toEqual(publicFigures);
  });

  it('reports news of the feed through the state that windows share, so that it is reported once', () => {
    const found = filesWith(src, /\borderEvents\.listen\(|\.onDidHear\(/);
    expect(found, 'Every window hears these events. Tell of them by OrderNews or AlertStore, which claim them under a lock.').toEqual([
      'src/container/features/alerts.ts',
      'src/container/features/orders/orders.ts',
    ]);
  });

  it('notifies of no event where it hears one, because every window hears it', () => {
    const hearing = filesWith(src, /\bHeardHint\b|\blistenToEvents\(/).filter((file) =>
      ui.some((source) => source.file === file && /\b(say(Info|Warning|Error)|flash)\(/.test(source.text)),
    );
    expect(hearing, 'Add an alert on orders (AlertStore), or follow the attempt (FollowUp): the window that claims it notifies.').toEqual(
      [],
    );
  });

  it('notifies of a price through an alert, because every window hears it', () => {
    const found = filesWith(src, /\b(book\.watch|market\.stream)\(/).filter((file) =>
      ui.some((source) => source.file === file && /\bsay(Info|Warning|Error)\(/.test(source.text)),
    );
    // The portfolio's page answers what the user asked of it.
    expect(found, 'Add an alert (AlertStore): the window that claims it notifies, and no other.').toEqual([
      'src/ui/portfolio/portfolioPanel.ts',
    ]);
  });

  it('hides figures as they were received, too', () => {
    const figure = String.raw`\.(quantity|availableQuantity|dealtQuantity|costPrice|averageBuyPrice|marketValue)\b`;
    const found = filesWith(ui, new RegExp(String.raw`\$\{[^{}()]*${figure}\}|\b(description|label) = [^;(]*${figure}`), /isPrivate|mask/i);
    expect(found, 'Show it with showNumber, and hide it in privacy mode (maskRows, maskWhen).').toEqual([]);
  });

  it('counts each record of the service that it can’t read', () => {
    const endpoints = src.filter(({ file }) => /^src\/service\/(endpoints|schema)\//.test(file));
    const dropped = filesWith(endpoints, /catch \{|catch \((\w+)\) \{\s*(return|continue)|\.filter\((isObject|\(\w+\) => isObject)/);
    expect(dropped, 'A record that is left out has to be a gap of its list: use decodeRecords.').toEqual(['src/service/schema/json.ts']);
  });
});
