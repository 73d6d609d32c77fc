import { describe, expect, it } from 'vitest';
import { fundsCurrencies, fundsOf } from '../../../../src/app/accounts/accountCurrency';
import { ApiError, TransportError } from '../../../../src/service/errors';
import { fakeClient } from '../../../support/fakeAccess';

const { signal } = new AbortController();

function refusal(): ApiError {
  return new ApiError({ envelope: 'order', serverCode: -1200, serverMessage: 'currency is not supported', status: 200 });
}

describe('the currency in which an account’s funds are asked for', () => {
  it.each([
    [{ firm: 'FUTUINC', markets: [1, 2, 4, 6] }, ['USD']],
    [{ firm: 'FUTUCA', markets: [2] }, ['CAD']],
    [{ firm: 'Another Firm', markets: [1, 2] }, ['HKD', 'USD']],
    [{ firm: undefined, markets: [2, 1] }, ['USD', 'HKD']],
    [{ markets: [4] }, ['HKD', 'USD']],
    [{ markets: [] }, ['HKD', 'USD']],
    [{ markets: [112] }, ['HKD', 'USD']],
  ])('follows from its firm, otherwise from its markets: %j', (account, currencies) => {
    expect(fundsCurrencies(account)).toEqual(currencies);
  });

  it('is another one after a refusal, and the first refusal counts if every one is refused', async () => {
    const asked: string[] = [];
    const only = (offered: string) =>
      fakeClient({
        beyond: {
          funds: async ({ currency }) => {
            asked.push(currency);
            return currency === offered ? Promise.resolve({ currency } as never) : Promise.reject(refusal());
          },
        },
      });
    const account = { id: '1', markets: [] };
    expect(await fundsOf(only('USD'), account, { signal })).toEqual({ currency: 'USD' });
    await expect(fundsOf(only('none'), account, { signal })).rejects.toMatchObject({ serverCode: -1200 });
    expect(asked).toEqual(['HKD', 'USD', 'HKD', 'USD']);
  });

  it('is not changed by a failure that says nothing about the currency', async () => {
    let count = 0;
    const client = fakeClient({
      beyond: {
        funds: async () => {
          count += 1;
          return Promise.reject(new TransportError('timed-out', { sent: 'maybe' }));
        },
      },
    });
    await expect(fundsOf(client, { id: '1', markets: [] }, { signal })).rejects.toMatchObject({ code: 'timed-out' });
    expect(count).toBe(1);
  });
});
