import * as l10n from '@vscode/l10n';
import { hierarchy, treemap } from 'd3-hierarchy';
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { PortfolioPosition } from '../../domain/positions/portfolio';
import { visibleText } from '../../domain/text/visibleText';
import { arrowOf, directionOf } from '../../domain/quotes/priceDirection';
import { absolute, roughAmount, showBriefMoney, showSignedMoney } from '../../domain/values/amount';
import type { Amount } from '../../domain/values/amount';
import { lookOf } from '../shared/texts/changeTexts';
import { listText } from '../shared/texts/listText';

const mostTiles = 24;
const mostBars = 10;
/** The approximate width of the charts. They are drawn in percent of the actual width, so that their texts keep their size. */
const width = 480;
const height = 168;
const percent = (x: number): string => `${((x / width) * 100).toFixed(3)}%`;

interface Tile {
  readonly name: string;
  readonly size: number;
  readonly look: string;
  readonly detail: string;
  /** The P&L that colors it, with its arrow: nobody has to know colors apart. */
  readonly profit: string;
}

/** Market values as areas, colored by profit or loss. All are in one bucket, so that the areas can be compared. */
export function allocation(
  positions: readonly PortfolioPosition[],
  {
    bucket,
    shareOf,
  }: {
    readonly bucket: string;
    readonly shareOf: (position: PortfolioPosition) => Amount | undefined;
  },
): TemplateResult | typeof nothing {
  const sized = bySize(positions, ({ read }) => read.marketValue);
  if (sized.length === 0) return nothing;
  const tiles = sized.slice(0, mostTiles).map(({ position, size }): Tile => ({
    name: visibleText(position.read.holding.symbol),
    size,
    look: lookOf(position.read.profit),
    detail: percentShare(shareOf(position)),
    profit: profitText(position.read.profit),
  }));
  const rest = sized.slice(mostTiles).reduce((sum, { size }) => sum + size, 0);
  if (rest > 0) tiles.push({ name: l10n.t('Others: {0}', sized.length - mostTiles), size: rest, look: 'flat', detail: '', profit: '' });
  const root = treemap<Tile | { readonly children: readonly Tile[] }>().size([width, height]).paddingInner(2).round(true)(
    hierarchy<Tile | { readonly children: readonly Tile[] }>({ children: tiles }, (node) =>
      'children' in node ? [...node.children] : null,
    ).sum((node) => ('size' in node ? node.size : 0)),
  );
  const label = l10n.t('Allocation of {0}: {1}', bucket, listText(tiles.slice(0, 5).map(({ name, detail }) => `${name} ${detail}`)));
  return html`<figure class="picture">
    <figcaption>${l10n.t('Allocation')}</figcaption>
    <svg height=${height} role="img" aria-label=${label}>
      ${root.leaves().map(({ data, x0, y0, x1, y1 }) => ('size' in data ? tile(data, x0, y0, x1 - x0, y1 - y0) : nothing))}
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

function percentShare(share: Amount | undefined): string {
  return share === undefined ? '' : `${roughAmount(share).toFixed(1)}%`;
}

function profitText(profit: Amount | undefined): string {
  if (profit === undefined) return '';
  return profit === 0n ? showBriefMoney(profit) : `${arrowOf(directionOf(profit))} ${showBriefMoney(profit)}`;
}

function tile({ name, look, detail, profit }: Tile, x: number, y: number, w: number, h: number): TemplateResult {
  const room = Math.floor((w - 8) / 6.6);
  const shown = room < 3 || h < 16 ? '' : name.length <= room ? name : `${name.slice(0, room - 1)}…`;
  return svg`<svg class="tile ${look}" x=${percent(x)} y=${y} width=${percent(w)} height=${h}>
    <title>${[name, detail, profit === '' ? '' : l10n.t('{0}: {1}', l10n.t('P&L'), profit)].filter((text) => text !== '').join(' · ')}</title>
    <rect width="100%" height="100%" rx="2"></rect>
    ${shown === '' ? nothing : svg`<text x="5" y="14">${shown}</text>`}
    ${shown === '' || h < 32 || room < 5 ? nothing : svg`<text class="detail" x="5" y="28">${detail}</text>`}
    ${shown === '' || h < 46 || room < profit.length ? nothing : svg`<text class="detail" x="5" y="41">${profit}</text>`}
  </svg>`;
}

/** The largest gains and losses as bars from a common middle line. */
export function profitBars(positions: readonly PortfolioPosition[], bucket: string): TemplateResult | typeof nothing {
  const largest = bySize(positions, ({ read }) => read.profit)
    .slice(0, mostBars)
    .map(({ position }) => position)
    .sort((one, other) => roughAmount(other.read.profit ?? 0n) - roughAmount(one.read.profit ?? 0n));
  if (largest.length === 0) return nothing;
  const most = Math.max(...largest.map(({ read }) => roughAmount(absolute(read.profit ?? 0n))));
  const step = height / Math.max(largest.length, 5);
  const middle = width / 2;
  const label = l10n.t(
    'P&L by position of {0}: {1}',
    bucket,
    listText(largest.map(({ read }) => `${visibleText(read.holding.symbol)} ${showSignedMoney(read.profit ?? 0n)}`)),
  );
  return html`<figure class="picture">
    <figcaption>${l10n.t('P&L by position')}</figcaption>
    <svg height=${height} role="img" aria-label=${label}>
      ${largest.map(({ read }, at) => {
        const profit = read.profit ?? 0n;
        const length = most === 0 ? 0 : (roughAmount(absolute(profit)) / most) * (middle - 96);
        const isGain = profit > 0n;
        const y = at * step;
        const name = visibleText(read.holding.symbol);
        return svg`<g class="bar ${lookOf(profit)}">
          <title>${name} ${showSignedMoney(profit)}</title>
          <text class="name" x="50%" dx=${isGain ? -6 : 6} y=${y + step / 2 + 4} text-anchor=${isGain ? 'end' : 'start'}>${name}</text>
          <rect x=${percent(isGain ? middle : middle - Math.max(length, 1))} y=${y + 2} width=${percent(Math.max(length, 1))} height=${Math.max(step - 4, 2)} rx="1"></rect>
          <text x=${percent(isGain ? middle + length : middle - length)} dx=${isGain ? 5 : -5} y=${y + step / 2 + 4} text-anchor=${isGain ? 'start' : 'end'}>${showSignedMoney(profit)}</text>
        </g>`;
      })}
      <line x1="50%" x2="50%" y1="0" y2=${height}></line>
    </svg>
  </figure>`;
}
