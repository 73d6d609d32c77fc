import type { Exchange } from './broker';

/**
 * What the broker itself said of a request, complete and without contradiction:
 * `accepted`; `refused`, by a code that is documented as a refusal; `rejected`, by any other code of its own; `gateway`, that what
 * stands in front did not pass it on; `confirm` and `browser`, that the user is needed; `clock`, that the stamp was wrong; `nothing`, for all that proves nothing.
 */
export type Says = 'accepted' | 'refused' | 'rejected' | 'gateway' | 'confirm' | 'browser' | 'clock' | 'nothing';

/** A way to answer a request for a change, or not to. */
export interface WriteFault {
  readonly name: string;
  readonly says: Says;
  /** In which forms it exists: carried out, not carried out. */
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

/** The order that a request is about; empty for a new one that the broker has not made. */
export function orderIdOf({ request, broker }: Exchange): string {
  return broker.requestOf(request)?.orderId ?? '';
}

/** Keeps the request until somebody confirms it, and gives the id for that. */
export function waitForConfirmation({ request, broker }: Exchange): string {
  const id = `CONFIRM-${request.number}-0123456789`;
  broker.confirmations.set(id, { make: () => broker.carryOut(request) });
  return id;
}
