import { noAuthenticator } from '../../service/auth/none';
import { registerSignIn } from '../../ui/session/registerSignIn';
import type { Compose } from '../core';

export const composeSignIn: Compose = async (core) => {
  await core.prepareSignIn();
  registerSignIn({
    ...core,
    probe: async (baseUrl, options) => core.clientOf(baseUrl, noAuthenticator).serverTime(options),
    see: async (origin, signal) => {
      const { seeCertificate } = await import('../../service/transport/handshake');
      return seeCertificate(origin, core.network.read(), { signal, patienceMs: 5000 });
    },
  });
};
