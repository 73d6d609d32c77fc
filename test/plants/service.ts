import { plant } from './plant';

/** What is sent, sent again, and read. */
export const servicePlants = [
  plant(
    'bid and ask swapped in the order book’s decoder',
    'src/service/endpoints/quotes/orderBook.ts',
    [
      ["    bids: readSide(book, 'bid', place),", "    bids: readSide(book, 'ask', place),"],
      ["    asks: readSide(book, 'ask', place),", "    asks: readSide(book, 'bid', place),"],
    ],
    'test/unit/service/endpoints',
  ),
  plant(
    'a cancellation always names the exchange US',
    'src/service/endpoints/orders/changes.ts',
    [["['exchange', exchangeName(exchange)]", "['exchange', exchangeName(exchange === '' ? exchange : 'US')]"]],
    'test/unit/service/endpoints',
    'test/unit/app/orders/write/cancelOrder.test.ts',
  ),
  plant(
    'a change of a custom group is sent again like a read',
    'src/service/endpoints/watchlist/securityGroups.ts',
    [['  once: true,\n', '']],
    'types',
  ),
  plant(
    'confirming an order is declared as a read',
    'src/service/endpoints/orders/changes.ts',
    [
      ["import type { WriteEndpoint } from '../endpoint';", "import type { ReadEndpoint, WriteEndpoint } from '../endpoint';"],
      [
        'export const confirmOrder: WriteEndpoint<OrderConfirmation> = {',
        'export const confirmOrder: ReadEndpoint<OrderConfirmation, true> = {',
      ],
      ["order_confirm',\n  writes: 'order',\n  orderId: ({ orderId }) => orderId,\n", "order_confirm',\n  decode: () => true,\n"],
    ],
    'types',
  ),
  plant(
    'confirming an order is declared as a change of something else',
    'src/service/endpoints/orders/changes.ts',
    [
      ["import type { WriteEndpoint } from '../endpoint';", "import type { ReadEndpoint, WriteEndpoint } from '../endpoint';"],
      [
        'export const confirmOrder: WriteEndpoint<OrderConfirmation> = {',
        'export const confirmOrder: ReadEndpoint<OrderConfirmation, true> = {',
      ],
      [
        "order_confirm',\n  writes: 'order',\n  orderId: ({ orderId }) => orderId,\n",
        "order_confirm',\n  once: true,\n  decode: () => true,\n",
      ],
    ],
    'test/architecture/endpoints.test.ts',
  ),
  plant(
    'one page too many is read',
    'src/service/lists/walk.ts',
    [['this.#pages >= this.#limits.pages', 'this.#pages > this.#limits.pages']],
    'test/unit/service/lists/walk.test.ts',
  ),
  plant(
    'a used cursor is not noted',
    'src/service/lists/walk.ts',
    [['    this.#used.add(this.#cursor);\n    this.#pages += 1;', '    this.#pages += 1;']],
    'test/unit/service/lists/walk.test.ts',
  ),
  plant(
    'a missing end of a list is read as the end',
    'src/service/lists/walk.ts',
    [
      [
        "return isNothing ? { kind: 'complete' } : { kind: 'brokenOff', reason: 'end-missing' };",
        "return isNothing || !isNothing ? { kind: 'complete' } : { kind: 'more' };",
      ],
    ],
    'test/unit/service/lists',
  ),
  plant(
    'an item that moved to another page leaves the list complete',
    'src/service/lists/walk.ts',
    [['    if (found.length < items.length) this.#hasMoved = true;\n', '']],
    'test/unit/service/lists',
  ),
  plant(
    'a listener on the caller’s signal stays after each pause',
    'src/service/requests/resend.ts',
    [["        signal.removeEventListener('abort', done);\n", '']],
    'lint',
  ),
  plant(
    'a malformed answer of the service itself is asked for again',
    'src/service/requests/resend.ts',
    [
      [
        'if (error instanceof DecodeError) return error.path === wholeBody;',
        'if (error instanceof DecodeError) return error.path.startsWith(wholeBody);',
      ],
    ],
    'test/unit/service/requests/resend.test.ts',
    'test/unit/service',
  ),
  plant(
    'a read is tried four times',
    'src/service/requests/resend.ts',
    [['resendLimits = { tries: 3,', 'resendLimits = { tries: 4,']],
    'test/unit/service/requests',
  ),
  plant(
    'the signature leaves out the body',
    'src/service/auth/signature.ts',
    [['\\n${fields.bodyPart}`;', '\\n`;']],
    'test/unit/service/auth',
  ),
  plant(
    'the method is not signed as it is sent',
    'src/service/auth/signature.ts',
    [['httpMethod: request.method.toUpperCase(),', 'httpMethod: request.method.toLowerCase(),']],
    'test/unit/service/auth',
  ),
  plant(
    'a state of another sign-in is accepted',
    'src/service/auth/oauth.ts',
    [["    if (received.get('state') !== attempt.state.reveal()) throw new AuthError('state-mismatch');\n", '']],
    'test/unit/service/auth',
  ),
  plant(
    'a feed that fails is tried again at once, for ever',
    'src/service/feed/backoff.ts',
    [['return leastMs + random() * (span - leastMs);', 'return random() * (span - leastMs) * 0;']],
    'test/unit/service/feed',
  ),
  plant(
    'a feed that refuses the credentials is never left in peace',
    'src/service/feed/backoff.ts',
    [['return refused < mostQuick ? undefined : rarelyMs;', 'return refused < 0 ? rarelyMs : undefined;']],
    'test/unit/service/feed',
  ),
] as const;
