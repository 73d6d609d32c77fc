import { loggedProgram } from '../../domain/orders/orderOrigin';
import type { ProposingProgram } from '../../domain/orders/orderOrigin';
import type { CallOptions, ReadingClient } from '../../service/serviceClient';

/**
 * The client for what a program asks: its reads come after everything of the user’s, and have a share of the service’s limit.
 *
 * @param program - For the request log.
 *
 * Every method takes its options last.
 */
export function programClient(client: ReadingClient, program: ProposingProgram): ReadingClient {
  return ranked(client, { rank: 'program', askedBy: loggedProgram(program) });
}

function ranked<T extends object>(client: T, asked: Pick<CallOptions, 'rank' | 'askedBy'>): T {
  return new Proxy(client, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member === 'object' && member !== null) return ranked(member, asked);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown => {
        const options = given.at(-1);
        const isCall = typeof options === 'object' && options !== null && 'signal' in options;
        return Reflect.apply(member, target, isCall ? [...given.slice(0, -1), { ...options, ...asked }] : given) as unknown;
      };
    },
  });
}
