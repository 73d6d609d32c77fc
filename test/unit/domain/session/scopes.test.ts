import { describe, expect, it } from 'vitest';
import { coversScopes } from '../../../../src/domain/session/scopes';

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
  ])('granted %j covers requested %j: %s', (granted, requested, expected) => {
    expect(coversScopes(granted, requested)).toBe(expected);
  });
});
