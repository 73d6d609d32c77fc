import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isDrawing } from '../../../../src/domain/text/drawing';

describe('isDrawing', () => {
  it('accepts the picture of the welcome page and the logo of the chart library', () => {
    expect(isDrawing(readFileSync('src/webview/welcome/watchlist.svg', 'utf8'))).toBe(true);
    const library = readFileSync('node_modules/lightweight-charts/dist/lightweight-charts.production.mjs', 'utf8');
    const logo = /innerHTML=[`'"](<svg [^]*?<\/svg>)[`'"]/.exec(library)?.[1] ?? '';
    expect(logo.length).toBeGreaterThan(100);
    expect(isDrawing(logo)).toBe(true);
  });

  it.each([
    '',
    'text',
    '<b>x</b>',
    '<svg xmlns="x"><script>alert(1)</script></svg>',
    '<svg xmlns="x" onload="alert(1)"></svg>',
    '<svg xmlns="x"><a href="https://evil.example"><text>x</text></a></svg>',
    '<svg xmlns="x"><text href="javascript:x">x</text></svg>',
    '<svg xmlns="x"><foreignObject></foreignObject></svg>',
    '<svg xmlns="x"><path d=x/></svg>',
    '<svg xmlns="x"><path style="x"/></svg>',
    '<svg xmlns="x"></svg><img src=x onerror=alert(1)>',
    '<svg xmlns="x"><!-- --></svg>',
    '<svg xmlns="x"><path d="1"',
  ])('refuses %s', (text) => {
    expect(isDrawing(text)).toBe(false);
  });
});
