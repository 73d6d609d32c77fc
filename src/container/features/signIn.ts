import { noAuthenticator } from '../../service/auth/none';
import { registerSignIn } from '../../ui/session/registerSignIn';
import type { Compose } from '../core';

export const composeSignIn: Compose = async (core) => {
  await core.prepareSignIn();
  registerSignIn({
    ...core,
    probe: async (baseUrl, options) => core.clientOf(baseUrl, noAuthenticator).serverTime(options),
  });
};
