import * as v from 'valibot';
import type { Transport, WireRequest, WireResponse } from '../../service/transport/types';
import type { SandboxProbe } from './sandboxControl';

const patienceMs = 3000;

/** Looks for another window's sandbox over the program's own transport. */
export function createSandboxProbe(transport: Transport): SandboxProbe {
  const send = async (
    url: string,
    request: Pick<WireRequest, 'method' | 'path' | 'headers' | 'body'> & { readonly query?: string },
  ): Promise<WireResponse> => {
    const label = { method: request.method, route: request.path };
    return transport.send({ query: '', ...request, label, origin: url, kind: 'write' }, { signal: AbortSignal.timeout(patienceMs) });
  };
  const control = async (url: string, secret: string, path: string, query?: string): Promise<string> => {
    const headers = { 'content-type': 'application/json', 'x-sandbox-secret': secret };
    const body = new TextEncoder().encode('{}');
    const answer = await send(url, { method: 'POST', path, headers, body, ...(query === undefined ? {} : { query }) });
    if (answer.status !== 200) throw new Error(`the sandbox answered ${answer.status}`);
    return new TextDecoder().decode(answer.body);
  };
  return {
    identify: async (url) => {
      try {
        const answer = await send(url, { method: 'GET', path: '/sandbox/info', headers: {}, body: undefined });
        return answer.status === 200 ? instanceIdIn(new TextDecoder().decode(answer.body)) : undefined;
      } catch {
        // Something else, or nothing, listens there: it is not our sandbox.
        return undefined;
      }
    },
    reset: async (url, secret) => void (await control(url, secret, '/sandbox/reset')),
    allow: async (url, secret, query) => v.parse(Consent, JSON.parse(await control(url, secret, '/sandbox/consent', query))).location,
  };
}

const Consent = v.object({ location: v.string() });

function instanceIdIn(text: string): string | undefined {
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== 'object' || answer === null || !('instance_id' in answer)) return undefined;
  return typeof answer.instance_id === 'string' ? answer.instance_id : undefined;
}
