import * as l10n from '@vscode/l10n';
import { hierarchy, treemap } from 'd3-hierarchy';
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { PortfolioPosition } from '../../domain/positions/portfolio';
import { shortened, visibleText } from '../../domain/text/visibleText';
import { arrowOf, directionOf } from '../../domain/quotes/priceDirection';
import { absolute, roughAmount, showBriefMoney, showDecimals, showSignedMoney } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import { css } from '../shared/css';
import { textWidth } from '../shared/grid/textWidth';
import { lookOf } from '../shared/texts/changeTexts';
import { listText } from '../shared/texts/listText';
import { sideText } from './columns';
import { chartsBeside } from './viewState';

const mostTiles = 24;
const mostBars = 10;
/** The font of a tile, as a part of the page’s. */
const tileShare = 11 / 13;
const leastLetters = 4;
const height = 150;
const [mostWidth, totalsWidth, edges] = [640, 720, 44];

/** About the width of a chart, or somewhat less, in a page of this width. Areas are drawn in percent of the actual width. */
export function pictureWidth(page: number): number {
  const room = page >= chartsBeside.totals ? page - totalsWidth : page;
  return Math.min(mostWidth, page < chartsBeside.eachOther ? room - edges : (room - edges) / 2);
}

interface Tile {
  readonly name: string;
  /** The name, and what stands for it where it has no room, the best first. */
  readonly shortNames: readonly string[];
  /** What else its tooltip names: its symbol, and that it is short. */
  readonly about: readonly string[];
  readonly isShort: boolean;
  readonly size: number;
  readonly look: string;
  readonly detail: string;
  /** The P&L that colors it, with its arrow: nobody has to know colors apart. */
  readonly profit: string;
}

/**
 * Market values as areas, colored by profit or loss; short ones are hatched, and their share is negative. All are in one bucket, so that the
 * areas can be compared.
 *
 * @param choice - What both charts are of, as text or as a control.
 */
export function allocation(
  positions: readonly PortfolioPosition[],
  {
    bucket,
    choice,
    width,
    shareOf,
  }: {
    readonly bucket: string;
    readonly choice: TemplateResult | string;
    /** See {@link pictureWidth}. */
    readonly width: number;
    readonly shareOf: (position: PortfolioPosition) => Amount | undefined;
  },
): TemplateResult {
  const caption = html`<figcaption>${l10n.t('Allocation')} ${typeof choice === 'string' ? html`· ${choice}` : choice}</figcaption>`;
  const sized = bySize(positions, ({ value }) => value);
  if (sized.length === 0) return html`<figure class="picture">${caption}</figure>`;
  const tiles = sized.slice(0, mostTiles).map(({ position, size }): Tile => ({
    name: nameOf(position),
    shortNames: [nameOf(position), visibleText(position.read.holding.symbol)],
    about: [visibleText(position.read.holding.symbol), isShort(position) ? sideText(position.read.holding) : ''],
    isShort: isShort(position),
    size,
    look: lookOf(position.read.profit),
    detail: percentShare(shareOf(position)),
    profit: profitText(position.read.profit),
  }));
  const rest = sized.slice(mostTiles).reduce((sum, { size }) => sum + size, 0);
  if (rest > 0)
    tiles.push({
      ...{ name: l10n.t('Others: {0}', sized.length - mostTiles), shortNames: [], about: [], isShort: false },
      ...{ size: rest, look: 'flat', detail: '', profit: '' },
    });
  const root = treemap<Tile | { readonly children: readonly Tile[] }>().size([width, height]).paddingInner(2).round(true)(
    hierarchy<Tile | { readonly children: readonly Tile[] }>({ children: tiles }, (node) =>
      'children' in node ? [...node.children] : null,
    ).sum((node) => ('size' in node ? node.size : 0)),
  );
  const label = l10n.t('Allocation of {0}: {1}', bucket, listText(tiles.slice(0, 5).map(({ name, detail }) => `${name} ${detail}`)));
  return html`<figure class="picture">
    ${caption}
    <svg height=${height} role="img" aria-label=${label}>
      <defs>
        <pattern id="hatch" patternUnits="userSpaceOnUse" width="7" height="7" patternTransform="rotate(45)"><line y2="7"></line></pattern>
      </defs>
      ${root.leaves().map(({ data, x0, y0, x1, y1 }) => ('size' in data ? tile(data, { x: x0, y: y0, w: x1 - x0, h: y1 - y0 }, width) : nothing))}
    </svg>
  </figure>`;
}

/** Positions with an amount, the largest first. Each amount is converted to a number only once, because there may be thousands. */
function bySize(
  positions: readonly PortfolioPosition[],
  amountOf: (position: PortfolioPosition) => Amount | undefined,
): readonly { readonly position: PortfolioPosition; readonly size: number }[] {
  return positions
    .flatMap((position) => {
      const amount = amountOf(position);
      return amount === undefined || amount === 0n ? [] : [{ position, size: roughAmount(absolute(amount)) }];
    })
    .sort((one, other) => other.size - one.size);
}

function nameOf({ read: { holding } }: PortfolioPosition): string {
  return visibleText(holding.name === '' ? holding.symbol : holding.name);
}

function isShort({ read }: PortfolioPosition): boolean {
  return read.holding.side === 'short';
}

function percentShare(share: Amount | undefined): string {
  return share === undefined ? '' : `${showDecimals(share, 1)}%`;
}

function profitText(profit: Amount | undefined): string {
  if (profit === undefined) return '';
  return profit === 0n ? showBriefMoney(profit) : `${arrowOf(directionOf(profit))} ${showBriefMoney(profit)}`;
}

function tile(
  { name, shortNames, about, isShort, look, detail, profit }: Tile,
  { x, y, w, h }: Record<'x' | 'y' | 'w' | 'h', number>,
  width: number,
): TemplateResult {
  const percent = (part: number): string => `${((part / width) * 100).toFixed(3)}%`;
  const room = Math.floor((w - 8) / 6.6);
  const shown = room < 3 || h < 16 ? '' : (shortNames.find((text) => textWidth(text, 'text') * tileShare <= w - 8) ?? cut(name, w - 8));
  return svg`<svg class="tile ${look}" x=${percent(x)} y=${y} width=${percent(w)} height=${h}>
    <title>${[name, ...about, detail, profit === '' ? '' : l10n.t('{0}: {1}', l10n.t('P&L'), profit)].filter((text) => text !== '').join(' · ')}</title>
    <rect width="100%" height="100%" rx="2"></rect>
    ${isShort ? svg`<rect class="hatch" width="100%" height="100%"></rect>` : nothing}
    ${shown === '' ? nothing : svg`<text x="5" y="14">${shown}</text>`}
    ${shown === '' || h < 32 || room < detail.length ? nothing : svg`<text class="detail" x="5" y="28">${detail}</text>`}
    ${shown === '' || h < 46 || room < profit.length ? nothing : svg`<text class="detail" x="5" y="41">${profit}</text>`}
  </svg>`;
}

/** As much of a name as has room in a tile; empty if that says nothing. */
function cut(name: string, room: number): string {
  let length = name.length;
  while (length > 0 && textWidth(shortened(name, length), 'text') * tileShare > room) length -= 1;
  return length < leastLetters ? '' : shortened(name, length);
}

/** The largest gains and losses as bars from a common line, as wide as the page allows. */
export function profitBars(positions: readonly PortfolioPosition[], bucket: string): TemplateResult | typeof nothing {
  const largest = bySize(positions, ({ read }) => read.profit)
    .slice(0, mostBars)
    .map(({ position }) => ({ position, profit: position.read.profit ?? 0n, size: roughAmount(position.read.profit ?? 0n) }))
    .sort((one, other) => other.size - one.size);
  if (largest.length === 0) return nothing;
  const [most, least] = [Math.max(0, ...largest.map(({ size }) => size)), Math.min(0, ...largest.map(({ size }) => size))];
  const at = (size: number): number => ((size - least) / (most - least)) * 100;
  const label = l10n.t(
    'P&L by position of {0}: {1}',
    bucket,
    listText(largest.map(({ position, profit }) => `${nameOf(position)} ${showSignedMoney(profit)}`)),
  );
  return html`<figure class="picture">
    <figcaption>${l10n.t('P&L by position')} · ${bucket}</figcaption>
    <div class="bars" role="img" aria-label=${label} ${css({ '--zero': `${at(0).toFixed(2)}%` })}>
      ${largest.map(({ position, profit, size }) => {
        const [start, end] = [at(Math.min(0, size)), at(Math.max(0, size))];
        const place = { '--start': `${start.toFixed(2)}%`, '--end': `${end.toFixed(2)}%` };
        const title = `${nameOf(position)} · ${visibleText(position.read.holding.symbol)} · ${showSignedMoney(profit)}`;
        return html`<div class="bar ${lookOf(profit)}" title=${title}>
          <span class="bar-name">${nameOf(position)}</span>
          <span class="track" ${css(place)}><span class="fill"></span></span>
          <span class="bar-value">${showBriefMoney(profit)}</span>
        </div>`;
      })}
    </div>
  </figure>`;
}
