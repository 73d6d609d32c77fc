import '../shared/grid/dataGrid';
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { parseAmount, percentOf, showSignedPercent } from '../../domain/values/amount';
import type { BarView } from '../../panel/security/securityProtocol';
import type { SecurityStrings } from '../../panel/security/securityStrings';
import type { GridColumn } from '../shared/grid/column';
import type { GridEvents, GridView } from '../shared/grid/gridView';
import { figure, noValue, timeText } from './format';

/** The bars of the chart as a table, the latest first, for those who do not see the chart. */
export function barTable(
  bars: readonly BarView[],
  {
    isIntraday,
    hasMore,
    label,
    strings,
    earlier,
  }: {
    readonly isIntraday: boolean;
    readonly hasMore: boolean;
    readonly label: string;
    readonly strings: SecurityStrings;
    readonly earlier: () => void;
  },
): TemplateResult {
  const previous = new Map(bars.map((bar, at) => [bar.id, bars[at - 1]]));
  const view: GridView<BarView, never> = {
    columns: columns(isIntraday, previous, strings),
    items: bars.toReversed().map((row) => ({ kind: 'row', id: String(row.id), row })),
    sort: null,
    strings: { label, keyboardHelp: strings.gridHelp, sortedAscending: '', sortedDescending: '', expand: '', collapse: '' },
    groupName: () => '',
    groupCell: () => undefined,
    contextOf: undefined,
    rowHeight: 26,
    rowLook: undefined,
    hasMore,
  };
  const events: GridEvents<BarView> = { nearEnd: earlier };
  return html`<market-grid .view=${view} .events=${events}></market-grid>`;
}

function columns(
  isIntraday: boolean,
  previous: ReadonlyMap<number, BarView | undefined>,
  strings: SecurityStrings,
): readonly GridColumn<BarView>[] {
  const number = (key: string, title: string, text: (bar: BarView) => string): GridColumn<BarView> => ({
    key,
    title,
    kind: 'number',
    width: 84,
    grow: 1,
    cell: text,
  });
  return [
    // Times of bars stand on the clock of the exchange already.
    {
      key: 'time',
      title: strings.time,
      kind: 'text',
      width: isIntraday ? 140 : 100,
      grow: 1,
      cell: ({ time }) => timeText(time * 1000, 'UTC', isIntraday ? 'both' : 'date'),
    },
    number('open', strings.open, ({ open }) => figure(open)),
    number('high', strings.high, ({ high }) => figure(high)),
    number('low', strings.low, ({ low }) => figure(low)),
    number('close', strings.close, ({ close }) => figure(close)),
    number('change', '%', (bar) => percent(bar, previous.get(bar.id))),
    { ...number('volume', strings.volume, ({ volume }) => figure(volume)), width: 110 },
  ];
}

function percent(bar: BarView, before: BarView | undefined): string {
  const [close, base] = [parseAmount(bar.close), parseAmount(before?.close ?? '')];
  return close === undefined || base === undefined || base === 0n ? noValue : showSignedPercent(percentOf(close - base, base));
}
