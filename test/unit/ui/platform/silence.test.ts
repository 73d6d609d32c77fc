import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Disposable } from '../../../../src/app/platform/ports';
import { defaultSort } from '../../../../src/domain/positions/holdingGroups';
import { listOf } from '../../../../src/service/lists/list';
import { PageHost } from '../../../../src/ui/platform/pages/pageHost';
import type { PageWebview } from '../../../../src/ui/platform/pages/pageHost';
import { silence } from '../../../../src/ui/platform/silence';
import { messageRow } from '../../../../src/ui/platform/trees/treeMessages';
import { ModelTree } from '../../../../src/ui/platform/trees/treeModel';
import type { NodeModel } from '../../../../src/ui/platform/trees/treeModel';
import { OrdersHeader } from '../../../../src/ui/orders/tree/ordersView';
import { PositionsHeader } from '../../../../src/ui/positions/positionsHeader';
import { positionsState } from '../../../support/builders/holdings';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeReach } from '../../../support/machine/fakeReach';
import { FakeTime } from '../../../support/machine/fakeTime';

const { TreeItem, ThemeColor, ThemeIcon, Uri } = await import('vscode');

let time: FakeTime;
let reach: FakeReach;
let following: Disposable;
const text = /^As of (?:\S+ )?\d\d:\d\d:\d\d$/;
/** With its zone: the other times of a page may be of an exchange. */
const pageText = /^As of (?:\S+ )?\d\d:\d\d:\d\d UTC\+08:00$/;

beforeEach(() => {
  time = new FakeTime();
  reach = new FakeReach(time);
  following = silence.follow({ source: reach, clock: time, timeZone: () => 'Asia/Hong_Kong' });
});
afterEach(() => {
  if (reach.isAway) reach.comeBack();
  following.dispose();
});

describe('a service that does not answer', () => {
  it('is told with the time of its last answer, in the zone of the user', () => {
    expect([silence.isOn, silence.text]).toEqual([false, '']);
    reach.goAway(66_000);
    const last = new Date(time.wallMs() - 66_000 + 8 * 3_600_000).toISOString().slice(11, 19);
    expect(silence.text).toContain(last);
    reach.comeBack();
    expect(silence.text).toBe('');
  });

  it('dims every page at once, and each page that opens meanwhile', () => {
    const posted: unknown[] = [];
    let receive: (message: unknown) => unknown = () => undefined;
    const webview: PageWebview = {
      ...{ options: {}, html: '', cspSource: '', asWebviewUri: (uri) => uri },
      onDidReceiveMessage: (listener) => {
        receive = listener;
        return { dispose: () => undefined };
      },
      postMessage: (message: unknown) => Promise.resolve(posted.push(message) > 0),
    };
    const host = new PageHost<object, { readonly ready: null }>({
      webview,
      extensionUri: Uri.parse('file:///x'),
      page: { name: 'watchlist', title: 'x' },
      guards: { ready: (body): body is null => body === null },
      handlers: () => ({ ready: () => undefined }),
      log: new MemoryLog(),
    });
    reach.goAway();
    expect(posted).toEqual([]);
    receive({ type: 'ready', body: null });
    expect(posted).toEqual([{ type: 'silence', body: expect.stringMatching(pageText) as unknown }]);
    reach.comeBack();
    expect(posted.at(-1)).toEqual({ type: 'silence', body: '' });
    reach.goAway();
    expect(posted.at(-1)).toEqual({ type: 'silence', body: expect.stringMatching(pageText) as unknown });
    host.dispose();
    reach.comeBack();
    expect(posted).toHaveLength(3);
  });

  it('dims every row of figures, with its commands, and none of what this program knows by itself', () => {
    const tree = new ModelTree();
    const row = (id: string, more: Partial<NodeModel> = {}): NodeModel => ({
      ...{ id, face: id },
      item: () =>
        Object.assign(new TreeItem(id), {
          description: '+1.00',
          contextValue: 'position',
          iconPath: new ThemeIcon('arrow-up', new ThemeColor('charts.green')),
        }),
      ...more,
    });
    tree.show([row('figure'), row('journal', { isOwn: true }), messageRow({ id: 'm', text: 'No positions' })]);
    let redrawn = 0;
    tree.onDidChange((nodes) => (redrawn += nodes === undefined ? 1 : 0));
    reach.goAway();
    expect(redrawn).toBe(1);
    const [figure, journal, message] = tree.roots().map((node) => node.toTreeItem());
    expect(figure).toMatchObject({
      contextValue: 'position',
      iconPath: { id: 'arrow-up', color: { id: 'disabledForeground' } },
      accessibilityInformation: { label: expect.stringMatching(/As of/) as unknown },
    });
    expect(figure?.resourceUri).toBeDefined();
    expect([journal?.resourceUri, message?.resourceUri]).toEqual([undefined, undefined]);
    reach.comeBack();
    expect(redrawn).toBe(2);
    expect(tree.roots()[0]?.toTreeItem().resourceUri).toBeUndefined();
    tree.dispose();
  });

  it('puts the time above the rows before any list was read in vain', () => {
    const account = { id: 'S', name: 'S', kind: 'simulated', markets: [], source: 'service' } as const;
    const accounts = [{ account, list: listOf<never>([]), updatedAtMs: time.wallMs() }];
    const [positions, orders] = [{ message: '' }, { message: '' }];
    reach.goAway();
    const nowMs = time.wallMs();
    new PositionsHeader(positions, () => 'UTC').show(positionsState({ accounts }), { sort: defaultSort, day: '', old: [], nowMs });
    new OrdersHeader(orders).show({ accounts, directory: [] }, [], { unresolved: 0, zone: 'UTC', nowMs });
    expect([positions.message, orders.message]).toEqual([expect.stringMatching(text), expect.stringMatching(text)]);
    new PositionsHeader(positions, () => 'UTC').show(undefined, { sort: defaultSort, day: '', old: [], nowMs });
    expect(positions.message).toBe('');
  });
});
