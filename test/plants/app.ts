import { plant } from './plant';

/** Use cases: the journal, alerts, budgets, agents. */
export const appPlants = [
  plant(
    'an order is sent before its intent is on disk',
    'src/app/orders/write/orderWriter.ts',
    [["await journal.append({ kind: 'intent',", "void journal.append({ kind: 'intent',"]],
    'test/unit/app/orders/write',
  ),
  plant(
    'an intent that could not be written does not stop the order',
    'src/app/orders/write/orderWriter.ts',
    [["      return { kind: 'blocked', reason: 'journal', error };", '']],
    'types',
    'test/unit/app/orders/write',
  ),
  plant(
    'the switch that stops sending is not asked',
    'src/app/orders/write/orderWriter.ts',
    [
      [
        'const way = mayPass(shipment.preview) ? openWay : await this.dependencies.sending.enter();',
        'const way = mayPass(shipment.preview) || !mayPass(shipment.preview) ? openWay : await this.dependencies.sending.enter();',
      ],
    ],
    'test/unit/app/orders/write',
  ),
  plant(
    'limits are not checked',
    'src/app/orders/write/orderWriter.ts',
    [
      [
        "if (preview.action === 'cancel' || action === 'confirm') return undefined;",
        "if (preview.action === 'cancel' || preview.action !== 'cancel' || action === 'confirm') return undefined;",
      ],
    ],
    'test/unit/app/orders',
  ),
  plant(
    'the budget of all windows is read before its lock',
    'src/app/platform/requestBudget.ts',
    [
      ['      lock = await this.#lock();\n', '      const early = await file.read();\n      lock = await this.#lock();\n'],
      ['readStored(stored(), await file.read()) ?? {}', 'readStored(stored(), early) ?? {}'],
    ],
    'test/unit/app/platform/requestBudget.test.ts',
  ),
  plant(
    'alerts are read before their lock: two windows claim one',
    'src/app/alerts/alertStore.ts',
    [
      [
        '    const lock = await this.locks.acquire(lockNames.alerts,',
        '    const early = await this.#read();\n    const lock = await this.locks.acquire(lockNames.alerts,',
      ],
      ['const next = change(await this.#read());', 'const next = change(early);'],
    ],
    'test/unit/app/alerts/alertStore.test.ts',
  ),
  plant(
    'an alert that has fired is claimed again',
    'src/app/alerts/alertStore.ts',
    [['if (found === undefined || !isArmed(found, nowMs)) return undefined;', 'if (found === undefined) return undefined;']],
    'test/unit/app/alerts',
  ),
  plant(
    'a list is read ten times as often',
    'src/app/platform/poller.ts',
    [['const interval = this.#options.intervalMs();', 'const interval = this.#options.intervalMs() / 10;']],
    'test/unit/app/platform/poller.test.ts',
  ),
  plant(
    'the wait that the service asked for is not kept',
    'src/app/platform/poller.ts',
    [['Math.max(backOff, this.#failures > 0 ? this.#askedWaitMs : 0)', 'Math.max(backOff, 0)']],
    'test/unit/app/platform',
    'types',
  ),
  plant(
    'the answer to another session is shown in the hover',
    'src/app/quotes/quoteLookup.ts',
    [['    if (!isSameSession(asked, access.current)) return undefined;\n', '']],
    'test/unit/app/quotes/quoteLookup.test.ts',
    'types',
  ),
  plant(
    'a cache without a bound: exchanges of all orders ever seen',
    'src/app/orders/eye/orderReads.ts',
    [['if (exchange !== undefined && (this.#exchanges.size < mostExchanges || this.#exchanges.has(key)))', 'if (exchange !== undefined)']],
    'lint',
  ),
  plant(
    'a cache without a bound: every text of dropped frames',
    'src/app/feed/dropLog.ts',
    [["this.#kinds.size < mostKinds || this.#kinds.has(what) ? what : 'other frames'", 'what']],
    'lint',
  ),
  plant(
    'the beginning of the access token in the log',
    'src/app/session/sessionTokens.ts',
    [
      [
        '    if (record.accessToken.reveal() !== rejected.reveal()) return true;',
        '    this.dependencies.log.info(`rejected: ${rejected.reveal().slice(0, 12)}`);\n    if (record.accessToken.reveal() !== rejected.reveal()) return true;',
      ],
    ],
    'lint',
  ),
  plant(
    'a registered secret passes the redactor in hexadecimal',
    'src/app/platform/redactor.ts',
    [["    bytes.toString('hex'),\n", '']],
    'test/unit/app/platform',
  ),
  plant(
    'an agent that may read market data reads accounts',
    'src/app/agents/agentCalls.ts',
    [['    if (read.isPersonal) mustReadAccounts(allowed);\n', '']],
    'test/unit/app/agents',
    'test/unit/ui/agents',
    'test/contract/agents/agents.test.ts',
  ),
  plant(
    'an agent whose permission was taken back gets its answer',
    'src/app/agents/agentCalls.ts',
    [['if (now?.access !== allowed.access)', "if (now === undefined && allowed.access === 'market' && allowed.name === '')"]],
    'test/unit/app/agents',
    'test/unit/ui/agents',
    'test/contract/agents/agents.test.ts',
  ),
  plant(
    'microseconds as milliseconds in an export',
    'src/app/orders/lists/ordersExport.ts',
    [['new Date(Number(text.slice(0, -3))).toISOString().replace(', 'new Date(Number(text) / 1_000_000).toISOString().replace(']],
    'test/unit/app/orders',
  ),
  plant(
    'an incomplete list is exported as complete',
    'src/app/orders/lists/ordersExport.ts',
    [["      isComplete ? 'yes' : 'no',", "      isComplete ? 'yes' : 'yes',"]],
    'test/unit/app/orders',
  ),
  plant(
    'a program reads the order changes of another service',
    'src/app/languageTools/toolAnswers.ts',
    [['(await attempts()).filter(({ target }) => serviceIdentity(target.service) === here);', "here === '' ? [] : await attempts();"]],
    'test/unit/app/languageTools/toolScope.test.ts',
  ),
  plant(
    'something is kept of which nobody said who may see it',
    'src/app/platform/storedNames.ts',
    [["  keptServer: 'programs.keptServer',", "  keptServer: 'programs.keptServer',\n  notes: 'notes',"]],
    'test/architecture/stores.test.ts',
  ),
  plant(
    'the last question does not say who proposed the order',
    'src/ui/orders/ticket/ticketWords.ts',
    [['    originText(ticket.origin),\n    ...(facts', '    originText(undefined),\n    ...(facts']],
    'test/contract/orderTickets.test.ts',
  ),
  plant(
    'a tab forgets over a reload who proposed its order',
    'src/ui/orders/form/restoredTicket.ts',
    [["origin: restoredOrigin(stored['origin'])", 'origin: restoredOrigin(undefined)']],
    'test/unit/ui/orders/form',
  ),
  plant(
    'the end of an order is told by every window that saw it, and after a reload',
    'src/app/orders/eye/judge.ts',
    [
      ['attempt) => hasToldEnd(attempt) || willTellEnd(', 'attempt) => willTellEnd('],
      ["attempt.action !== 'cancel' && !hasToldEnd(attempt);", "attempt.action !== 'cancel';"],
    ],
    'test/unit/app/orders/eye/orderEnds.test.ts',
  ),
  plant(
    'the end of an order is told by two windows that see it at once',
    'src/app/orders/eye/settledWatch.ts',
    [
      [
        'const found = await writeLater(journal, root, sighting, (attempt) => this.#isOpen(attempt));',
        'const found = judgeLater(known, sighting, [known]);\n        if (found !== undefined) await journal.append({ ...found.record, root });',
      ],
    ],
    'test/unit/app/orders/eye/orderEnds.test.ts',
  ),
  plant(
    'the end of an order is told for a partial fill',
    'src/app/orders/eye/judge.ts',
    [['const end = hasEnded(one.status) ?', "const end = hasEnded(one.status) || one.status === 'FILLED_PART' ?"]],
    'test/unit/app/orders/eye/orderEnds.test.ts',
  ),
  plant(
    'the end of an order is told although a request that is followed tells it',
    'src/app/orders/eye/judge.ts',
    [['hasToldEnd(attempt) || willTellEnd(attempt, order, beganMs, journal));', 'hasToldEnd(attempt));']],
    'test/unit/app/orders/eye/orderEnds.test.ts',
  ),
] as const;
