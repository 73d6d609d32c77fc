import { CrosshairMode } from 'lightweight-charts';
import type { DeepPartial, TimeChartOptions } from 'lightweight-charts';

/** Colors of the chart, taken from the editor's theme. */
export interface ChartTheme {
  readonly background: string;
  readonly text: string;
  readonly line: string;
  readonly grid: string;
  readonly up: string;
  readonly down: string;
  readonly upVolume: string;
  readonly downVolume: string;
  readonly cost: string;
  /** The two sides of orders and fills, in the colors that they have elsewhere. */
  readonly buy: string;
  readonly sell: string;
  /** Orders of an unknown side. */
  readonly order: string;
  readonly alert: string;
  /** The previous close. */
  readonly close: string;
  /** Used one after the other. */
  readonly averages: readonly string[];
  /** The other indicators. */
  readonly calculated: string;
  readonly compared: readonly string[];
  /** Rising candles are hollow, so that color is not the only mark. */
  readonly isHollow: boolean;
  readonly fontFamily: string;
}

/** Colors of the editor, with fallbacks for themes that lack them. Swatches on the page use the same names. */
const averageColors = [
  ['--vscode-charts-yellow', '#cca700'],
  ['--vscode-charts-purple', '#b180d7'],
  ['--vscode-charts-blue', '#1a85ff'],
  ['--vscode-charts-orange', '#d18616'],
] as const;
/** Orange and blue come last, because they are the sides of orders. */
const comparedColors = [
  ['--vscode-charts-purple', '#b180d7'],
  ['--vscode-charts-yellow', '#cca700'],
  ['--vscode-charts-orange', '#d18616'],
  ['--vscode-charts-blue', '#1a85ff'],
] as const;

type Direction = 'green' | 'red' | 'none';

/** Reads the current theme; colors come from the page's style sheet, which refers to those of the editor. */
export function readTheme(direction: { readonly up: Direction; readonly down: Direction }): ChartTheme {
  const style = getComputedStyle(document.body);
  const context = document.createElement('canvas').getContext('2d');
  const color = (names: readonly string[], fallback: string): string => {
    for (const name of names) {
      const value = style.getPropertyValue(name).trim();
      if (value === '' || context === null) continue;
      // The canvas returns any CSS color in one of two formats.
      context.fillStyle = '#010203';
      context.fillStyle = value;
      if (context.fillStyle !== '#010203') return context.fillStyle;
    }
    return fallback;
  };
  const isContrast =
    document.body.classList.contains('vscode-high-contrast') || document.body.classList.contains('vscode-high-contrast-light');
  const text = color(['--vscode-foreground', '--vscode-editor-foreground'], '#888888');
  const directionColor = (name: Direction): string =>
    name === 'none' ? text : color([`--vscode-charts-${name}`], name === 'green' ? '#388a34' : '#e51400');
  const [up, down] = [directionColor(direction.up), directionColor(direction.down)];
  const line = color(isContrast ? ['--vscode-contrastBorder'] : ['--vscode-panel-border', '--vscode-editorWidget-border'], '#80808059');
  return {
    background: color(['--vscode-editor-background'], '#ffffff'),
    text: color(['--vscode-descriptionForeground', '--vscode-foreground'], text),
    line,
    grid: withAlpha(line, isContrast ? 0.25 : 0.35),
    up,
    down,
    upVolume: withAlpha(up, 0.4),
    downVolume: withAlpha(down, 0.4),
    // Neither side has its color.
    cost: text,
    buy: opaque(color(['--vscode-marketDesk-buyForeground', '--vscode-charts-blue'], '#1a85ff')),
    sell: opaque(color(['--vscode-marketDesk-sellForeground', '--vscode-charts-orange'], '#d18616')),
    order: text,
    alert: opaque(color(['--vscode-terminal-ansiMagenta'], '#bc3fbc')),
    close: color(['--vscode-descriptionForeground'], text),
    averages: averageColors.map(([name, fallback]) => opaque(color([name], fallback))),
    calculated: opaque(color(['--vscode-terminal-ansiCyan'], '#11a8cd')),
    compared: comparedColors.map(([name, fallback]) => opaque(color([name], fallback))),
    isHollow: isContrast || up === down,
    fontFamily: style.getPropertyValue('--vscode-font-family').trim() || 'sans-serif',
  };
}

/** Some themes have area colors that are too faint for a thin line. */
function opaque(color: string): string {
  return color.replace(/^rgba\((\d+), (\d+), (\d+), [\d.]+\)$/, 'rgb($1, $2, $3)');
}

/** The color with its opacity multiplied by `factor`. */
function withAlpha(color: string, factor: number): string {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  const rgba = /^rgba\((\d+), (\d+), (\d+), ([\d.]+)\)$/.exec(color);
  const [red, green, blue] = hex === null ? (rgba?.slice(1, 4) ?? []) : hex.slice(1, 4).map((part) => String(Number.parseInt(part, 16)));
  if (red === undefined || green === undefined || blue === undefined) return color;
  return `rgba(${red}, ${green}, ${blue}, ${String(Number(rgba?.[4] ?? 1) * factor)})`;
}

export function chartOptions(theme: ChartTheme): DeepPartial<TimeChartOptions> {
  // Text on the color of text: the prices of orders are on blue.
  const label = { color: theme.line, labelBackgroundColor: theme.text } as const;
  return {
    layout: {
      background: { color: theme.background },
      textColor: theme.text,
      fontFamily: theme.fontFamily,
      fontSize: 11,
      attributionLogo: true,
      panes: { separatorColor: theme.line, separatorHoverColor: theme.grid, enableResize: true },
    },
    grid: { vertLines: { color: theme.grid }, horzLines: { color: theme.grid } },
    crosshair: { mode: CrosshairMode.Normal, vertLine: { ...label, color: theme.text }, horzLine: { ...label, color: theme.text } },
    rightPriceScale: { borderColor: theme.line, scaleMargins: { top: 0.08, bottom: 0.24 } },
    timeScale: { borderColor: theme.line },
  };
}
