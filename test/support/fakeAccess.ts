import type { ConnectionState } from '../../src/app/session/connection';
import { Emitter } from '../../src/app/platform/emitter';
import type { Reach } from '../../src/app/platform/ports';
import type { ServiceAccess } from '../../src/app/session/serviceAccess';
import { beyondEndpoints, specifiedEndpoints } from '../../src/service/endpoints/table';
import type { BeyondClient, Methods, ServiceClient } from '../../src/service/serviceClient';

/** Methods that all fail: a call that a test does not prepare is an error. */
export function unprepared<Table extends object>(table: Table): Methods<Table> {
  const methods: unknown = Object.fromEntries(
    Object.keys(table).map((name) => [
      name,
      async (): Promise<never> => Promise.reject(new Error(`the test prepared no answer of ${name}`)),
    ]),
  );
  return methods as Methods<Table>;
}

/** A client that answers only what a test prepares; any other call fails. */
export function fakeClient(
  answers: Partial<Omit<ServiceClient, 'beyond'>> & { readonly beyond?: Partial<BeyondClient> } = {},
): ServiceClient {
  const client: ServiceClient = {
    baseUrl: 'http://127.0.0.1:1',
    heldMs: () => undefined,
    forProgram: () => client,
    keepRoom: () => () => undefined,
    ...unprepared(specifiedEndpoints),
    ...answers,
    beyond: { ...unprepared(beyondEndpoints), ...answers.beyond },
  };
  return client;
}

export const signedInState: ConnectionState = {
  connection: { kind: 'sandbox', id: 'c1', baseUrl: 'http://127.0.0.1:1', origin: 'http://127.0.0.1:1', authentication: 'oauth' },
  session: { kind: 'signedIn', id: 's1', accountLabel: 'ada', scopes: [] },
};

/** Signed in at another service, as after a direct change from one to the other. */
export const otherServiceState: ConnectionState = {
  connection: {
    ...{ kind: 'service', id: 'c2', baseUrl: 'https://other.example', origin: 'https://other.example' },
    authentication: 'oauth',
  },
  session: { kind: 'signedIn', id: 's2', accountLabel: 'ada', scopes: [] },
};

/** A signed-in user with the test's client. */
export class FakeAccess implements ServiceAccess {
  readonly #changed = new Emitter<ConnectionState>();
  readonly onDidChange = this.#changed.event;
  current = signedInState;

  constructor(
    public answer: ServiceClient,
    readonly reach?: Reach,
  ) {}

  async client(): Promise<ServiceClient> {
    return this.answer;
  }

  become(state: ConnectionState): void {
    this.current = state;
    this.#changed.fire(state);
  }
}
