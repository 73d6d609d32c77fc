import { SignedKeyAuthenticator } from '../../service/auth/signedKey';
import { setUpApiKey } from '../../ui/session/setUpApiKey';
import type { Compose } from '../core';

const proofPatienceMs = 30_000;

export const composeApiKey: Compose = ({ shell, access, apiKeys, clientOf, monitor, timeZone, links, describeError }) => {
  shell.handle('marketDesk.setUpApiKey', async () =>
    setUpApiKey({
      access,
      keys: apiKeys,
      prove: async (connection, key) => {
        const client = clientOf(connection.baseUrl, new SignedKeyAuthenticator(connection.origin, async () => key, monitor));
        await client.hotCalendar({ limit: 1, timeZone: timeZone() }, { signal: AbortSignal.timeout(proofPatienceMs) });
      },
      links,
      describeError,
    }),
  );
};
