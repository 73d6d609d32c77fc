import { defineConfig } from 'vitest/config';

const project = (name: string, include: readonly string[], extra: object = {}) => ({
  test: { name, include: [...include], environment: 'node' as const, restoreMocks: true, ...extra },
});

export default defineConfig({
  test: {
    projects: [
      project('unit', ['test/unit/**/*.test.ts', 'test/architecture/**/*.test.ts', 'test/host/**/*.test.ts', 'test/ci/**/*.test.ts'], {
        testTimeout: 30_000,
      }),
      project('contract', ['test/contract/**/*.test.ts'], { testTimeout: 20_000 }),
      project('outside', ['test/outside/**/*.test.ts'], {
        testTimeout: 120_000,
        hookTimeout: 300_000,
        globalSetup: 'test/outside/support/setUp.ts',
        // Each file has servers and windows of its own, and waits for them most of the time.
        maxWorkers: 2,
      }),
    ],
  },
});
