import { describe, expect, it } from 'vitest';
import { coveredAccounts, nameAccount } from '../../../../../src/app/session/accounts/accountLabel';
import { AuthError, HttpError } from '../../../../../src/service/errors';
import type { ListedAccount } from '../../../../../src/service/records';
import type { BeyondClient } from '../../../../../src/service/serviceClient';
import { badRecord, pageOf } from '../../../../support/builders/lists';
import { aSession, testOrigin } from '../../../../support/builders/sessionBuilders';

type Lists = Pick<BeyondClient, 'liveAccounts' | 'simulatedAccounts'>;
const options = { signal: new AbortController().signal };

async function covered(scopes: readonly string[], lists: Partial<Lists> = {}): Promise<readonly string[] | undefined> {
  const refuse = async (): Promise<never> => {
    throw new HttpError({ status: 404 });
  };
  return coveredAccounts(scopes, { beyond: { liveAccounts: refuse, simulatedAccounts: refuse, ...lists } }, options);
}

function listed(id: string): ListedAccount {
  return { id, kind: 'live', title: '', markets: [] };
}

describe('coveredAccounts', () => {
  it('takes the accounts from the scopes when they are named there', async () => {
    expect(await covered(['quote:read', 'accid:B', 'accid:A', 'accid:B'])).toEqual(['A', 'B']);
  });

  it('takes the accounts from the lists when all are granted', async () => {
    expect(await covered(['accid:*'], { liveAccounts: async () => pageOf([listed('2'), listed('1')]) })).toEqual(['1', '2']);
  });

  it('does not know the accounts from part of a list, which would name another session than the complete one', async () => {
    const part = pageOf([listed('1')], { unreadable: [badRecord()] });
    expect(await covered(['accid:*'], { liveAccounts: async () => part })).toBeUndefined();
  });

  it('does not know the accounts when one of two lists fails, but when it is not permitted', async () => {
    const liveAccounts = async () => pageOf([listed('1')]);
    const fails = (error: Error) => async (): Promise<never> => Promise.reject(error);
    expect(await covered(['accid:*'], { liveAccounts, simulatedAccounts: fails(new HttpError({ status: 503 })) })).toBeUndefined();
    expect(await covered(['accid:*'], { liveAccounts, simulatedAccounts: fails(new AuthError('scope-missing')) })).toEqual(['1']);
  });

  it('gives no accounts when the service offers no lists', async () => {
    expect(await covered(['accid:*'])).toEqual([]);
  });
});

describe('nameAccount', () => {
  it('gives the same accounts the same ID, whatever other names exist', () => {
    const first = nameAccount('api.example.com', testOrigin, ['1', '2'], []);
    expect(first.label).toBe('api.example.com (1, 2)');
    expect(nameAccount('api.example.com', testOrigin, ['1', '2'], [aSession({ account: first })])).toEqual(first);
    expect(nameAccount('api.example.com', testOrigin, ['1'], []).id).not.toBe(first.id);
    expect(nameAccount('api.example.com', 'https://other.example', ['1', '2'], []).id).not.toBe(first.id);
  });

  it('numbers accounts that would have the same name', () => {
    const one = aSession({ account: nameAccount('h', testOrigin, [], []) });
    const two = aSession({ account: nameAccount('h', testOrigin, [], [one]) });
    expect([one.account.label, two.account.label]).toEqual(['h · 1', 'h · 2']);
    expect(nameAccount('h', testOrigin, [], [two]).label).toBe('h · 1');
    expect(nameAccount('h', testOrigin, [], [aSession({ origin: 'https://other.example', account: one.account })]).label).toBe('h · 1');
  });

  it('gives a session that waits for a new sign-in its own name', () => {
    const lapsed = aSession({ account: nameAccount('h', testOrigin, [], []), needsSignIn: true });
    expect(nameAccount('h', testOrigin, [], [lapsed])).toEqual(lapsed.account);
  });

  it('makes hidden characters in an account of the service visible', () => {
    expect(nameAccount('h', testOrigin, ['80\u202e01'], []).label).toBe('h (80⟨U+202E⟩01)');
  });

  it('keeps labels short', () => {
    expect(
      nameAccount(
        'h',
        testOrigin,
        Array.from({ length: 50 }, (_, index) => `account-${index}`),
        [],
      ).label.length,
    ).toBeLessThanOrEqual(60);
  });
});
