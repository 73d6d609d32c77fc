import { Hono } from 'hono';
import { createAuthorize } from './auth/authorize';
import { NonceMemory } from './auth/nonces';
import { toleratedOffsetMs } from './auth/signature';
import { guardControls, registerControls } from './controls';
import { bendAnswers } from './faults/faultMiddleware';
import { registerFeedControls } from './feeds/feedControls';
import type { Feeds } from './feeds/feeds';
import type { FaultQueue } from './faults/faultQueue';
import { createCursors } from './http/cursors';
import { gatewayAnswer, gatewayCode } from './http/gateway';
import type { Ledger } from './http/ledger';
import { receive } from './http/listener';
import type { ReceivedRequests } from './http/listener';
import { answerUnrouted, createRouteTable } from './http/methods';
import { styleSheet } from './http/style';
import { createRateLimits, limitRequests } from './likeLive/rateLimits';
import { AuthorizationCodes } from './oauth/codes';
import type { AuthorizationRequest } from './oauth/authorizationRequest';
import { registerAuthorizeRoutes, registerConsentControl } from './oauth/authorize';
import { OneTimeValues } from './oauth/oneTime';
import { registerClientRoutes } from './oauth/register';
import { registerTokenRoute } from './oauth/token';
import { chooseTexts } from './pageTexts/pageTexts';
import { registerPortalRoutes } from './portal/portal';
import { registerRoutes } from './routes/registerRoutes';
import type { CredentialStore } from './state/store';
import { AccountDirectory, accountsIn, likeLiveAccounts, sandboxAccounts } from './world/accounts';
import type { SandboxApp, SandboxEnvironment, SandboxOptions } from './types';

/** How long the user can answer a consent page. */
const pageLifetimeMs = 10 * 60 * 1000;

export interface ApplicationParts {
  readonly options: SandboxOptions;
  readonly store: CredentialStore;
  readonly faults: FaultQueue;
  readonly ledger: Ledger;
  readonly received: ReceivedRequests;
  /** The service's clock, skew included. */
  readonly now: () => number;
  /** This machine's clock. */
  readonly nowMs: () => number;
  readonly setClockSkew: (ms: number) => void;
  readonly limitsRequests: boolean;
  readonly controlSecret: string | undefined;
  readonly info: () => object;
  /** The WebSocket feeds; undefined if the service has none. */
  readonly feeds: Feeds | undefined;
}

/** Builds the service: the middleware of all requests, then OAuth, the portal, the resources and the controls. */
export function createApplication(parts: ApplicationParts) {
  const { options, store, faults, ledger, now, nowMs } = parts;
  const app: SandboxApp = new Hono<SandboxEnvironment>();
  const accounts = new AccountDirectory(accountsIn(options.language, options.likeLive ? likeLiveAccounts : sandboxAccounts));
  const routes = createRouteTable(app);
  const unrouted = answerUnrouted(routes);
  app.use(receive(parts.received, options.latencyMs));
  app.use(bendAnswers(faults, (c) => (c.env.incoming === undefined ? undefined : parts.received.get(c.env.incoming)?.entry)));
  app.use(async (c, next) => {
    c.set('accounts', accounts);
    c.set('texts', chooseTexts(c.req.header('Accept-Language'), options.language));
    await next();
  });
  // Hono would answer HEAD with the GET route, which the specification does not have.
  app.use(async (c, next) => (c.req.method === 'HEAD' ? unrouted(c) : next()));
  app.notFound(unrouted);
  app.onError((_error, c) => gatewayAnswer(c, 500, gatewayCode.failed, 'the sandbox failed'));

  const codes = new AuthorizationCodes(nowMs);
  const tickets = new OneTimeValues<AuthorizationRequest>(pageLifetimeMs, nowMs);
  registerClientRoutes(app, { store, now, isLikeLive: options.likeLive });
  registerAuthorizeRoutes(app, { store, codes, tickets });
  registerTokenRoute(app, { store, codes, nowMs, tokenLifetimeSeconds: options.tokenLifetimeSeconds });
  registerPortalRoutes(app, { store, now });
  app.get('/sandbox.css', (c) =>
    c.body(styleSheet, 200, { 'Content-Type': 'text/css; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }),
  );

  const nonces = new NonceMemory(4 * toleratedOffsetMs);
  const limit = options.likeLive && parts.limitsRequests ? limitRequests(createRateLimits(), nowMs) : undefined;
  const authorize = createAuthorize({ store, nonces, now, nowMs, likeLive: options.likeLive, limit });
  const isDenied = (code: string): boolean => parts.feeds?.faults.isDeniedEverywhere(code) ?? false;
  const world = registerRoutes(app, { options, now, authorize, cursors: createCursors(), isDenied, orderMemory: store });
  /** Resets the world, faults and the ledger; signed-in users stay signed in. */
  const reset = (): void => {
    world.reset();
    faults.clear();
    parts.feeds?.faults.clear();
    ledger.clear();
  };
  if (parts.controlSecret !== undefined) {
    app.use('/sandbox/*', guardControls(parts.controlSecret));
    if (!options.strict) registerConsentControl(app, { store, codes });
  }
  if (!options.strict)
    registerControls(app, {
      info: parts.info,
      faults,
      ledger,
      reset,
      nextChange: (fate) => world.nextChange(fate),
      setClockSkew: parts.setClockSkew,
    });
  if (parts.feeds !== undefined) registerFeedControls(app, { feeds: parts.feeds, world: world.current, now });
  return { app, routes, reset, world: world.current, accounts };
}
