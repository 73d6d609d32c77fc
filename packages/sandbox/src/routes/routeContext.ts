import type { RouteTools, SandboxApp } from '../types';
import type { World } from '../world/world';

/** What every file of resource routes gets. */
export interface RouteContext {
  readonly app: SandboxApp;
  readonly tools: RouteTools;
  /** The current world; a reset replaces it. */
  readonly world: () => World;
}
