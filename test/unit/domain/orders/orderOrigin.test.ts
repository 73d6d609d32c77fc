import { expect, it } from 'vitest';
import { loggedAsker } from '../../../../src/domain/orders/orderOrigin';
import type { Asker } from '../../../../src/service/requests/asker';

it.each<[Asker, 'read' | 'write', string]>([
  [{ kind: 'user' }, 'write', 'the user'],
  [{ kind: 'user', isRestored: true }, 'write', 'the user, in a restored tab'],
  [{ kind: 'command' }, 'write', 'a command with values, and the user'],
  [{ kind: 'program', program: 'agent', name: 'a”, ok' }, 'write', 'the agent “a·, ok”, and the user'],
  [{ kind: 'program', program: 'chat', name: '' }, 'write', 'the editor’s chat, and the user'],
  [{ kind: 'program', program: 'extension', name: 'a.consumer' }, 'read', 'the extension “a.consumer”'],
])('the log names who asked, and who confirmed it: %j %s', (asker, act, text) => {
  expect(loggedAsker(asker, act)).toBe(text);
});
