import { describe, expect, it } from 'vitest';
import { coversScopes, excessScopes, reachesAccounts } from '../../../../src/domain/session/scopes';

describe('coversScopes', () => {
  it.each([
    [['quote:read', 'trade:read'], ['quote:read'], true],
    [['quote:read'], [], true],
    [[], [], true],
    [['quote:read'], ['quote:read', 'trade:write'], false],
    [['accid:*'], ['accid:1'], true],
    [['accid:*'], ['accid:*'], true],
    [['accid:1'], ['accid:1'], true],
    [['accid:1'], ['accid:2'], false],
    [['accid:1'], ['accid:*'], false],
    [['accid:*'], ['accid:'], false],
    [['accid:*'], ['quote:read'], false],
  ])('finds that granted %j covers requested %j: %s', (granted, requested, expected) => {
    expect(coversScopes(granted, requested)).toBe(expected);
  });
});

describe('excessScopes', () => {
  it.each([
    [['quote:read'], ['quote:read'], []],
    [['quote:read', 'trade:write'], ['quote:read'], ['trade:write']],
    [['quote:read', 'accid:1'], ['quote:read'], []],
    [['trade:read', 'accid:1'], ['trade:read'], ['accid:1']],
    [['trade:read', 'accid:1'], ['trade:read', 'accid:*'], []],
    [['trade:read', 'accid:*'], ['trade:read', 'accid:1'], ['accid:*']],
    [['quote:read', 'quote:write'], [], ['quote:read', 'quote:write']],
  ])('finds in granted %j beyond requested %j: %j', (granted, requested, expected) => {
    expect(excessScopes(granted, requested)).toEqual(expected);
  });
});

describe('reachesAccounts', () => {
  it.each([
    [['quote:read', 'quote:write'], false],
    [['accid:*'], false],
    [['trade:read'], true],
    [['quote:read', 'something:new'], true],
    [[], false],
  ])('finds in %j access to accounts: %s', (scopes, expected) => {
    expect(reachesAccounts(scopes)).toBe(expected);
  });
});
