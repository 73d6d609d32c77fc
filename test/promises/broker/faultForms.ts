import type { Exchange } from './broker';

/**
 * What the broker's answer says about a request, if it is complete and does not contradict itself: `accepted`; `refused`, with a code that
 * is documented as a refusal; `rejected`, with any other code of its own; `gateway`, a proxy in front did not pass the request on;
 * `confirm` and `browser`, the user is needed; `clock`, the timestamp was wrong; `nothing`, the answer proves nothing.
 */
export type Says = 'accepted' | 'refused' | 'rejected' | 'gateway' | 'confirm' | 'browser' | 'clock' | 'nothing';

/** A way to answer, or not to answer, a request for a change. */
export interface WriteFault {
  readonly name: string;
  readonly says: Says;
  /** The forms in which it exists: executed, not executed. */
  readonly forms: readonly boolean[];
  readonly play: (exchange: Exchange, isDone: boolean) => void;
}

const both = [true, false] as const;

export function act(
  name: string,
  play: (exchange: Exchange) => void,
  says: Says = 'nothing',
  forms: readonly boolean[] = both,
): WriteFault {
  return {
    name,
    says,
    forms,
    play: (exchange, isDone) => {
      if (isDone) exchange.carryOut();
      play(exchange);
    },
  };
}

export function reply(
  name: string,
  status: number,
  body: unknown,
  headers: readonly string[] = [],
  says: Says = 'nothing',
  forms: readonly boolean[] = both,
): WriteFault {
  return act(name, ({ send }) => send({ status, body, headers }), says, forms);
}

export const bytes = (
  name: string,
  raw: Buffer | string,
  end = false,
  says: Says = 'nothing',
  forms: readonly boolean[] = both,
): WriteFault =>
  act(
    name,
    ({ socket }) => {
      socket.write(raw);
      if (end) socket.end();
    },
    says,
    forms,
  );

export const body = (name: string, text: string): WriteFault => reply(`body: ${name}`, 200, text);

/** The order that a request is about; empty for a new one that the broker has not created. */
export function orderIdOf({ request, broker }: Exchange): string {
  return broker.requestOf(request)?.orderId ?? '';
}

/** Holds the request until it is confirmed. @returns the ID for that. */
export function waitForConfirmation({ request, broker }: Exchange): string {
  const id = `CONFIRM-${request.number}-0123456789`;
  broker.confirmations.set(id, { make: () => broker.carryOut(request) });
  return id;
}
