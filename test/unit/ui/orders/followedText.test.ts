import { describe, expect, it } from 'vitest';
import type { FollowedEnd } from '../../../../src/app/orders/follow/followUp';
import type { Attempt } from '../../../../src/domain/orders/orderAttempts';
import { followedEndText, followedNews } from '../../../../src/ui/orders/followedText';

const attempt: Attempt = {
  root: 'r',
  action: 'modify',
  startedAt: '2026-11-20T09:00:00.000Z',
  endedAt: '2026-11-20T09:00:01.000Z',
  target: { service: 'https://broker.example', accountId: '8001', orderId: 'OK-1', exchange: 'SEHK', isSandbox: false },
  body: '{}',
  fields: [{ field: 'qty', old: '100', typed: '200', kept: '200', isCut: false, isChanged: true }],
  order: undefined,
  state: 'accepted',
  outcome: { kind: 'accepted' },
  resolution: undefined,
  followed: undefined,
  requests: 1,
};
const text = (end: FollowedEnd['end'], said: string, isPrivate = false, before: FollowedEnd['before'] = 'accepted'): string =>
  followedEndText({ end, before, attempt, text: said }, isPrivate);

describe('the words for the end of an accepted change', () => {
  it('say that the order was not changed only for a rejection', () => {
    expect(text('rejected', 'Out of the band')).toMatch(/^OK-1 was not changed: .* was accepted, then rejected: Out of the band\.$/);
    for (const other of [text('applied', ''), text('notApplied', ''), text('notApplied', 'Out of the band')])
      expect(other).not.toMatch(/rejected|not changed/);
  });

  it('end a sentence of the service once, whatever its own ending', () => {
    for (const end of ['', '.', '. ', '...', '…', '。', '！', '?', '!', ' .'])
      for (const kind of ['rejected', 'notApplied'] as const) {
        const shown = text(kind, `Out of the 24.5 band${end}`);
        expect(shown).toMatch(/: Out of the 24\.5 band\.($| Check the order)/);
      }
    expect(text('rejected', '...')).toMatch(/rejected: \.\.\.\.$/);
  });

  it('give the message on the order, and hide it with the amounts', () => {
    expect(text('notApplied', 'Out of the band')).toMatch(
      /not applied after 45 seconds\. .* The service says: Out of the band\. Check the order/,
    );
    expect(text('notApplied', '')).toMatch(/not applied after 45 seconds\. .* Check the order/);
    for (const end of ['rejected', 'notApplied'] as const) expect(text(end, 'at 561.5', true)).not.toMatch(/561|200/);
  });
});

describe('the text about a followed change', () => {
  const news = (end: FollowedEnd['end'], before: FollowedEnd['before'], state: Attempt['state']) =>
    followedNews({ end, before, attempt: { ...attempt, state }, order: undefined, text: '' }, false);

  it('is brief for an expected end, and stays for an unexpected one', () => {
    expect(news('applied', 'accepted', 'applied')).toMatchObject({ severity: 'info', brief: 'check-all', message: 'OK-1 is now 200' });
    expect(news('applied', 'unknown', 'applied')).toEqual({
      severity: 'info',
      message: 'Change applied: OK-1 is now 200.',
      state: 'applied',
    });
    expect(news('applied', 'saysRejected', 'applied')).not.toHaveProperty('brief');
    expect(news('freed', 'saysRejected', 'rejected')).toMatchObject({ severity: 'info', brief: 'unlock', state: 'rejected' });
    expect(news('rejected', 'accepted', 'rejectedLater')).toMatchObject({ severity: 'warning', state: 'rejectedLater' });
    expect(news('notApplied', 'accepted', 'notApplied')).not.toHaveProperty('brief');
  });
});
