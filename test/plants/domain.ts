import { plant } from './plant';

/** Rules about money, orders, and times. */
export const domainPlants = [
  plant(
    'value of an order for the hard limit in floating point',
    'src/domain/orders/limits/orderEstimate.ts',
    [
      [
        "import { isMoreThan, product } from '../../values/decimal';",
        "import { isMoreThan, product } from '../../values/decimal';\nimport { roughNumber } from '../../values/amount';",
      ],
      [
        '    const value = product(quantity, limit);',
        "    const value = isMoreThan(limit, '0') === undefined ? undefined : String(roughNumber(quantity) * roughNumber(limit));",
      ],
    ],
    'lint',
  ),
  plant(
    'hard limits compared as numbers',
    'src/domain/orders/limits/hardLimits.ts',
    [['limit <= 0 || isMoreThan(text, String(limit)) === false', 'limit <= 0 || Number(text) <= limit']],
    'test/unit/domain/orders/limits/hardLimits.test.ts',
  ),
  plant(
    'one order more than the limit a minute',
    'src/domain/orders/limits/hardLimits.ts',
    [['sent >= perMinute', 'sent > perMinute']],
    'test/unit/domain/orders/limits/hardLimits.test.ts',
  ),
  plant(
    'the hard limit on exposure is left out',
    'src/domain/orders/limits/hardLimits.ts',
    [["    accountBreach('exposure', limits.exposure, () => exposureWith(order, account, market)) ??\n", '']],
    'test/unit/domain/orders/limits',
  ),
  plant(
    'a limit that cannot be checked lets the order pass',
    'src/domain/orders/limits/hardLimits.ts',
    [
      [
        "if (typeof estimate === 'string') return { kind: 'unknown', limit: 'value', lacks: estimate };",
        "if (typeof estimate === 'string') return undefined;",
      ],
    ],
    'test/unit/domain/orders/limits/hardLimits.test.ts',
  ),
  plant(
    'a market order is valued at the lowest known price',
    'src/domain/orders/limits/orderEstimate.ts',
    [
      [
        'most === undefined || isMoreThan(price, most) === true ? price : most',
        'most === undefined || isMoreThan(most, price) === true ? price : most',
      ],
    ],
    'test/unit/domain/orders/limits',
  ),
  plant(
    'the exposure of a change takes the lower of two prices',
    'src/domain/orders/limits/accountLimits.ts',
    [['isMoreThan(one, highest) === true ? one : highest), unit.value', 'isMoreThan(one, highest) === true ? highest : one), unit.value']],
    'test/unit/domain/orders/limits',
  ),
  plant(
    'orders may be placed by those who allowed modifying only',
    'src/domain/orders/orderAllowance.ts',
    [[" || action !== 'place'", " || action !== 'cancel'"]],
    'test/unit/domain/orders/orderAllowance.test.ts',
  ),
  plant(
    'a security that is recognized by the text of its code',
    'src/domain/market/security.ts',
    [["  return compared(one, other) === 'same';\n}", '  return false;\n}']],
    'test/unit/domain/market',
  ),
  plant(
    'a last price of 0 that is taken for a price',
    'src/domain/market/price.ts',
    [["return isShare(symbol, 'unknown') ? '' : text;", 'return text;']],
    'test/unit/domain/market',
  ),
  plant(
    'a fill that was undone, in the sums of a day',
    'src/domain/security/day/daySums.ts',
    [["standing === 'counts' ? directionOf(side) : undefined", 'directionOf(side)']],
    'test/unit/domain/market/fill.test.ts',
  ),
  plant(
    'the date of a fill on the clock of Greenwich, in an export',
    'src/domain/market/fill.ts',
    [['const zone = exchangeZone(code);', "const zone = code === '' ? exchangeZone(code) : 'UTC';"]],
    'test/unit/domain/market/fill.test.ts',
    'test/unit/app/orders/lists/executionForms.test.ts',
  ),
  plant(
    'an ex-date on the clock of the viewer, in an export',
    'src/domain/calendar/calendarText.ts',
    [['const own = areDays ? eventZone(event) : undefined;', 'const own = areDays && zone === event.text ? eventZone(event) : undefined;']],
    'test/unit/domain/calendar/exchangeDates.test.ts',
  ),
  plant(
    'ticks counted by the size at the last price, whatever the price',
    'src/domain/market/priceSteps.ts',
    [['if (own.from === band.from) return step;', 'if (own.from <= band.from || own.from > band.from) return step;']],
    'test/unit/domain/market/priceSteps.test.ts',
  ),
  plant(
    'an order of Shenzhen is sent to Shanghai',
    'src/domain/market/markets.ts',
    [["stockExchange: 'SZSE',", "stockExchange: 'SSE',"]],
    'test/unit/domain/market',
    'test/unit/domain/orders',
  ),
  plant(
    'an A-share exchange that is not known as one',
    'src/domain/orders/orderRules.ts',
    [["  'XSHE',\n", '']],
    'test/unit/domain/orders/orderRules.test.ts',
  ),
  plant(
    'a stop order without its trigger price',
    'src/domain/orders/orderRules.ts',
    [
      [
        "new Set(['STOP', 'STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED']);\nconst priceFreeTypes",
        "new Set(['STOP_LIMIT', 'MARKET_IF_TOUCHED', 'LIMIT_IF_TOUCHED']);\nconst priceFreeTypes",
      ],
    ],
    'test/unit/domain/orders/orderRules.test.ts',
  ),
  plant(
    'a change that changes nothing is sent',
    'src/domain/orders/orderDraft.ts',
    [['changes.every((change) => change.isChanged === false)', 'changes.length === 0']],
    'test/unit/domain/orders/orderDraft.test.ts',
  ),
  plant(
    'a remark that only contains a mark counts as marked',
    'src/domain/orders/placing/mark.ts',
    [['remark.trim().split(/\\s+/).at(-1) === mark', 'remark.includes(mark)']],
    'test/unit/domain/orders/placing/mark.test.ts',
  ),
  plant(
    'a remark longer than the service keeps, so that its mark is cut off',
    'src/domain/orders/placing/mark.ts',
    [['isPaper ? 100 : 64', 'isPaper ? 100 : 100']],
    'test/unit/domain/orders/placing',
  ),
  plant(
    'size by risk, with a short position’s stop on the wrong side',
    'src/domain/orders/placing/sizeByRisk.ts',
    [["  ['SELL_SHORT', 'above'],", "  ['SELL_SHORT', 'below'],"]],
    'test/unit/domain/orders/placing/sizeByRisk.test.ts',
  ),
  plant(
    'an altered line of the journal passes for intact',
    'src/domain/orders/orderJournalChain.ts',
    [
      [
        'return opened !== undefined && sha256(opened.text) === opened.hash;',
        'return opened !== undefined && sha256(opened.text) !== chainStart;',
      ],
    ],
    'test/unit/domain/orders/orderJournalChain.test.ts',
    'test/unit/domain/orders/journalCheck.test.ts',
    'test/unit/app/orders',
  ),
  plant(
    'the sign of a short position’s day P&L',
    'src/domain/positions/dayProfit.ts',
    [["  return side === 'short' ? -gain : gain;", '  return gain;']],
    'test/unit/domain/positions/dayProfit.test.ts',
  ),
  plant(
    'a day P&L from a price of yesterday',
    'src/domain/positions/dayProfit.ts',
    [["  if (isOld) return 'oldPrice';\n", '']],
    'test/unit/domain/positions/dayProfit.test.ts',
  ),
  plant(
    'a ratio that the service sent as a fraction is shown as a percentage',
    'src/domain/positions/holding.ts',
    [["return { kind: 'fraction', percent: computed };", "return { kind: 'stated', percent, checked: false };"]],
    'test/unit/domain/positions',
  ),
  plant(
    'two securities that may be the same are one',
    'src/domain/market/security.ts',
    [
      [
        "  return compared(one, other) === 'same';\n}\n\n/**\n * Whether two codes",
        "  return compareSecurities(one, other) !== 'different';\n}\n\n/**\n * Whether two codes",
      ],
    ],
    'test/unit/domain/market',
  ),
  plant(
    'asks of several exchanges from the worst price inwards',
    'src/domain/quotes/mergedBook.ts',
    [['      books.flatMap(({ asks }) => asks),\n      1,', '      books.flatMap(({ asks }) => asks),\n      -1,']],
    'test/unit/domain/quotes',
    'test/unit/ui/security',
  ),
  plant(
    'figures without privacy mode: the mask shows what it should hide',
    'src/domain/text/mask.ts',
    [['shown.includes(label) ? value : mask(value)', 'shown.includes(label) ? mask(value) : value']],
    'test/unit/domain/text/mask.test.ts',
  ),
  plant(
    'a link that runs a command reaches a notification',
    'src/domain/text/drawnText.ts',
    [[".replaceAll('](', '] (')", '']],
    'test/unit/domain/text/drawnText.test.ts',
  ),
  plant(
    'a text of the service runs as a formula in a spreadsheet',
    'src/domain/text/csv.ts',
    [["isFormula ? \"'\" : ''", "''"]],
    'test/unit/domain/text/csv.test.ts',
  ),
] as const;
