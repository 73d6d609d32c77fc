import * as vscode from 'vscode';
import type { Disposable } from '../../../app/platform/ports';
import { fitted } from '../../../domain/text/columns';
import { listText } from '../lists/listText';
import { mostItemColumns, StatusItem } from '../say/statusItem';
import { tooltipTable } from '../say/tooltipTable';

/**
 * What the item tells, in the order in which it is shown. What stands at the end of {@link yielding} is the last that is left out if there is
 * not enough room.
 */
const order = ['stop', 'outage', 'skew', 'alerts', 'certificate', 'privacy', 'service', 'dayProfit', 'clock', 'agents'] as const;
export type StatusPartName = (typeof order)[number];
/** Day P&L has items of its own: only the menu tells it. */
type ShownPartName = Exclude<StatusPartName, 'dayProfit'>;

const yielding: readonly ShownPartName[] = ['agents', 'clock', 'service', 'certificate', 'privacy', 'alerts', 'skew', 'outage', 'stop'];

/** What the user should not overlook. */
const states: readonly ShownPartName[] = ['stop', 'outage', 'skew', 'alerts', 'certificate', 'privacy'];

export interface StatusPart {
  /** From the longest to the shortest: as much is shown as there is room for, and each form whole or not at all. */
  readonly forms: readonly [string, ...string[]];
  readonly icon?: string;
  /** A state that the user should know of: it colors the item. */
  readonly level?: 'warning' | 'error';
  /** Rows of the tooltip. */
  readonly rows?: readonly (readonly [label: string, value: string])[];
  /** Sentences of the tooltip. */
  readonly notes?: readonly string[];
  /** What a screen reader says instead of the longest form. */
  readonly spoken?: string;
  /** What the menu of the item offers about it. */
  readonly action?: vscode.Command;
}

const iconColumns = 3;
const between = 3;
/** On the left, where nothing is cut off: the editor lets items on the right disappear when there is no room for them. */
const priority = 100;

/**
 * The one item of the status bar that says where the user is and what is wrong: the service, server time, and each state that matters, the worst of them first and in
 * its color. A click opens the menu with everything else.
 */
export class DeskStatus implements Disposable {
  readonly #parts = new Map<StatusPartName, StatusPart>();
  readonly #item: StatusItem;

  constructor() {
    this.#item = new StatusItem('marketDesk.status', priority, vscode.l10n.t('Market Desk Status'), 'left');
    this.#item.command = 'marketDesk.status.show';
  }

  /** Shows a part, or no longer. */
  set(name: StatusPartName, part: StatusPart | undefined): void {
    if (part === undefined && !this.#parts.has(name)) return;
    if (part === undefined) this.#parts.delete(name);
    else this.#parts.set(name, part);
    this.#draw();
  }

  /** What is shown, the most important first. */
  get parts(): readonly StatusPart[] {
    return order.flatMap((name) => this.#parts.get(name) ?? []);
  }

  #draw(): void {
    const named = order.flatMap((name) => {
      const part = this.#parts.get(name);
      return part === undefined || name === 'dayProfit' ? [] : [{ name, part }];
    });
    if (named.length === 0) {
      this.#item.hide();
      return;
    }
    const texts = fitted(
      named.map(({ name, part }, at) => ({
        forms: part.forms,
        before: (part.icon === undefined ? 0 : iconColumns) + (at === 0 ? 0 : between),
        // The name of the service is known, and the tooltip has all of it.
        rank: states.includes(name) ? 'essential' : name === 'service' ? 'ordinary' : 'extra',
        yields: yielding.length - yielding.indexOf(name),
      })),
      mostItemColumns,
    );
    const parts = named.map(({ part }) => part);
    const worst = parts.some(({ level }) => level === 'error') ? 'error' : parts.some(({ level }) => level !== undefined) && 'warning';
    this.#item.draw({
      text: parts.flatMap(({ icon }, at) => {
        const text = texts[at];
        return text === undefined ? [] : [{ text, ...(icon === undefined ? {} : { icon }) }];
      }),
      tooltip: tooltipTable(
        vscode.l10n.t('Market Desk'),
        parts.flatMap(({ rows = [] }) => rows),
        parts.flatMap(({ notes = [] }) => notes),
      ),
      label: vscode.l10n.t('{0}: {1}', this.#item.name, listText(parts.map(({ spoken, forms: [longest] }) => spoken ?? longest))),
      background: worst === false ? undefined : new vscode.ThemeColor(`statusBarItem.${worst}Background`),
    });
  }

  dispose(): void {
    this.#item.dispose();
  }
}
