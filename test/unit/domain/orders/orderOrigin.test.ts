import { expect, it } from 'vitest';
import { loggedOrigin } from '../../../../src/domain/orders/orderOrigin';
import type { OrderOrigin } from '../../../../src/domain/orders/orderOrigin';

it.each<[OrderOrigin | undefined, string]>([
  [undefined, 'the user'],
  [{ kind: 'user', isRestored: true }, 'the user, in a restored tab'],
  [{ kind: 'command' }, 'a command with values, and the user'],
  [{ kind: 'program', program: 'agent', name: 'a”, ok' }, 'the agent “a·, ok”, and the user'],
  [{ kind: 'program', program: 'chat', name: '' }, 'the editor’s chat, and the user'],
])('the log names who filled in an order and who confirmed it: %j', (origin, text) => {
  expect(loggedOrigin(origin)).toBe(text);
});
