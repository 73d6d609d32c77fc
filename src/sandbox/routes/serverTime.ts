import type { RouteTools, SandboxApp } from '../types';

/** Spec, GET /api/v1.0/server-time: the clock as a string of Unix milliseconds; asks for no credential. */
export function registerServerTimeRoute(app: SandboxApp, tools: RouteTools): void {
  app.get('/api/v1.0/server-time', (context) => context.json({ server_time_ms: String(Math.trunc(tools.now())) }));
}
