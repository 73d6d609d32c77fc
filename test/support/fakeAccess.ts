import type { ConnectionState } from '../../src/app/session/connection';
import { Emitter } from '../../src/app/platform/emitter';
import type { ServiceAccess } from '../../src/app/session/serviceAccess';
import type { BeyondClient, ServiceClient } from '../../src/service/serviceClient';

const notPrepared = (name: string) => async (): Promise<never> => Promise.reject(new Error(`the test prepared no answer of ${name}`));

/** A client of which a test answers only what it needs; any other call fails. */
export function fakeClient(
  answers: Partial<Omit<ServiceClient, 'beyond'>> & { readonly beyond?: Partial<BeyondClient> } = {},
): ServiceClient {
  return {
    baseUrl: 'http://127.0.0.1:1',
    serverTime: notPrepared('serverTime'),
    tradingDays: notPrepared('tradingDays'),
    modifyOrder: notPrepared('modifyOrder'),
    simulatedPositions: notPrepared('simulatedPositions'),
    searchCalendar: notPrepared('searchCalendar'),
    hotCalendar: notPrepared('hotCalendar'),
    plateConstituents: notPrepared('plateConstituents'),
    ...answers,
    beyond: {
      liveAccounts: notPrepared('liveAccounts'),
      simulatedAccounts: notPrepared('simulatedAccounts'),
      orders: notPrepared('orders'),
      orderDetails: notPrepared('orderDetails'),
      confirmOrder: notPrepared('confirmOrder'),
      livePositions: notPrepared('livePositions'),
      plateList: notPrepared('plateList'),
      snapshot: notPrepared('snapshot'),
      ...answers.beyond,
    },
  };
}

export const signedInState: ConnectionState = {
  connection: { kind: 'sandbox', id: 'c1', baseUrl: 'http://127.0.0.1:1', origin: 'http://127.0.0.1:1', authentication: 'oauth' },
  session: { kind: 'signedIn', id: 's1', accountLabel: 'ada', scopes: [] },
};

/** Somebody signed in, with a client of the test. */
export class FakeAccess implements ServiceAccess {
  readonly #changed = new Emitter<ConnectionState>();
  readonly onDidChange = this.#changed.event;
  current = signedInState;

  constructor(public answer: ServiceClient) {}

  async client(): Promise<ServiceClient> {
    return this.answer;
  }

  become(state: ConnectionState): void {
    this.current = state;
    this.#changed.fire(state);
  }
}
