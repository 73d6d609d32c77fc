import type { ChangeResult } from '../../../src/app/orders/modifyOrder';
import { checkDraft } from '../../../src/domain/orders/orderDraft';
import type { CheckedChange } from '../../../src/domain/orders/orderDraft';
import { Random } from '../random';
import { faults } from './faults';
import type { Fault } from './faults';
import type { CaseLedger } from '../net/faultServer';
import type { OrderWorker } from './orderWorker';
import { nothingSeen } from '../../../src/app/orders/ticket/orderCheck';

/** One attempt to change an order, as data: from it the attempt can be made again, or a simpler one. */
export interface OrderCase {
  readonly fault: string;
  /** Seed of what the fault leaves to chance. */
  readonly faultSeed: number;
  readonly exchange: string;
  readonly qty: string;
  readonly price: string;
  readonly auxPrice?: string;
  /** The user looks at the preview and goes away. */
  readonly declined: boolean;
  /** The same confirmation is given twice at once. */
  readonly twice: boolean;
}

/** What is wrong, by the number of the promise that it breaks. */
export interface Problem {
  readonly promise: 1 | 2 | 5;
  readonly text: string;
}

export interface CaseReport {
  readonly problems: readonly Problem[];
  /** In the words of the product: the kind of outcome, or why it was blocked. Undefined when nothing was confirmed. */
  readonly outcome?: string;
  readonly requests: number;
  readonly processed: number;
}

export function drawCase(random: Random): OrderCase {
  let fault = random.pick(faults);
  // A deadline costs a hundred times what any other end costs.
  while (fault.slow === true && random.chance(0.97)) fault = random.pick(faults);
  const digits = (count: number): string => Array.from({ length: count }, () => String(random.integer(0, 9))).join('');
  const number = (decimals: number): string =>
    `${random.integer(1, 9)}${digits(random.integer(0, 8))}${decimals === 0 ? '' : `.${digits(decimals)}1`}`;
  const drawn = {
    fault: fault.name,
    faultSeed: random.integer(0, 0x7fffffff),
    exchange: random.pick(['US', 'SEHK', 'SGX', 'CME', 'HKFE']),
    qty: number(random.integer(0, 3)),
    price: number(random.integer(0, 8)),
  };
  const declined = random.chance(0.05);
  const twice = !declined && random.chance(0.1);
  return random.chance(0.4) ? { ...drawn, auxPrice: number(random.integer(0, 8)), declined, twice } : { ...drawn, declined, twice };
}

/** Plays one case and judges it by the ledger of the server alone. */
export async function playCase(drawn: OrderCase, orderId: string, worker: OrderWorker): Promise<CaseReport> {
  const fault = faults.find(({ name }) => name === drawn.fault);
  if (fault === undefined) throw new Error(`no such fault: ${drawn.fault}`);
  const ledger = worker.server.begin(fault.behaviour(new Random(drawn.faultSeed)));
  const writer = worker.writers[fault.at ?? (fault.slow === true ? 'hurried' : 'server')];
  const preview = writer.preview(checked(drawn, orderId), nothingSeen);
  const signal = new AbortController().signal;
  if (drawn.declined) {
    const problems: readonly Problem[] = ledger.bytes > 0 ? [{ promise: 1, text: 'something was sent without confirmation' }] : [];
    return { problems, requests: ledger.requests.length, processed: ledger.processed.length };
  }
  const [result, second] = await Promise.all([
    writer.submit(preview, { signal }),
    ...(drawn.twice ? [writer.submit(preview, { signal })] : []),
  ]);
  const repeated: readonly Problem[] =
    second !== undefined && second.kind !== 'blocked' ? [{ promise: 1, text: 'the same confirmation was used twice' }] : [];
  return {
    problems: [
      ...repeated,
      ...judgeWire(ledger, drawn, orderId),
      ...judgeBytes(ledger, drawn, preview.prepared.bodyText),
      ...judgeOutcome(result, fault, ledger),
    ],
    outcome: result.kind === 'settled' ? result.outcome.kind : `blocked (${result.reason})`,
    requests: ledger.requests.length,
    processed: ledger.processed.length,
  };
}

function checked(drawn: OrderCase, orderId: string): CheckedChange {
  const check = checkDraft({
    accountId: '8001',
    orderId,
    traits: { exchange: drawn.exchange, orderType: drawn.auxPrice === undefined ? 'LIMIT' : 'STOP_LIMIT', securityType: '', code: '' },
    current: {},
    typed: { qty: drawn.qty, price: drawn.price, ...(drawn.auxPrice === undefined ? {} : { aux_price: drawn.auxPrice }) },
  });
  if (!check.ok) throw new Error(`the draft is refused: ${JSON.stringify(check.problems)}`);
  return check.change;
}

/** At most one modification that could take effect, to the order that was meant and to nothing else. */
function judgeWire(ledger: CaseLedger, drawn: OrderCase, orderId: string): readonly Problem[] {
  const texts: string[] = [];
  if (ledger.processed.length > 1) texts.push(`${ledger.processed.length} modifications were processed`);
  if (ledger.requests.length > 2) texts.push(`${ledger.requests.length} requests were sent`);
  // A second request is allowed for one reason only: the first one was turned away by its timestamp.
  if (ledger.requests.length > 1 && !drawn.fault.startsWith('-12006')) texts.push('a second request was sent though nothing asked for it');
  for (const { method, target } of ledger.requests) {
    if (method !== 'PUT' || target !== `/api/v1.0/accounts/8001/orders/${orderId}`) texts.push(`sent ${method} ${target}`);
  }
  return texts.map((text) => ({ promise: 1, text }));
}

/** What the service keeps of a price: digits beyond the last one that counts are dropped from the text. */
function cut(text: string, decimals: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return fraction.length <= decimals ? text : `${whole}.${fraction.slice(0, decimals)}`;
}

/** What the service keeps of a trigger price, in whole units of its last digit. */
function roundedHalfUp(text: string, decimals: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length <= decimals) return text;
  const up = (fraction[decimals] ?? '0') >= '5' ? 1n : 0n;
  const units = (BigInt(whole + fraction.slice(0, decimals)) + up).toString().padStart(decimals + 1, '0');
  return `${units.slice(0, -decimals)}.${units.slice(-decimals)}`;
}

/** The bytes that were shown, which are the ones that the ticket means once the service has cut and rounded (Spec, PUT order). */
function judgeBytes(ledger: CaseLedger, { exchange, qty, price, auxPrice }: OrderCase, shown: string): readonly Problem[] {
  const futures = exchange === 'CME' || exchange === 'HKFE';
  const kept = cut(price, futures ? 9 : 4);
  const meant = `{"exchange":"${exchange}","qty":"${qty}","price":"${kept}"${auxPrice === undefined ? '' : `,"aux_price":"${roundedHalfUp(auxPrice, futures ? 9 : 3)}"`}}`;
  return ledger.requests.flatMap(({ body }) => {
    const sent = body.toString('utf8');
    const texts = [
      ...(sent === shown ? [] : [`sent ${sent} but showed ${shown}`]),
      ...(sent === meant ? [] : [`sent ${sent} but the ticket says ${meant}`]),
    ];
    return texts.map((text): Problem => ({ promise: 5, text }));
  });
}

const allowedWhere: Readonly<Partial<Record<Fault['truth'], readonly string[]>>> = {
  open: ['unknown'],
  notSentOrOpen: ['notSent', 'unknown'],
  acceptedOrOpen: ['accepted', 'unknown'],
};

/** What was claimed against what the wire proves. `unknown` is never false, but it must not hide a clear answer. */
function judgeOutcome(result: ChangeResult, fault: Fault, ledger: CaseLedger): readonly Problem[] {
  const problem = (text: string): readonly Problem[] => [{ promise: 2, text }];
  if (result.kind === 'blocked') return problem(`blocked: ${result.reason}`);
  const { outcome } = result;
  if (outcome.kind === 'notSent' && ledger.bytes > 0) return problem('claimed not sent, but bytes arrived');
  if (outcome.kind === 'accepted' && fault.truth === 'accepted' && ledger.processed.length !== 1)
    return problem('claimed accepted, but nothing was processed');
  if (outcome.kind === 'refused' && outcome.errcode !== fault.errcode) return problem(`claimed refused with ${outcome.errcode}`);
  const allowed = allowedWhere[fault.truth] ?? [fault.truth];
  return allowed.includes(outcome.kind) ? [] : problem(`claimed ${outcome.kind} where the wire proves ${fault.truth}`);
}

/** Simpler cases in the order in which they are worth trying. */
export function simplerThan(drawn: OrderCase): readonly OrderCase[] {
  const { auxPrice, ...plain } = drawn;
  const candidates: readonly OrderCase[] = [
    ...(drawn.twice ? [{ ...drawn, twice: false }] : []),
    ...(auxPrice === undefined ? [] : [plain, { ...drawn, auxPrice: '1' }]),
    { ...drawn, qty: '1' },
    { ...drawn, price: '1' },
    { ...drawn, exchange: 'US' },
    ...(drawn.fault === 'accepted' ? [] : [{ ...drawn, fault: 'accepted' }]),
  ];
  const before = JSON.stringify(drawn);
  return candidates.filter((candidate) => JSON.stringify(candidate) !== before);
}
