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
    version: versionOf(core.context.extension.packageJSON),
    connection: core.access,
    keys: core.apiKeys,
    machine: core.clock,
  });

function versionOf(manifest: unknown): string {
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest && typeof manifest.version === 'string'
    ? manifest.version
    : '';
}
