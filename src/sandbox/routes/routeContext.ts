import type { RouteTools, SandboxApp } from '../types';
import type { World } from '../world/world';

/** What every file of resource routes is given. */
export interface RouteContext {
  readonly app: SandboxApp;
  readonly tools: RouteTools;
  /** The world as it is now; a reset replaces it. */
  readonly world: () => World;
}
