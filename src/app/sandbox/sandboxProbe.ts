import type { Transport, WireRequest, WireResponse } from '../../service/transport/types';
import type { SandboxProbe } from './sandboxControl';

const patienceMs = 3000;

/** Looks for a sandbox of another window, over the program's own transport. */
export function createSandboxProbe(transport: Transport): SandboxProbe {
  const send = async (method: 'GET' | 'POST', url: string, path: string): Promise<WireResponse> =>
    transport.send(requestTo(method, url, path), { signal: AbortSignal.timeout(patienceMs) });
  return {
    identify: async (url) => {
      try {
        const answer = await send('GET', url, '/sandbox/info');
        return answer.status === 200 ? instanceIdIn(new TextDecoder().decode(answer.body)) : undefined;
      } catch {
        // Whatever listens there, or nothing at all: it is not our sandbox.
        return undefined;
      }
    },
    reset: async (url) => {
      const answer = await send('POST', url, '/sandbox/reset');
      if (answer.status !== 200) throw new Error(`the sandbox answered ${answer.status}`);
    },
  };
}

function requestTo(method: 'GET' | 'POST', origin: string, path: string): WireRequest {
  return {
    label: { method, route: path },
    method,
    origin,
    path,
    query: '',
    headers: method === 'POST' ? { 'content-type': 'application/json' } : {},
    body: method === 'POST' ? new TextEncoder().encode('{}') : undefined,
    kind: 'write',
  };
}

function instanceIdIn(text: string): string | undefined {
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null || !('instance_id' in answer)) return undefined;
  return typeof answer.instance_id === 'string' ? answer.instance_id : undefined;
}
