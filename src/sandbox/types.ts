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
  /** Answers as services of this family were recorded to answer; see docs/sandbox.md. Not with `strict`. */
  readonly likeLive: boolean;
  /** Language of names, calendar and messages. */
  readonly language: SandboxLanguage;
  /** The clock is told only to those who show a credential. */
  readonly serverTimeNeedsCredentials: boolean;
  /** Where a change of a BROWSER- order is finished: on a page of the sandbox, or on an https host that does not exist. */
  readonly jumpPage: 'own' | 'elsewhere';
  readonly tokenLifetimeSeconds: number;
  /** Server clock minus this machine's clock, in milliseconds. */
  readonly clockSkewMs: number;
  /** Seed of the deterministic world. */
  readonly seed: number;
  /** Added to every answer, in milliseconds. */
  readonly latencyMs: number;
  /** Every market trades day and night from the day of the start on, so that there is something to see on a Sunday. */
  readonly alwaysOpen: boolean;
  /** So many open orders of account 8001 besides, for tests of many at once. */
  readonly moreOrders: number;
  /** Pushes of the quote feed in a second, all connections together. */
  readonly ticksPerSecond: number;
  /** Where registrations, refresh tokens and keys survive a restart; undefined keeps them in memory. */
  readonly stateFile: string | undefined;
}

/** `mixed` is English and Chinese side by side, as feeds of the real world come. */
export type SandboxLanguage = 'en' | 'zh-cn' | 'zh-tw' | 'mixed';

/** Who is calling, after the credential was checked. */
export interface Grant {
  readonly method: 'bearer' | 'signature';
  readonly user: string;
  readonly scopes: readonly string[];
  /** Accounts the grant covers; `*` is all of the user's. */
  readonly accounts: readonly string[] | '*';
}

export interface SandboxEnvironment {
  /** Node's own objects; absent where a test calls the application without a socket. */
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
    /** Texts of the pages in the language of whoever looks at them. */
    texts: PageTexts;
  };
}
export type SandboxApp = Hono<SandboxEnvironment>;
export type SandboxRequest = Context<SandboxEnvironment>;

/** Keeps what changes made of orders. */
export interface OrderMemory {
  readonly orders: readonly OrderState[];
  saveOrders(orders: readonly OrderState[]): void;
  /** What callers placed, and what was dealt since the start. */
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
  /** Where changed orders outlive the process. */
  readonly orderMemory: OrderMemory;
  /** The server's clock in Unix milliseconds, skew included. */
  now(): number;
  /** Rejects (401, 403) unless the credential is valid and covers the scope, if any, and the account where one is in the path. */
  authorize(
    scope: 'quote:read' | 'quote:write' | 'trade:read' | 'trade:write' | undefined,
    accountParameter?: string,
  ): MiddlewareHandler<SandboxEnvironment>;
  /** Whether the right to a security's prices is taken away at the moment. */
  readonly isDenied: (code: string) => boolean;
  /** Seals a continuation into an opaque cursor bound to the route and query it belongs to; `open` gives undefined for a foreign or altered one. */
  readonly cursors: { seal(binding: string, offset: number): string; open(binding: string, cursor: string): number | undefined };
}
