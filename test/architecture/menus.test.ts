import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { pageViewIds, panelTypes, rowKinds, viewIds } from '../../src/ui/platform/ids';
import { root } from './sources/sources';

const Entry = v.looseObject({
  command: v.optional(v.string()),
  submenu: v.optional(v.string()),
  when: v.optional(v.string(), ''),
  group: v.optional(v.string(), ''),
});
type Entry = v.InferOutput<typeof Entry>;
const text = readFileSync(path.join(root, 'package.json'), 'utf8');
const { menus } = v.parse(
  v.object({ contributes: v.object({ menus: v.record(v.string(), v.array(Entry)) }) }),
  JSON.parse(text),
).contributes;

type Context = Readonly<Record<string, string>>;

/** Whether a condition can hold where these keys have these values; keys without one may have any. */
function canHold(when: string, context: Context): boolean {
  return when === '' || when.split('||').some((choice) => choice.split('&&').every((term) => holds(term.trim(), context)));
}

function holds(term: string, context: Context): boolean {
  const [, key = '', operator = '', right = ''] = /^([\w.]+)(?: (==|!=|=~) (.+))?$/.exec(term) ?? [];
  const value = context[key];
  if (key === '') throw new Error(`not understood: ${term}`);
  if (value === undefined || operator === '') return true;
  if (operator === '=~') return new RegExp(right.slice(1, right.lastIndexOf('/'))).test(value);
  return (right.replaceAll("'", '') === value) === (operator === '==');
}

const sections = [
  ...new Set([...text.matchAll(/webviewSection == '(\w+)'/g)].map(([, name = '']) => name)),
  'openOrder',
  'pastOrder',
  'orderRecord',
  'openOrderRecord',
];
const sending = ['open', 'stopped'];
/** Everything on which a menu can be opened. */
const places: Readonly<Record<string, readonly Context[]>> = {
  'view/title': [...viewIds, ...pageViewIds].flatMap((view) => sending.map((state) => ({ view, 'marketDesk.sending': state }))),
  'view/item/context': viewIds.flatMap((view) => rowKinds.map((viewItem) => ({ view, viewItem }))),
  'webview/context': [...panelTypes, ...pageViewIds].flatMap((webviewId) =>
    sections.map((webviewSection) => ({ webviewId, webviewSection })),
  ),
};

/** The entries of a menu at one place in the order in which the editor shows them, but for those with a button in the row. */
function shown(menu: string, context: Context): readonly Entry[] {
  const rank = ({ group }: Entry): readonly [string, number] => {
    const [name = '', order = '0'] = group.split('@');
    return [name === 'navigation' ? '' : name, Number(order)];
  };
  return (menus[menu] ?? [])
    .filter(({ when, group }) => !group.startsWith('inline') && canHold(when, context))
    .toSorted((one, other) => {
      const [[name, order], [otherName, otherOrder]] = [rank(one), rank(other)];
      return name === otherName ? order - otherOrder : name < otherName ? -1 : 1;
    });
}

describe('the menus', () => {
  it.each(Object.keys(places))('have one command at each position, which titles would sort otherwise: %s', (menu) => {
    const shared = (places[menu] ?? []).flatMap((context) => {
      const groups = (menus[menu] ?? []).filter(({ when }) => canHold(when, context)).map(({ group, command }) => ({ group, command }));
      return groups
        .filter(({ group, command }) => groups.some((other) => other.group === group && other.command !== command))
        .map(({ group, command }) => `${JSON.stringify(context)} ${group} ${String(command)}`);
    });
    expect(shared).toEqual([]);
  });

  const use = ['security.open', 'orders.buy', 'orders.sell', 'positions.close', 'orders.modify', 'orders.cancel'].map(
    (name) => `marketDesk.${name}`,
  );
  it.each<readonly [string, Context, readonly number[]]>([
    ['view/item/context', { view: 'marketDesk.positions', viewItem: 'position' }, [0, 1, 2, 3]],
    ['view/item/context', { view: 'marketDesk.plates', viewItem: 'constituent' }, [0, 1, 2]],
    ['view/item/context', { view: 'marketDesk.orders', viewItem: 'openOrder' }, [0, 4, 5]],
    ['view/item/context', { view: 'marketDesk.orders', viewItem: 'openPaperOrder' }, [4, 5]],
    ['view/item/context', { view: 'marketDesk.orders', viewItem: 'fixedOrder' }, [0, 5]],
    ['webview/context', { webviewId: 'marketDesk.watchlist', webviewSection: 'watched' }, [0, 1, 2]],
    ['webview/context', { webviewId: 'marketDesk.portfolio', webviewSection: 'position' }, [0, 1, 2, 3]],
    ['webview/context', { webviewId: 'marketDesk.ordersPage', webviewSection: 'openOrder' }, [0, 4, 5]],
    ['webview/context', { webviewId: 'marketDesk.security', webviewSection: 'security' }, [1, 2]],
  ])('begin with what is done most: open, buy, sell, close or modify, cancel: %s %j', (menu, context, first) => {
    const commands = shown(menu, context).map(({ command }) => command);
    expect(commands.length).toBeGreaterThan(first.length);
    expect(commands.slice(0, first.length)).toEqual(first.map((at) => use[at]));
    expect(commands.slice(first.length).filter((command) => use.includes(command ?? ''))).toEqual([]);
  });

  it.each(['raisePrice', 'lowerPrice', 'modify', 'cancel'])('offer the same for an open order on its page as in its view: %s', (name) => {
    const wheres = [
      ['view/item/context', { view: 'marketDesk.orders', viewItem: 'openOrder' }],
      ['webview/context', { webviewId: 'marketDesk.ordersPage', webviewSection: 'openOrder' }],
    ] as const;
    for (const [menu, context] of wheres) expect(shown(menu, context).map(({ command }) => command)).toContain(`marketDesk.orders.${name}`);
    const past = { webviewId: 'marketDesk.ordersPage', webviewSection: 'pastOrder' };
    expect(shown('webview/context', past).map(({ command }) => command)).not.toContain(`marketDesk.orders.${name}`);
  });
});
