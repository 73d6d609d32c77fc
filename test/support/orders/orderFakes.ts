import { createHash } from 'node:crypto';
import { Emitter } from '../../../src/app/platform/emitter';
import type { ConnectionState } from '../../../src/app/session/connection';
import { OrderWriter } from '../../../src/app/orders/write/orderWriter';
import type { OrderGates } from '../../../src/app/orders/write/orderGates';
import { OrderCheck } from '../../../src/app/orders/eye/orderCheck';
import { OrderJournal } from '../../../src/app/orders/journal/orderJournal';
import type { JournalAnchor, JournalFile, JournalFiles, KeptLock } from '../../../src/app/orders/journal/orderJournalPorts';
import type { CrossProcessLock, Lock, MachineClock } from '../../../src/app/platform/ports';
import type { ServiceAccess } from '../../../src/app/session/serviceAccess';
import type { CheckedChange } from '../../../src/domain/orders/orderDraft';
import { checkPlacement } from '../../../src/domain/orders/placing/placement';
import type { CheckedPlacement, PlacementDraft } from '../../../src/domain/orders/placing/placement';
import type { OrderModification, OrderRecord, PreparedModification, WriteOutcome } from '../../../src/service/records';
import type { OrderCancellation } from '../../../src/service/endpoints/orders/changes';
import type { PreparedWrite } from '../../../src/service/endpoints/tradingRecords';
import { beyondEndpoints } from '../../../src/service/endpoints/table';
import type { ServiceClient } from '../../../src/service/serviceClient';
import { unprepared } from '../fakeAccess';
import { MemoryLog } from '../machine/fakeMachine';
import { memoryStop } from './memorySwitch';
import type { MemorySwitch } from './memorySwitch';

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** An in-memory disk. `failNext` affects a single append: it writes that many bytes and then fails. */
export class MemoryJournalFiles implements JournalFiles {
  readonly files = new Map<string, Uint8Array>();
  readonly appends: string[] = [];
  failNext: { readonly bytes: number } | undefined;
  alwaysFail = false;

  async list(): Promise<readonly JournalFile[]> {
    return [...this.files]
      .map(([name, bytes]) => ({ name, size: bytes.length, stamp: sha256(bytes) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async read(name: string, offset: number): Promise<Uint8Array> {
    return (this.files.get(name) ?? new Uint8Array()).slice(offset);
  }

  async append(name: string, bytes: Uint8Array): Promise<void> {
    if (this.alwaysFail) throw new Error('ENOSPC');
    const failure = this.failNext;
    this.failNext = undefined;
    const written = failure === undefined ? bytes : bytes.slice(0, failure.bytes);
    const before = this.files.get(name) ?? new Uint8Array();
    const whole = new Uint8Array(before.length + written.length);
    whole.set(before);
    whole.set(written, before.length);
    this.files.set(name, whole);
    if (failure !== undefined) throw new Error('ENOSPC');
    this.appends.push(new TextDecoder().decode(bytes));
  }

  get text(): string {
    return [...this.files]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, bytes]) => new TextDecoder().decode(bytes))
      .join('');
  }

  set(name: string, text: string): void {
    this.files.set(name, new TextEncoder().encode(text));
  }
}

export class MemoryLocks implements CrossProcessLock {
  readonly held = new Set<string>();
  mostHeld = 0;

  async tryAcquire(name: string): Promise<Lock | undefined> {
    if (this.held.has(name)) return undefined;
    this.held.add(name);
    this.mostHeld = Math.max(this.mostHeld, this.held.size);
    return { name, release: async () => void this.held.delete(name) };
  }

  async acquire(name: string, options: { readonly signal: AbortSignal }): Promise<Lock | undefined> {
    while (!options.signal.aborted) {
      const lock = await this.tryAcquire(name);
      if (lock !== undefined) return lock;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return undefined;
  }
}

export class MemoryAnchor implements JournalAnchor {
  head: { readonly seq: number; readonly hash: string } | undefined;
  read(): { readonly seq: number; readonly hash: string } | undefined {
    return this.head;
  }
  async write(head: { readonly seq: number; readonly hash: string }): Promise<void> {
    this.head = head;
  }
  kept: readonly KeptLock[] = [];
  locks(): readonly KeptLock[] {
    return this.kept;
  }
  async keepLocks(locks: readonly KeptLock[]): Promise<void> {
    this.kept = locks;
  }
}

const unused = async (): Promise<never> => Promise.reject(new Error('not part of this test'));

/** A client that answers writes from a script and keeps the requests. */
export class FakeOrderClient implements ServiceClient {
  baseUrl = 'https://api.example.test';
  readonly heldMs = (): undefined => undefined;
  readonly forProgram = (): this => this;
  readonly keepRoom = (): (() => void) => () => undefined;
  readonly sent: PreparedModification[] = [];
  readonly confirmed: { readonly accountId: string; readonly confirmId: string }[] = [];
  answers: (WriteOutcome | (() => Promise<WriteOutcome>))[] = [];
  readonly canceled: OrderCancellation[] = [];
  cancelAnswers: WriteOutcome[] = [];
  readonly canceledPaper: PreparedWrite[] = [];
  readonly placed: PreparedWrite[] = [];
  placeAnswers: WriteOutcome[] = [];
  orderHistory: ServiceClient['beyond']['orderHistory'] = unused;
  confirmAnswers: (WriteOutcome | (() => WriteOutcome))[] = [];
  orderDetails: ServiceClient['beyond']['orderDetails'] = unused;
  orders: ServiceClient['beyond']['orders'] = unused;

  async modifyOrder(prepared: PreparedModification): Promise<WriteOutcome> {
    this.sent.push(prepared);
    const answer = this.answers.shift() ?? { kind: 'accepted' };
    return typeof answer === 'function' ? answer() : answer;
  }

  async #place(prepared: PreparedWrite): Promise<WriteOutcome> {
    this.placed.push(prepared);
    return this.placeAnswers.shift() ?? { kind: 'accepted', orderId: 'N-1' };
  }

  readonly serverTime = unused;
  readonly tradingDays = unused;
  readonly simulatedPositions = unused;
  readonly searchCalendar = unused;
  readonly hotCalendar = unused;
  readonly plateConstituents = unused;

  readonly beyond: ServiceClient['beyond'] = {
    ...unprepared(beyondEndpoints),
    orders: async (query, options) => this.orders(query, options),
    orderDetails: async (query, options) => this.orderDetails(query, options),
    orderHistory: async (query, options) => this.orderHistory(query, options),
    placeOrder: async (prepared) => this.#place(prepared),
    placeSimulatedOrder: async (prepared) => this.#place(prepared),
    cancelOrder: async (place) => {
      this.canceled.push(place);
      return this.cancelAnswers.shift() ?? { kind: 'accepted' };
    },
    cancelSimulatedOrder: async (prepared) => {
      this.canceledPaper.push(prepared);
      return this.cancelAnswers.shift() ?? { kind: 'accepted' };
    },
    confirmOrder: async (query) => {
      this.confirmed.push(query);
      const answer = this.confirmAnswers.shift() ?? { kind: 'accepted' };
      return typeof answer === 'function' ? answer() : answer;
    },
  };
}

class FakeAccess implements ServiceAccess {
  readonly #changed = new Emitter<ConnectionState>();
  readonly onDidChange = this.#changed.event;
  current: ConnectionState = {
    connection: {
      kind: 'service',
      id: 'c1',
      baseUrl: 'https://api.example.test',
      origin: 'https://api.example.test',
      authentication: 'oauth',
    },
    session: { kind: 'signedIn', id: 's1', accountLabel: 'ada', scopes: [] },
  };
  constructor(readonly fake: ServiceClient) {}
  async client(): Promise<ServiceClient> {
    return this.fake;
  }
}

class OpenGates implements OrderGates {
  readOnly = false;
  clockGood = true;
  renewed = true;
  resyncs = 0;
  credentialError: Error | undefined;
  isReadOnly(): boolean {
    return this.readOnly;
  }
  allowed = true;
  isAllowed(): boolean {
    return this.allowed;
  }
  async ensureCredential(): Promise<void> {
    if (this.credentialError !== undefined) throw this.credentialError;
  }
  async isClockGood(): Promise<boolean> {
    return this.clockGood;
  }
  async resynchronize(): Promise<boolean> {
    this.resyncs += 1;
    return this.renewed;
  }
}

function prepare(modification: OrderModification): PreparedModification {
  const { accountId, orderId, exchange, quantity, price, auxPrice } = modification;
  const bodyText = JSON.stringify({ exchange, qty: quantity, price, ...(auxPrice === undefined ? {} : { aux_price: auxPrice }) });
  return { accountId, orderId, path: `/accounts/${accountId}/orders/${orderId}`, bodyText, body: new TextEncoder().encode(bodyText) };
}

export function checkedChange(over: Partial<CheckedChange> = {}): CheckedChange {
  return {
    accountId: '8001',
    orderId: 'OK-1',
    exchange: 'SEHK',
    quantity: '200',
    price: '12.34',
    auxPrice: undefined,
    fields: [
      { field: 'qty', old: '100', typed: '200', kept: '200', isCut: false, isChanged: true },
      { field: 'price', old: '12.30', typed: '12.34', kept: '12.34', isCut: false, isChanged: true },
    ],
    ...over,
  };
}

/** A new order for 100 HK.00700 at 560. */
export function checkedPlacement(over: Partial<PlacementDraft> = {}): CheckedPlacement {
  const checked = checkPlacement({
    accountId: '8001',
    isPaper: false,
    market: undefined,
    code: 'HK.00700',
    securityType: 'STOCK',
    choices: { side: 'BUY', order_type: 'LIMIT', time_in_force: 'DAY', session: 'RTH', lot_type: 'ROUND' },
    typed: { qty: '100', price: '560', aux_price: '' },
    remark: 'mine',
    mark: '#abcd1234',
    ...over,
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.placement;
}

export const placedFacts = { code: 'HK.00700', name: 'Tencent', side: 'BUY', orderType: 'LIMIT', status: '', filled: '', lastError: '' };

export function orderRecord(over: Partial<OrderRecord> = {}): OrderRecord {
  return {
    orderId: 'OK-1',
    code: 'HK.00700',
    name: 'Tencent',
    securityType: 'STOCK',
    side: 'BUY',
    orderType: 'LIMIT',
    status: 'SUBMITTED',
    timeInForce: 'DAY',
    currency: 'HKD',
    quantity: '100',
    price: '12.30',
    auxPrice: '',
    dealtQuantity: '0',
    dealtAveragePrice: '',
    createdAt: '1',
    updatedAt: '2',
    lastError: '',
    remark: '',
    unknown: {},
    ...over,
  };
}

/** One window: the whole write path, on a disk and locks that may be shared with other windows. */
export function orderDesk(
  shared: {
    readonly files?: MemoryJournalFiles;
    readonly locks?: MemoryLocks;
    readonly anchor?: MemoryAnchor;
    readonly maxFileBytes?: number;
    readonly stop?: MemorySwitch;
    readonly clock?: Pick<MachineClock, 'wallMs' | 'monotonicMs'>;
  } = {},
) {
  const files = shared.files ?? new MemoryJournalFiles();
  const locks = shared.locks ?? new MemoryLocks();
  const anchor = shared.anchor ?? new MemoryAnchor();
  const client = new FakeOrderClient();
  const access = new FakeAccess(client);
  const gates = new OpenGates();
  const log = new MemoryLog();
  const protectedSecrets: string[] = [];
  const { maxFileBytes, clock = { wallMs: () => Date.UTC(2026, 10, 21), monotonicMs: () => 0 } } = shared;
  const journal = new OrderJournal({
    files,
    locks,
    anchor,
    sha256,
    clock,
    redact: (text) => text.replaceAll('TOKEN', '[secret]'),
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
  });
  let ids = 0;
  const prefix = Math.random().toString(36).slice(2, 8);
  const check = new OrderCheck({ access, journal, locks, clock });
  const sending = memoryStop(shared.stop);
  const writer = new OrderWriter({
    access,
    journal,
    locks,
    gates,
    sending,
    limits: { breach: async () => undefined, isCounting: false },
    check,
    log,
    prepare,
    newId: () => `${prefix}-${String((ids += 1))}`,
    protect: (secret) => void protectedSecrets.push(secret),
  });
  return { files, locks, anchor, client, access, gates, sending, log, journal, check, clock, writer, protectedSecrets };
}

export const live = { signal: new AbortController().signal };
