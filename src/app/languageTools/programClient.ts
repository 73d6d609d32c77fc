import type { ReadingClient } from '../../service/serviceClient';

/**
 * The client for what a program asks: its reads come after everything of the user’s, and have a share of the service’s limit.
 *
 * Every method takes its options last.
 */
export function programClient(client: ReadingClient): ReadingClient {
  return ranked(client);
}

function ranked<T extends object>(client: T): T {
  return new Proxy(client, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member === 'object' && member !== null) return ranked(member);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]): unknown => {
        const options = given.at(-1);
        const isCall = typeof options === 'object' && options !== null && 'signal' in options;
        return Reflect.apply(member, target, isCall ? [...given.slice(0, -1), { ...options, rank: 'program' }] : given) as unknown;
      };
    },
  });
}
