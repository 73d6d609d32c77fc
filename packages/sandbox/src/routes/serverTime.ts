import type { RouteTools, SandboxApp, SandboxRequest } from '../types';

/** Spec, GET /api/v1.0/server-time: the clock as a string of Unix milliseconds; requires no credential by default. */
export function registerServerTimeRoute(app: SandboxApp, tools: RouteTools): void {
  const answer = (context: SandboxRequest): Response => context.json({ server_time_ms: String(Math.trunc(tools.now())) });
  if (tools.options.serverTimeNeedsCredentials) app.get('/api/v1.0/server-time', tools.authorize(undefined), answer);
  else app.get('/api/v1.0/server-time', answer);
}
