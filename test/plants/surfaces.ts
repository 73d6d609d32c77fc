import { plant } from './plant';

/** Views, pages, their messages, and the sandbox. */
export const surfacePlants = [
  plant(
    'a page that opens while the service is silent, in full color',
    'src/ui/platform/pages/pageHost.ts',
    [['      if (silence.isOn) this.#tellSilence();\n', '']],
    'test/unit/ui/platform/silence.test.ts',
  ),
  plant(
    'bid and ask swapped in the order form’s view',
    'src/ui/orders/form/ticketQuoteView.ts',
    [
      ['    bid: priceOf(quote?.bidPrice),', '    bid: priceOf(quote?.askPrice),'],
      ['    ask: priceOf(quote?.askPrice),', '    ask: priceOf(quote?.bidPrice),'],
    ],
    'test/unit/ui/orders/form/ticketQuoteView.test.ts',
  ),
  plant(
    'the history tab of the orders page is refused by its guard',
    'src/panel/orders/ordersPageProtocol.ts',
    [['ordersTabs.some((tab) => tab === value)', "ordersTabs.some((tab) => tab === value && tab !== 'history')"]],
    'test/unit/panel/guards.test.ts',
  ),
  plant(
    'the row of an order shows its trigger price as its price',
    'src/ui/orders/page/ordersPageData.ts',
    [['return { ...order, id: `${key}/${order.orderId}`,', 'return { ...order, price: order.auxPrice, id: `${key}/${order.orderId}`,']],
    'test/unit/ui/orders/page/ordersPageData.test.ts',
  ),
  plant(
    'a bare English label in the hover',
    'src/ui/quotes/quoteHover.ts',
    [["[vscode.l10n.t('Opening price'), showNumber(quote.openPrice)]", "['Opening price', showNumber(quote.openPrice)]"]],
    'lint',
  ),
  plant(
    'a bare English word on a page',
    'src/webview/portfolio/sums.ts',
    [['${heads()} ${sums.filter', '<b>Totals today</b> ${heads()} ${sums.filter']],
    'lint',
  ),
  plant(
    'a listener of a page is never removed',
    'src/webview/calendar/page.ts',
    [
      [
        "    document.addEventListener('keydown', this.#pageKey);\n    this.#clock.start();",
        "    window.addEventListener('resize', () => (this.isNarrow = isNarrow()));\n    document.addEventListener('keydown', this.#pageKey);\n    this.#clock.start();",
      ],
    ],
    'lint',
  ),
  plant(
    'the page forgets to end its width listener',
    'src/webview/shared/narrow.ts',
    [["    this.#list.removeEventListener('change', this.#changed);\n", '']],
    'lint',
  ),
  plant(
    'charts of another currency stay when a total is chosen',
    'src/webview/portfolio/page.ts',
    [['guard([shown, chosen.bucket, width],', 'guard([shown, width],']],
    'test/unit/webview/portfolio',
  ),
  plant(
    'live and paper positions in one group of the portfolio',
    'src/domain/positions/portfolio.ts',
    [["if (grouping === 'none') return kind;", "if (grouping === 'none') return '';"]],
    'test/unit/webview/portfolio/model.test.ts',
  ),
  plant(
    'the quantity of an order is not hidden in its hover',
    'src/ui/orders/tree/orderRow.ts',
    [
      [
        "  const hidden: (readonly [string, string])[] = [\n    [vscode.l10n.t('Quantity'), order.quantity],\n",
        '  const hidden: (readonly [string, string])[] = [\n',
      ],
      [
        "    [vscode.l10n.t('Status'), statusWord(order.status)],\n",
        "    [vscode.l10n.t('Status'), statusWord(order.status)],\n    [vscode.l10n.t('Quantity'), order.quantity],\n",
      ],
    ],
    'test/unit/ui/privacy/maskedViews.test.ts',
  ),
  plant(
    'a row of an order goes stale when something is filled',
    'src/ui/orders/tree/orderRow.ts',
    [
      [
        'const steady = JSON.stringify([order, zone, isPrivate, paper, whole, first]);',
        'const steady = JSON.stringify([order.orderId, order.status, order.price, zone, isPrivate, paper]);',
      ],
    ],
    'test/unit/ui/platform/trees/faces.test.ts',
  ),
  plant(
    'times of orders in the zone of the machine',
    'src/ui/orders/orderTimes.ts',
    [
      [
        'new Date(ms + offsetMs(zone, ms)).toISOString()',
        "new Date(ms - new Date(ms).getTimezoneOffset() * 60_000 + (zone === '' ? offsetMs(zone, ms) : 0)).toISOString()",
      ],
    ],
    'test/unit/ui/orders/orderTimes.test.ts',
  ),
  plant(
    'today by the zone of the machine',
    'src/ui/calendar/todayRows.ts',
    [
      [
        'if (day.date !== basicDate(options.zone, options.nowMs)) {',
        'if (Number(day.date.slice(6)) !== new Date(options.nowMs).getDate()) {',
      ],
    ],
    'test/unit/ui/calendar/todayRows.test.ts',
    'types',
  ),
  plant(
    'no row says why the list of today is not there',
    'src/ui/calendar/todayRows.ts',
    [["[errorRow('error', state.error, refresh())]", '[]']],
    'test/unit/ui/calendar/todayRows.test.ts',
  ),
  plant(
    'rows are copied in privacy mode',
    'src/ui/orders/page/ordersPagePanel.ts',
    [['if (!refusesToShare(this.dependencies.privacy)) void vscode.env', 'void vscode.env']],
    'test/architecture/wiring.test.ts',
    'test/unit/ui/privacy',
  ),
  plant(
    'every window notifies of every event of an order',
    'src/ui/orders/registerOrders.ts',
    [
      [
        'dependencies.listenToEvents((hints) => void followHints(hints, hinted)),',
        'dependencies.listenToEvents((hints) => {\n      void sayInfo(hints.map(({ event }) => event).join());\n      void followHints(hints, hinted);\n    }),',
      ],
    ],
    'test/architecture/newcomers.test.ts',
  ),
  plant(
    'the form begins with a price that has separators',
    'src/ui/orders/form/ticketView.ts',
    [['const checked = isMissing ||', "const checked = typed.includes(',') || isMissing ||"]],
    'test/unit/ui/orders/form',
  ),
  plant(
    'one Enter lets an agent in',
    'src/ui/agents/agentWords.ts',
    [
      [
        "await askForGrant(question, detail, vscode.l10n.t('Don’t Allow'), [market, accounts]);",
        'await askModal(question, detail, market, accounts);',
      ],
    ],
    'lint',
  ),
  plant(
    'the address of a feed is approved without a question',
    'src/ui/feed/feedNotices.ts',
    [["if ((await askForApproval(issue.address, undefined)) === 'connect') await this", 'await this']],
    'lint',
  ),
] as const;
