import type { MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { faultRequest } from './faults/actions';
import type { FaultQueue } from './faults/faultQueue';
import type { Ledger, LedgerEntry } from './http/ledger';
import type { ChangeFate } from './fates';
import type { SandboxApp, SandboxEnvironment, SandboxRequest } from './types';

export interface ControlDependencies {
  readonly info: () => object;
  readonly faults: FaultQueue;
  readonly ledger: Ledger;
  readonly reset: () => void;
  readonly nextChange: (fate: ChangeFate) => void;
  readonly setClockSkew: (ms: number) => void;
}

const clockRequest = v.object({ skewMs: v.pipe(v.number(), v.integer(), v.minValue(-1e12), v.maxValue(1e12)) });

const nextChangeRequest = v.object({ nextChange: v.picklist(['slow', 'reject', 'hang']) });

/** Other programs and users of this machine may only ask which sandbox is listening. */
export function guardControls(secret: string): MiddlewareHandler<SandboxEnvironment> {
  return async (c, next) => {
    if (c.req.path === '/sandbox/info' || c.req.header('X-Sandbox-Secret') === secret) return next();
    return c.json({ error: 'these controls are for the editor that runs this sandbox' }, 403);
  };
}

/** The sandbox's own controls under /sandbox/, which are not part of the specification; not offered in strict mode. */
export function registerControls(app: SandboxApp, dependencies: ControlDependencies): void {
  app.get('/sandbox/info', (c) => c.json(dependencies.info()));
  app.get('/sandbox/requests', (c) =>
    c.json({ count: dependencies.ledger.count, requests: dependencies.ledger.entries.filter(isOfService).map(describe) }),
  );
  app.post('/sandbox/reset', (c) => {
    if (!isJson(c)) return refuseControl(c, 'Content-Type must be application/json');
    dependencies.reset();
    return c.json({ reset: true });
  });
  control(app, 'clock', clockRequest, (request, c) => {
    dependencies.setClockSkew(request.skewMs);
    return c.json(request);
  });
  control(app, 'orders', nextChangeRequest, (request, c) => {
    dependencies.nextChange(request.nextChange);
    return c.json(request);
  });
  control(app, 'faults', faultRequest, ({ match, ...rule }, c) => {
    const { faults } = dependencies;
    if (faults.waitingBytes > mostFaultBytes) return refuseControl(c, 'too many faults wait already: forget them first');
    faults.once({ ...rule, match: { method: match?.method, path: match?.path, glob: match?.pattern } });
    return c.json({ waiting: faults.waiting }, 201);
  });
  app.get('/sandbox/faults', (c) => c.json({ waiting: dependencies.faults.waiting }));
  app.delete('/sandbox/faults', (c) => {
    dependencies.faults.clear();
    return c.json({ waiting: 0 });
  });
}

/** Limits the sizes in a request, which must not fill the memory of the editor that the sandbox may run in. */
const mostFaultBytes = 16 * 1024 * 1024;

/** Adds a control that takes JSON of a shape; another request is told what is wrong with it. */
export function control<T extends v.GenericSchema>(
  app: SandboxApp,
  path: string,
  schema: T,
  answer: (request: v.InferOutput<T>, c: SandboxRequest) => Response,
): void {
  app.post(`/sandbox/${path}`, (c) => {
    if (!isJson(c)) return refuseControl(c, 'Content-Type must be application/json');
    const request = v.safeParse(schema, parse(c));
    return request.success ? answer(request.output, c) : refuseControl(c, v.summarize(request.issues));
  });
}

/** JSON from another site's page would need a preflight, which is never granted; a plain form is not JSON. */
function isJson(c: SandboxRequest): boolean {
  return c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

function parse(c: SandboxRequest): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(c.get('rawBody')));
  } catch {
    return undefined;
  }
}

export function refuseControl(c: SandboxRequest, message: string): Response {
  return c.json({ message }, 400);
}

function isOfService(entry: LedgerEntry): boolean {
  return !entry.path.startsWith('/sandbox/');
}

/** Queries and bodies are recorded only for resources: those of the OAuth endpoints contain secrets. */
function describe(entry: LedgerEntry): object {
  const isResource = entry.path.startsWith('/api/');
  return {
    number: entry.number,
    method: entry.method,
    path: entry.path,
    ...(isResource
      ? { query: entry.query, body: new TextDecoder().decode(entry.body), credential: entry.credential, nonce: entry.nonce }
      : {}),
    status: entry.status,
    processed: entry.processed,
    fault: entry.fault,
  };
}
