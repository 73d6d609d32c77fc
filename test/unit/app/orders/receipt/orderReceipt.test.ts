import { describe, expect, it } from 'vitest';
import { readReceipt } from '../../../../../src/app/orders/receipt/readReceipt';
import type { ReceiptSubject } from '../../../../../src/app/orders/receipt/readReceipt';
import { longestReceipt } from '../../../../../src/app/orders/receipt/rebuiltReceipt';
import { checkReceipt } from '../../../../../src/app/orders/receipt/receiptCheck';
import { digestOf, placesOf, receiptJson } from '../../../../../src/app/orders/receipt/receiptFile';
import { nothingSeen } from '../../../../../src/app/orders/request/basis';
import { HttpError } from '../../../../../src/service/errors';
import type { FillRecord } from '../../../../../src/service/endpoints/tradingRecords';
import type { OrderRecord } from '../../../../../src/service/records';
import { checkText } from '../../../../../src/ui/orders/receipt/checkText';
import { rebuiltStatements, receiptStatements } from '../../../../../src/ui/orders/receipt/receiptStatements';
import { receiptText } from '../../../../../src/ui/orders/receipt/receiptText';
import { badRecord, pageOf } from '../../../../support/builders/lists';
import { checkedChange, live, orderDesk, orderRecord, sha256 } from '../../../../support/orders/orderFakes';

const nowMs = Date.UTC(2026, 10, 21, 12);
const clock = { wallMs: () => nowMs };
const subject: ReceiptSubject = {
  service: 'https://api.example.test',
  isSandbox: false,
  accountId: '8001',
  orderId: 'OK-1',
  exchange: 'SEHK',
  markets: [1],
};
const fill = (dealId: string, quantity: string, orderId = 'OK-1'): FillRecord => ({
  ...{ dealId, orderId, code: 'HK.00700', name: '', side: 'BUY', quantity, price: '12.30' },
  ...{
    createdAt: `${String(nowMs)}000`,
    updatedAt: `${String(nowMs)}000`,
    counterBrokerId: '',
    counterBrokerName: '',
    currency: '',
    status: '',
    unknown: {},
  },
});

/** A desk whose service shows the order and these fills, after one change of it and one of another order. */
async function deskAfterChanges(order: OrderRecord, fills: readonly FillRecord[]) {
  const desk = orderDesk();
  const asked: string[] = [];
  desk.client.orderDetails = async ({ orderIds }) =>
    pageOf([order, orderRecord({ orderId: 'OTHER' })].filter(({ orderId }) => orderIds.includes(orderId)));
  desk.client.orders = async () => pageOf([]);
  Object.assign(desk.client.beyond, {
    orderFills: async ({ tradeMarket }: { readonly tradeMarket?: string }) => {
      asked.push(tradeMarket ?? '');
      return pageOf(fills);
    },
    fillHistory: async () => pageOf(fills),
  });
  const send = async (orderId: string): Promise<void> => {
    await desk.writer.submit(desk.writer.preview({ ...checkedChange(), orderId }, nothingSeen), live);
  };
  return { desk, send, asked, sources: { client: desk.client, journal: desk.journal, clock } };
}

describe('the receipt of an order', () => {
  it('has every journal line about it and no others, the order as read, and each fill once', async () => {
    const { send, asked, sources } = await deskAfterChanges(orderRecord({ status: 'FILLED_PART', dealtQuantity: '60' }), [
      fill('D1', '40'),
      fill('D2', '20'),
      fill('D3', '5', 'OTHER'),
    ]);
    await send('OTHER');
    const receipt = await readReceipt(subject, sources, live);
    expect(receipt.lines).toEqual([]);
    const [none] = receiptStatements(receipt, { isPrivate: false }).filter(({ evidence }) => evidence.includes('J'));
    expect(none?.says).toContain('No request about this order was sent from this machine');
    expect(receiptStatements(receipt, { isPrivate: false }).map(({ says }) => says)).toContain('Fills listed: 2, together 60.');
    expect(receiptStatements(receipt, { isPrivate: false }).map(({ says }) => says)).toContain(
      'The fills add up to what the order says is filled.',
    );
    expect(asked).toEqual(['HK']);
  });

  it.each([
    [{ status: 'FILLED_ALL', dealtQuantity: '' }, 'Status: filled. The order doesn’t say how much was filled.'],
    [
      { status: 'CANCELLED_PART', dealtQuantity: '' },
      'Status: partially filled, rest canceled. The order doesn’t say how much was filled.',
    ],
    [{ status: 'FILLED_ALL', dealtQuantity: '0' }, 'Status: filled. The order doesn’t say how much was filled.'],
    [{ status: 'FILLED_PART', dealtQuantity: '0' }, 'Status: partially filled. The order doesn’t say how much was filled.'],
    [
      { status: 'CANCELLED_PART', dealtQuantity: '0' },
      'Status: partially filled, rest canceled. The order doesn’t say how much was filled.',
    ],
    [{ status: 'CANCELLED_ALL', dealtQuantity: '0' }, 'Canceled. Nothing was filled.'],
    [{ status: 'EXPIRED', dealtQuantity: '0' }, 'Status: EXPIRED. Nothing was filled.'],
    [{ status: 'EXPIRED', dealtQuantity: '60' }, 'Status: EXPIRED. Filled: 60 of 100.'],
    [{ status: 'SUBMITTED', dealtQuantity: '0' }, 'Open, status: submitted. Nothing is filled.'],
  ])('says of %j no more than it shows', async (state, says) => {
    const { sources } = await deskAfterChanges(orderRecord(state), []);
    const receipt = await readReceipt(subject, sources, live);
    expect(receiptStatements(receipt, { isPrivate: false })[0]?.says).toBe(says);
  });

  it('shows the bytes sent, the answer, and the line that proves each', async () => {
    const { desk, send, sources } = await deskAfterChanges(orderRecord(), []);
    await send('OTHER');
    await send('OK-1');
    const receipt = await readReceipt(subject, sources, live);
    expect(receipt.lines.map(({ seq }) => seq)).toEqual([3, 4]);
    const text = receiptText(receipt, 'UTC', { isPrivate: false, digits: () => ({ last: '12.300', tick: '0.001' }) });
    expect(text).toMatch(/^ +Price +12\.300$/m);
    expect(text).toContain(desk.client.sent.at(-1)?.bodyText ?? 'nothing');
    expect(text).toContain('J3');
    expect(text).toContain('accepted');
    for (const { says, evidence } of receiptStatements(receipt, { isPrivate: false }))
      expect([says, evidence.length > 0]).toEqual([says, true]);
    expect(text).toMatch(/OK-1: accepted .*\[J3, J4\]/);
  });

  it('says how much was filled before an order was canceled', async () => {
    const { sources } = await deskAfterChanges(orderRecord({ status: 'CANCELLED_PART', dealtQuantity: '40' }), []);
    expect(receiptStatements(await readReceipt(subject, sources, live), { isPrivate: false })[0]?.says).toBe(
      'Canceled after 40 of 100 were filled.',
    );
  });

  it('never says that nothing was sent when the journal is incomplete', async () => {
    const { desk, send, sources } = await deskAfterChanges(orderRecord(), []);
    await send('OTHER');
    await send('OTHER');
    const [[name, bytes] = ['', new Uint8Array()]] = [...desk.files.files];
    const lines = new TextDecoder().decode(bytes).split('\n');
    desk.files.set(name, [...lines.slice(0, 1), ...lines.slice(2)].join('\n'));
    const receipt = await readReceipt(subject, sources, live);
    expect(receipt.journal.fault).toBeDefined();
    const says = receiptStatements(receipt, { isPrivate: false }).map((each) => each.says);
    expect(says.join('\n')).not.toContain('No request about this order was sent');
    expect(says).toContain('The order journal has no request about this order. It isn’t whole, so this doesn’t show that none was sent.');
  });

  it('says when the order or its fills could not be read', async () => {
    const { desk, sources } = await deskAfterChanges(orderRecord(), []);
    const failing = async (): Promise<never> => Promise.reject(new HttpError({ endpoint: 'x', status: 502 } as never));
    desk.client.orderDetails = failing;
    desk.client.orders = failing;
    Object.assign(desk.client.beyond, { orderFills: failing, fillHistory: failing });
    const says = receiptStatements(await readReceipt(subject, sources, live), { isPrivate: false }).map((each) => each.says);
    expect(says[0]).toContain('isn’t known: it couldn’t be read');
    expect(says.at(-1)).toContain('Single fills aren’t known');
  });

  it('claims no absence from a history of which a part could not be read', async () => {
    const { desk, sources } = await deskAfterChanges(orderRecord({ orderId: 'OTHER' }), []);
    Object.assign(desk.client.beyond, { orderHistory: async () => pageOf([]) });
    const says = async (): Promise<string | undefined> =>
      receiptStatements(await readReceipt(subject, sources, live), { isPrivate: false })[0]?.says;
    expect(await says()).toContain('No list of the service that was read has the order.');
    Object.assign(desk.client.beyond, { orderHistory: async () => pageOf([], { unreadable: [badRecord()] }) });
    expect(await says()).toContain('isn’t known: it couldn’t be read');
    expect(receiptText(await readReceipt(subject, sources, live), 'UTC', { isPrivate: false })).not.toContain('in none of the lists');
  });

  it('finds a paper order in the markets of its account when nothing tells which one lists it', async () => {
    const { desk, sources } = await deskAfterChanges(orderRecord(), []);
    const [today, past] = [orderRecord({ orderId: 'P-1', dealtQuantity: '0' }), orderRecord({ orderId: 'P-2', status: 'CANCELLED_ALL' })];
    Object.assign(desk.client.beyond, {
      simulatedOrders: async ({ market }: { readonly market: number }) => pageOf(market === 100 ? [today] : []),
      simulatedOrderHistory: async ({ market }: { readonly market: number }) => pageOf(market === 100 ? [past] : []),
    });
    const says = async (orderId: string, markets: readonly number[]): Promise<string | undefined> => {
      const paper = { ...subject, isPaper: true, accountId: 'S-1', exchange: '', orderId, markets };
      return receiptStatements(await readReceipt(paper, sources, live), { isPrivate: false })[0]?.says;
    };
    expect(await says('P-1', [1, 100])).toBe('Open, status: submitted. Nothing is filled.');
    expect(await says('P-2', [1, 100])).toBe('Canceled. Nothing was filled.');
    expect(await says('P-3', [1, 100])).toContain('No list of the service that was read has the order.');
  });

  it('reveals no account number or figure in privacy mode, and no hash by which they could be guessed', async () => {
    const { send, sources } = await deskAfterChanges(orderRecord({ dealtQuantity: '40', status: 'FILLED_PART' }), [fill('D1', '40')]);
    await send('OK-1');
    const receipt = await readReceipt(subject, sources, live);
    const [open, hidden] = [receiptText(receipt, 'UTC', { isPrivate: false }), receiptText(receipt, 'UTC', { isPrivate: true })];
    expect(open).toMatch(/Account +8001/);
    expect(open).toMatch(/hash [0-9a-f]{64}/);
    expect(hidden).not.toMatch(/8001|[0-9a-f]{64}|12\.3|\b40\b/);
    expect(hidden).toContain('hash left out');
  });
});

/** The parts of a receipt that a forger changes. */
interface Forged {
  order: Record<string, unknown>;
  statements: { says: string; evidence: string[] }[];
  entries: { id: string; line: string }[];
  reads: { order?: Record<string, unknown> }[];
}

describe('an exported receipt', () => {
  async function exported() {
    const { desk, send, sources } = await deskAfterChanges(orderRecord({ dealtQuantity: '40' }), [fill('D1', '40')]);
    await send('OK-1');
    await send('OTHER');
    const receipt = await readReceipt(subject, sources, live);
    return { desk, text: receiptJson(receipt, receiptStatements(receipt, { isPrivate: false }), sha256, 'en') };
  }
  const check = async (desk: ReturnType<typeof orderDesk>, text: string, language = 'en') =>
    checkReceipt(text, { journal: await desk.journal.verify(), sha256, statementsOf: rebuiltStatements, language });
  /** What somebody makes who changes a receipt on purpose: all digests fit. */
  const refitted = (text: string, change: (document: Forged) => void): string => {
    const document = JSON.parse(text) as Forged & { digest?: string; digests?: object };
    delete document.digest;
    delete document.digests;
    change(document);
    const whole = { ...document, digests: Object.fromEntries(placesOf(document).map(([at, part]) => [at, digestOf(part, sha256)])) };
    return JSON.stringify({ ...whole, digest: digestOf(whole, sha256) });
  };

  it('is confirmed word for word by the journal of this machine', async () => {
    const { desk, text } = await exported();
    expect(await check(desk, text)).toEqual({
      ...{ isUnaltered: true, changedAt: [], entries: 2, altered: [], unlinked: [], between: 0, unfounded: [], notHere: [] },
      ...{ header: [], untrue: [], unsaid: [], leftOut: [], newer: 0 },
      isJournalWhole: true,
    });
    const words = checkText('x.json', await check(desk, text));
    expect(words).toContain('Nothing contradicts this receipt.');
    expect(words).toContain('no signature');
  });

  it.each([
    ['a figure of the order', (text: string) => text.replace('"dealtQuantity": "40"', '"dealtQuantity": "90"'), 'reads[0]'],
    ['a statement', (text: string) => text.replace('Fills listed: 1', 'Fills listed: 2'), /statements\[\d\]/],
    ['a line of the journal', (text: string) => text.replace('intent', 'intend'), 'entries[0]'],
    ['its account', (text: string) => text.replace('"account": "8001"', '"account": "8007"'), 'order'],
  ])('is recognized as changed, with the place, when %s was changed', async (_, change, place) => {
    const { desk, text } = await exported();
    const changed = change(text);
    expect(changed).not.toBe(text);
    const found = await check(desk, changed);
    expect(found?.isUnaltered).toBe(false);
    expect(found?.changedAt).toEqual([typeof place === 'string' ? place : expect.stringMatching(place)]);
    expect(checkText('x.json', found)).not.toContain('Nothing contradicts');
    expect(checkText('x.json', found)).toContain(`The file doesn’t fit its digest. Changed in it: ${found?.changedAt[0] ?? ''}`);
  });

  it('is recognized as changed, without the place, when an earlier version made it without digests', async () => {
    const { desk, text } = await exported();
    const document = JSON.parse(text) as Record<string, unknown>;
    delete document['digests'];
    delete document['digest'];
    const earlier = JSON.stringify({ ...document, digest: digestOf(document, sha256) });
    expect(await check(desk, earlier)).toMatchObject({ isUnaltered: true, changedAt: [] });
    const found = await check(desk, earlier.replace('Fills listed: 1', 'Fills listed: 2'));
    expect(found).toMatchObject({ isUnaltered: false, changedAt: [] });
    expect(checkText('x.json', found)).toContain('something in it was changed');
  });

  it('is recognized as changed by the journal when its digest and hash were adjusted', async () => {
    const { desk, text } = await exported();
    const document = JSON.parse(text) as { entries: { id: string; line: string }[]; digests?: object; digest?: string };
    const [first] = document.entries;
    if (first === undefined) throw new Error('no entry');
    const entry = JSON.parse(first.line) as Record<string, unknown>;
    delete entry['hash'];
    const body = JSON.stringify({ ...entry, at: '2026-01-01T00:00:00.000Z' });
    first.line = `${body.slice(0, -1)},"hash":"${sha256(body)}"}`;
    delete document.digest;
    delete document.digests;
    const whole = { ...document, digests: Object.fromEntries(placesOf(document).map(([at, part]) => [at, digestOf(part, sha256)])) };
    const forged = JSON.stringify({ ...whole, digest: digestOf(whole, sha256) });
    const found = await check(desk, forged);
    expect(found).toMatchObject({ isUnaltered: true, altered: [], unlinked: ['J2'], notHere: ['J1'] });
  });

  it.each<readonly [string, (document: Forged) => void, object]>([
    [
      'a statement says something else',
      ({ statements }) => {
        const request = statements.find(({ evidence }) => evidence.includes('J1'));
        if (request !== undefined) request.says = 'OK-1: applied (change to 200 @ 12.34)';
      },
      { untrue: [expect.stringMatching(/^statements\[\d\]$/)], unsaid: [expect.stringContaining('accepted')] },
    ],
    ['a statement is missing', ({ statements }) => void statements.pop(), { untrue: [], unsaid: [expect.anything()] }],
    ['the head names another order', ({ order }) => void (order['order'] = 'OK-7'), { header: ['order'] }],
    ['the head names another account', ({ order }) => void (order['account'] = '8007'), { header: ['account'] }],
    ['the head names another service', ({ order }) => void (order['service'] = 'https://other.example.test'), { header: ['service'] }],
    ['the head calls it a sandbox', ({ order }) => void (order['sandbox'] = true), { header: ['sandbox'] }],
    ['the head calls it a paper account', ({ order }) => void (order['paper'] = true), { header: ['paper'] }],
    ['the read is of another order', ({ reads }) => void (reads[0]?.order && (reads[0].order['orderId'] = 'OK-7')), { header: ['order'] }],
    [
      'the entry of the outcome is left out',
      (document) => {
        document.entries.pop();
        for (const statement of document.statements) statement.evidence = statement.evidence.filter((id) => id !== 'J2');
      },
      { untrue: [expect.stringMatching(/^statements/)], leftOut: ['J2'] },
    ],
  ])('is found wrong when %s, although its digests were made to fit', async (_, change, found) => {
    const { desk, text } = await exported();
    const forged = refitted(text, change);
    expect(await check(desk, forged)).toMatchObject({ isUnaltered: true, ...found });
    expect(checkText('x.json', await check(desk, forged))).toContain('This receipt is not as it was exported.');
  });

  it('says that later lines exist, and finds nothing wrong in it', async () => {
    const { desk, text } = await exported();
    await desk.journal.append({ kind: 'resolved', root: (await desk.journal.attempts())[0]?.root ?? '', by: 'user', verdict: 'changed' });
    const later = text.replace(/"madeAt": "[^"]*"/, '"madeAt": "2020-01-01T00:00:00.000Z"');
    expect(
      await check(
        desk,
        refitted(later, () => undefined),
      ),
    ).toMatchObject({ leftOut: [], newer: 1, untrue: [] });
  });

  it('is not said to be right when its statements are in another language', async () => {
    const { desk, text } = await exported();
    const found = await check(desk, text, 'zh-cn');
    expect(found?.untrue).toBeUndefined();
    expect(checkText('x.json', found)).toContain('Not checked completely.');
  });

  it.each([
    ['too large', () => `{"receipt":"${'x'.repeat(longestReceipt)}"}`],
    ['too deep', () => '['.repeat(1_000_000)],
    ['too deep in an object', () => `{"a":${'{"a":'.repeat(10_000)}`],
  ])('is refused at once when it is %s', async (_, text) => {
    const began = performance.now();
    expect(await check(orderDesk(), text())).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('says what it cannot prove on a machine with another journal', async () => {
    const { text } = await exported();
    const words = checkText('x.json', await check(orderDesk(), text));
    expect(words).toContain('Where they come from isn’t shown.');
  });

  it('is not accepted when it is another kind of file', async () => {
    expect(checkText('x.json', await check(orderDesk(), '{"receipt":"other"}'))).toContain('isn’t an order receipt');
    expect(await check(orderDesk(), 'no JSON')).toBeUndefined();
  });
});
