/** Style of the page: only the editor's colors, so that it fits every theme. */
export const tradingDaysStyle = `
body { padding: 20px 28px 40px; color: var(--vscode-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
header { display: grid; grid-template-columns: 1fr auto; gap: 4px 24px; align-items: center; margin-bottom: 18px; }
h1 { margin: 0; font-size: 1.7em; font-weight: 600; }
.range { grid-column: 1; margin: 0; color: var(--vscode-descriptionForeground); }
.range span { white-space: nowrap; }
nav { grid-column: 2; grid-row: 1 / span 2; display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; }
.button { padding: 5px 12px; border-radius: 3px; border: 1px solid var(--vscode-button-border, transparent); background: var(--vscode-button-background); color: var(--vscode-button-foreground); text-decoration: none; white-space: nowrap; }
.button:hover { background: var(--vscode-button-hoverBackground); color: var(--vscode-button-foreground); }
.button.quiet { background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); }
.button.quiet:hover { background: var(--vscode-button-secondaryHoverBackground); }
.button:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 20px; margin: 0 0 18px; padding: 0; list-style: none; color: var(--vscode-descriptionForeground); }
.legend li { display: flex; align-items: center; gap: 7px; }
.legend .day { min-width: 18px; height: 18px; line-height: 18px; font-size: .85em; }
.months { display: grid; grid-template-columns: repeat(auto-fill, minmax(258px, 1fr)); gap: 26px 34px; align-items: start; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding: 0 0 8px 2px; text-align: start; font-weight: 600; }
th { padding: 0 0 4px; font-weight: 400; font-size: .85em; color: var(--vscode-descriptionForeground); }
td { padding: 2px; text-align: center; }
.day { display: inline-block; position: relative; box-sizing: border-box; min-width: 30px; height: 26px; line-height: 26px; border-radius: 4px; text-align: center; border: 1px solid transparent; line-height: 24px; }
.day sup { position: absolute; top: -2px; right: 2px; line-height: 1.4; font-size: .7em; }
.full { background: color-mix(in srgb, var(--vscode-charts-blue) 22%, transparent); }
.half { background: linear-gradient(to bottom right, color-mix(in srgb, var(--vscode-charts-orange) 45%, transparent) 50%, transparent 50%); border-color: var(--vscode-charts-orange); }
.closed { color: var(--vscode-descriptionForeground); border: 1px dashed var(--vscode-descriptionForeground); }
.closed.weekend { border-color: transparent; }
.other { border-color: var(--vscode-charts-purple); }
.unknown { color: var(--vscode-descriptionForeground); font-style: italic; }
.today { font-weight: 700; outline: 2px solid var(--vscode-focusBorder); outline-offset: 1px; }
.names { margin: 8px 0 0; padding: 0 0 0 2px; list-style: none; max-width: 262px; line-height: 1.5; }
.names time { color: var(--vscode-descriptionForeground); margin-inline-end: 6px; white-space: nowrap; }
.raw th, .raw td { padding: 4px 12px; border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-panel-border)); text-align: start; }
@media (width < 760px) {
  header { grid-template-columns: 1fr; }
  nav { grid-column: 1; grid-row: auto; justify-content: flex-start; margin-top: 8px; }
}
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.vscode-high-contrast .full { background: none; border-color: var(--vscode-contrastBorder); }
.vscode-high-contrast .half { background: none; border-color: var(--vscode-contrastActiveBorder, currentColor); box-shadow: inset 0 0 0 2px var(--vscode-editor-background), inset 0 0 0 3px var(--vscode-contrastActiveBorder, currentColor); }
`;
