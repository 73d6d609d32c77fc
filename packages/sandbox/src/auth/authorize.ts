import type { MiddlewareHandler } from 'hono';
import { gatewayCode } from '../http/gateway';
import type { Grant, RouteTools, SandboxEnvironment, SandboxRequest } from '../types';
import { checkBearer } from './bearer';
import { isRefusal, sendEnvelopedRefusal, sendRefusal } from './refusal';
import type { Refusal } from './refusal';
import { checkSignature } from './signature';
import type { SignatureDependencies } from './signature';

export interface AuthorizeDependencies extends SignatureDependencies {
  /** Counts the requests of authorized callers. */
  readonly limit: MiddlewareHandler<SandboxEnvironment> | undefined;
}

/** Creates the check of every protected route: 401 for the credential, 403 for what it covers. */
export function createAuthorize(dependencies: AuthorizeDependencies): RouteTools['authorize'] {
  return (scope, accountParameter): MiddlewareHandler<SandboxEnvironment> =>
    async (c, next) => {
      const grant = checkCredential(c, dependencies);
      if (isRefusal(grant)) return sendRefusal(c, grant);
      c.set('grant', grant);
      const refusal =
        (scope === undefined ? undefined : refusalOfScope(grant, scope)) ??
        (accountParameter === undefined ? undefined : refusalOfAccount(c, grant, c.req.param(accountParameter) ?? ''));
      if (refusal !== undefined) return dependencies.likeLive ? sendEnvelopedRefusal(c, refusal) : sendRefusal(c, refusal);
      if (dependencies.limit !== undefined) return dependencies.limit(c, next);
      await next();
      return undefined;
    };
}

function checkCredential(c: SandboxRequest, dependencies: SignatureDependencies): Grant | Refusal {
  const authorization = c.req.header('Authorization') ?? '';
  if (/^Bearer( |$)/i.test(authorization)) return checkBearer(authorization, dependencies.store);
  if (c.req.header('X-Api-Key') === undefined)
    return { status: 401, code: gatewayCode.credentialMissing, message: 'the request carries no credential', challenge: 'Bearer' };
  const request = {
    method: c.req.method,
    rawPath: c.get('rawPath'),
    rawQuery: c.get('rawQuery'),
    rawBody: c.get('rawBody'),
    header: (name: string) => c.req.header(name),
  };
  return checkSignature(request, dependencies);
}

function refusalOfScope(grant: Grant, scope: string): Refusal | undefined {
  if (grant.scopes.includes(scope)) return undefined;
  return {
    status: 403,
    code: gatewayCode.scopeMissing,
    message: `the scope ${scope} was not granted`,
    challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
  };
}

/** A missing account is left to the route, which answers in its own envelope. */
function refusalOfAccount(c: SandboxRequest, grant: Grant, account: string): Refusal | undefined {
  if (c.get('accounts').find(account) === undefined) return undefined;
  const owned = c
    .get('accounts')
    .of(grant.user)
    .some(({ id }) => id === account);
  if (owned && (grant.accounts === '*' || grant.accounts.includes(account))) return undefined;
  return {
    status: 403,
    code: gatewayCode.accountNotGranted,
    message: 'this account was not granted',
    challenge: `Bearer error="insufficient_scope", scope="accid:${account}"`,
  };
}
