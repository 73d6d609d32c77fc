import * as vscode from 'vscode';
import { colourOf } from '../../../domain/quotes/priceDirection';
import type { Direction, DirectionSetting } from '../../../domain/quotes/priceDirection';

export type DirectionIcons = Readonly<Record<Direction, vscode.ThemeIcon>>;

/** Icons of rows whose price moved, in the theme's colors. */
export function directionIcons(colours: DirectionSetting, language: string): DirectionIcons {
  const icon = (direction: Direction, name: string): vscode.ThemeIcon => {
    const colour = colourOf(direction, colours, language);
    return new vscode.ThemeIcon(name, colour === undefined ? undefined : new vscode.ThemeColor(`charts.${colour}`));
  };
  return { up: icon('up', 'triangle-up'), down: icon('down', 'triangle-down'), flat: icon('flat', 'dash') };
}
