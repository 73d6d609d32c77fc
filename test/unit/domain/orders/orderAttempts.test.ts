import { describe, expect, it } from 'vitest';
import { attemptsAt } from '../../../../src/domain/orders/orderAttempts';
import type { Attempt, AttemptState } from '../../../../src/domain/orders/orderAttempts';

const attempt = (root: string, service: string, state: AttemptState): Attempt => ({
  root,
  action: 'modify',
  startedAt: '2026-11-23T10:00:00Z',
  endedAt: undefined,
  target: { service, accountId: '8001', orderId: 'OK-1', exchange: 'SEHK' } as Attempt['target'],
  body: '{}',
  fields: [],
  order: undefined,
  state,
  outcome: undefined,
  requests: 1,
  resolution: undefined,
  followed: undefined,
});

describe('the changes that are shown for a service', () => {
  const here = attempt('1', 'https://api.example.com/', 'applied');
  const elsewhere = attempt('2', 'https://other.example.com', 'applied');
  const locked = attempt('3', 'https://other.example.com', 'unknown');

  it('are those of that service, even if another one has an order with the same account and ID', () =>
    expect(attemptsAt('https://api.example.com', [here, elsewhere])).toEqual([here]));

  it('include every change that still locks its order', () => {
    expect(attemptsAt('https://api.example.com', [elsewhere, locked])).toEqual([locked]);
    expect(attemptsAt(undefined, [here, locked])).toEqual([locked]);
  });
});
