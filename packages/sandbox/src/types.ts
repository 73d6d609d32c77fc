import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { AccountDirectory } from './world/accounts';
import type { DealState, OrderState, PlacedOrderState } from './state/records';
import type { PageTexts } from './pageTexts/pageTexts';

/** Options of the sandbox; the command line and the extension use the same. */
export interface SandboxOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** Nothing beyond the specification is offered. */
  readonly strict: boolean;
  /** Responds like services of this family were recorded to respond; see docs/sandbox.md. Not with `strict`. */
  readonly likeLive: boolean;
  /** Language of names, calendar and messages. */
  readonly language: SandboxLanguage;
  /** The server time requires a credential. */
  readonly serverTimeNeedsCredentials: boolean;
  /** Where a change of a BROWSER- order is finished: on a page of the sandbox, or on an https host that does not exist. */
  readonly jumpPage: 'own' | 'elsewhere';
  readonly tokenLifetimeSeconds: number;
  /** Server clock minus this machine's clock, in milliseconds. */
  readonly clockSkewMs: number;
  /** Seed of the deterministic world. */
  readonly seed: number;
  /** Added to every response, in milliseconds. */
  readonly latencyMs: number;
  /** Every market trades day and night from the day of the start on, so that prices move even on a Sunday. */
  readonly alwaysOpen: boolean;
  /** The number of additional open orders of account 8001, for tests with many of them. */
  readonly moreOrders: number;
  /** Pushes of the quote feed per second, for all connections together. */
  readonly ticksPerSecond: number;
  /** Where registrations, refresh tokens and keys are stored over a restart; if undefined, they stay in memory. */
  readonly stateFile: string | undefined;
}

/** `mixed` is English and Chinese side by side, as in feeds of the real world. */
export type SandboxLanguage = 'en' | 'zh-cn' | 'zh-tw' | 'mixed';

/** The caller, after the credential was checked. */
export interface Grant {
  readonly method: 'bearer' | 'signature';
  readonly user: string;
  readonly scopes: readonly string[];
  /** Accounts that the grant covers; `*` means all of the user's. */
  readonly accounts: readonly string[] | '*';
}

export interface SandboxEnvironment {
  /** Node's own objects; absent if a test calls the application without a socket. */
  Bindings: {
    readonly incoming?: IncomingMessage;
    readonly outgoing?: ServerResponse;
  };
  Variables: {
    grant: Grant;
    /** Raw request bytes, read once before any route. */
    rawBody: Uint8Array;
    /** Path as received: nothing decoded, no query. */
    rawPath: string;
    /** Query as received, without the question mark; empty if there is none. */
    rawQuery: string;
    readonly accounts: AccountDirectory;
    /** Texts of the pages in the viewer's language. */
    texts: PageTexts;
  };
}
export type SandboxApp = Hono<SandboxEnvironment>;
export type SandboxRequest = Context<SandboxEnvironment>;

/** Stores the state of changed orders. */
export interface OrderMemory {
  readonly orders: readonly OrderState[];
  saveOrders(orders: readonly OrderState[]): void;
  /** The orders that callers placed, and the deals since the start. */
  readonly trading: TradingState;
  saveTrading(trading: TradingState): void;
}

export interface TradingState {
  readonly placed: readonly PlacedOrderState[];
  readonly deals: readonly DealState[];
}

/** What a resource route may use. Routes register themselves with `register<Name>Routes(app, tools)`. */
export interface RouteTools {
  readonly options: SandboxOptions;
  /** Where changed orders are stored over a restart. */
  readonly orderMemory: OrderMemory;
  /** The server's clock in Unix milliseconds, including skew. */
  now(): number;
  /** Rejects (401, 403) unless the credential is valid and covers the scope, if any, and the account if the path has one. */
  authorize(
    scope: 'quote:read' | 'quote:write' | 'trade:read' | 'trade:write' | undefined,
    accountParameter?: string,
  ): MiddlewareHandler<SandboxEnvironment>;
  /** Whether the right to a security's prices is currently denied. */
  readonly isDenied: (code: string) => boolean;
  /** Seals a continuation into an opaque cursor bound to its route and query; `open` returns undefined for a foreign or altered one. */
  readonly cursors: { seal(binding: string, offset: number): string; open(binding: string, cursor: string): number | undefined };
}
