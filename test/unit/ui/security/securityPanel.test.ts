import { expect, it } from 'vitest';
import type * as vscode from 'vscode';
import type { Alert } from '../../../../src/domain/alerts/alert';
import { Emitter } from '../../../../src/app/platform/emitter';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { pageOf } from '../../../support/builders/lists';
import { orderRecord } from '../../../support/orders/orderFakes';
import type { OrderView } from '../../../../src/panel/security/securityProtocol';
import { booksOf } from '../../../support/builders/books';
import { Uri } from '../../../support/editor/values';
import { editor } from '../../../support/editor/editor';
import { WebviewPanel } from '../../../support/editor/webviewPanel';
import { FakeAccess, fakeClient } from '../../../support/fakeAccess';
import { FakeMarket, MemoryState } from '../../../support/feed/liveWindows';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { FakeTime } from '../../../support/machine/fakeTime';
import { SecurityPanel } from '../../../../src/ui/security/securityPanel';
import { ChartStudies } from '../../../../src/ui/security/chartStudies';
import { RecentSecurities } from '../../../../src/ui/security/recentSecurities';

const alert = { id: 'one', rule: { kind: 'above', symbol: 'HK.00700', price: '600' }, firedAtMs: undefined, quietUntilMs: 0 } as const;

function setUp(stored: unknown, client = fakeClient({})) {
  const time = new FakeTime();
  const access = new FakeAccess(client);
  const state = new MemoryState();
  const measured = new Emitter<undefined>();
  const alertsChanged = new Emitter<undefined>();
  let waiting: readonly Alert[] = [];
  const setAlerts = (...alerts: readonly Alert[]): void => {
    waiting = alerts;
    alertsChanged.fire(undefined);
  };
  const privacy = new PrivacyMode(state);
  let offset = 0;
  const panel = new WebviewPanel('marketDesk.security');
  const dependencies = {
    ...{ access, state, clock: time, timers: time, log: new MemoryLog() },
    books: booksOf({ access, time }),
    market: new FakeMarket(time).open().market,
    privacy,
    monitor: { nowMs: () => time.wallMs() + offset, onDidChange: measured.event },
    timeZone: () => 'UTC',
    extensionUri: Uri.file('/extension'),
    journal: () => ({ attempts: async () => [] }),
    alerts: {
      of: (symbol: string) => ({ waiting: symbol === alert.rule.symbol ? waiting : [], unseen: [] }),
      onDidChange: alertsChanged.event,
    },
    recent: new RecentSecurities(state),
    studies: new ChartStudies(state),
    ask: async () => undefined,
  };
  const page = new SecurityPanel(panel as unknown as vscode.WebviewPanel, dependencies, stored);
  const measure = (newOffset: number): void => {
    offset = newOffset;
    measured.fire(undefined);
  };
  return { page, panel, measure, privacy, setAlerts, time };
}

it('tells a restored page of the service’s time when it has been measured', () => {
  const { page, panel, measure } = setUp({ symbol: 'HK.00700' });
  const told = (): unknown => (panel.bodies('settings').at(-1) as { readonly clockOffset?: number } | undefined)?.clockOffset;
  panel.say('ready');
  expect(told()).toBe(0);
  measure(-3_600_000);
  expect(told()).toBe(-3_600_000);
  page.dispose();
});

it.each([
  [undefined, true],
  [{ symbol: 'HK.00700' }, false],
  [{ symbol: 'HK.00700', isKept: true }, false],
  [{ symbol: 'HK.00700', isKept: false }, true],
])('a page that has stored %o follows: %s', (stored, follows) => {
  const { page } = setUp(stored);
  expect(page.follows).toBe(follows);
  page.dispose();
});

it('draws a line for each alert on the price of its security as soon as it is set, and none in privacy mode', async () => {
  const { page, panel, privacy, setAlerts } = setUp({ symbol: 'HK.00700' });
  const lines = (): unknown => panel.bodies('lines').at(-1);
  panel.say('ready');
  expect(lines()).toEqual([]);
  setAlerts(alert);
  expect(lines()).toEqual([{ kind: 'alert', id: 'one', when: 'above', price: '600' }]);
  await privacy.toggle();
  expect(lines()).toEqual([]);
  await privacy.toggle();
  page.open('HK.00005');
  expect(lines()).toEqual([]);
  page.dispose();
});

it('edits an alert whose line was moved, beginning with that price', () => {
  const { page, panel } = setUp({ symbol: 'HK.00700' });
  editor.reset();
  panel.say('moveAlert', { id: 'one', price: '605.5' });
  expect(editor.ran).toEqual([['marketDesk.alerts.manage', { id: 'one', price: '605.5' }]]);
  panel.say('moveAlert', { id: 'one', price: '605.5; rm' });
  expect(editor.ran).toHaveLength(1);
  page.dispose();
});

it('shows open orders in live and in paper accounts, and asks for theirs alone', async () => {
  const accountsOf = (kind: 'live' | 'simulated', id: string) => async () => pageOf([{ id, kind, title: '', markets: [1] }]);
  const order = (orderId: string) => orderRecord({ orderId, code: 'HK.00700', quantity: '100', price: '500' });
  const { page, panel, time } = setUp(
    { symbol: 'HK.00700' },
    fakeClient({
      beyond: {
        liveAccounts: accountsOf('live', '8001'),
        simulatedAccounts: accountsOf('simulated', 'S1'),
        orders: async ({ tradeMarket }) => pageOf(tradeMarket === 'HK' ? [order('L-1')] : []),
        simulatedOrders: async () => pageOf([{ ...order('P-1'), market: '1', sent: { side: '', orderType: '', status: '' } }]),
      },
    }),
  );
  panel.say('ready');
  await time.advance(120_000);
  const shown = panel.bodies('orders').at(-1) as { readonly value: readonly OrderView[] };
  expect(shown.value.map(({ accountKind, orderId }) => [accountKind, orderId])).toEqual([
    ['live', 'L-1'],
    ['simulated', 'P-1'],
  ]);
  const lines = panel.bodies('lines').at(-1) as readonly { readonly order?: unknown }[];
  expect(lines.map(({ order: of }) => of)).toMatchObject([{ accountKind: 'live' }, { accountKind: 'simulated' }]);
  panel.say('cancel', { accountId: 'S1', accountKind: 'simulated', orderId: 'P-1' });
  expect(editor.ran.at(-1)).toMatchObject(['marketDesk.orders.cancel', { accountId: 'S1', accountKind: 'simulated', orderId: 'P-1' }]);
  page.dispose();
});
