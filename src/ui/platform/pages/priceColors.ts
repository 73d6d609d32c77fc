import * as vscode from 'vscode';
import { colourOf } from '../../../domain/quotes/priceDirection';
import type { PriceColors } from '../../../panel/platform/priceColors';
import { readSetting } from '../settings';

/** The price colors for a page, by the user's setting. */
export function priceColors(): PriceColors {
  const color = (direction: 'up' | 'down'): PriceColors['up'] =>
    colourOf(direction, readSetting('colors.priceDirection'), vscode.env.language) ?? 'none';
  return { up: color('up'), down: color('down') };
}
