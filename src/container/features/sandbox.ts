import { registerSandbox } from '../../ui/sandbox/registerSandbox';
import type { Compose } from '../core';

export const composeSandbox: Compose = (core) => registerSandbox({ ...core, control: core.sandbox });
