import type { SandboxApp, SandboxRequest } from '../types';
import { gatewayAnswer, gatewayCode } from './gateway';

interface KnownRoute {
  readonly method: string;
  readonly segments: readonly string[];
}

/** The routes of an application, read from it on first use, so that the table is always up to date. */
export type RouteTable = Readonly<ReturnType<typeof createRouteTable>>;

export function createRouteTable(app: SandboxApp) {
  let table: readonly KnownRoute[] | undefined;
  return {
    /** The methods that the path has routes for; empty for an unknown path. */
    methodsOf: (path: string): readonly string[] => {
      table ??= app.routes
        .filter((route) => route.method !== 'ALL')
        .map((route) => ({ method: route.method, segments: route.path.split('/') }));
      return allowedMethods(table, path);
    },
  };
}

/** Responds to requests without a route: 405 with `Allow` if the path exists for other methods, else 404. */
export function answerUnrouted(routes: RouteTable): (c: SandboxRequest) => Response {
  return (c) => {
    const allowed = routes.methodsOf(c.req.path);
    if (allowed.length === 0) return gatewayAnswer(c, 404, gatewayCode.notFound, 'no such path');
    return gatewayAnswer(c, 405, gatewayCode.methodNotAllowed, `use ${allowed.join(' or ')}`, { Allow: allowed.join(', ') });
  };
}

function allowedMethods(table: readonly KnownRoute[], path: string): readonly string[] {
  const segments = path.split('/');
  const matching = table.filter((route) => matches(route.segments, segments)).map((route) => route.method);
  return [...new Set(matching)];
}

function matches(template: readonly string[], segments: readonly string[]): boolean {
  if (template.length !== segments.length) return false;
  return template.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]));
}
