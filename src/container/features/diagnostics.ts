import { registerDiagnostics } from '../../ui/diagnostics/registerDiagnostics';
import { createNetworkProbe } from '../../ui/platform/network/networkProbe';
import type { Compose } from '../core';

export const composeDiagnostics: Compose = (core) =>
  registerDiagnostics({
    ...core,
    network: createNetworkProbe(
      (origin) => core.network.proxyFor(origin),
      () => core.network.read(),
    ),
    redact: (text) => core.redactor.redact(text),
    keys: core.apiKeys,
  });
