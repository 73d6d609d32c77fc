import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The tests that speak about the parts in `stryker.config.mjs`, and no others: they run once for every mutant. */
export default defineConfig({
  resolve: { alias: { vscode: fileURLToPath(new URL('test/support/editor/vscode.ts', import.meta.url)) } },
  test: {
    environment: 'node',
    setupFiles: ['test/support/editor/setUp.ts'],
    restoreMocks: true,
    include: [
      'test/unit/service/requests/outcome*.test.ts',
      'test/unit/service/clock.test.ts',
      'test/unit/service/lists/*.test.ts',
      'test/unit/service/notOffered.test.ts',
      'test/unit/service/auth/signature.test.ts',
      'test/unit/domain/values/orderDecimal.test.ts',
      'test/unit/domain/orders/*.test.ts',
      'test/unit/domain/orders/limits/*.test.ts',
      'test/unit/app/orders/eye/judge*.test.ts',
      'test/unit/app/orders/eye/laterPresence.test.ts',
      'test/unit/app/orders/eye/orderEnds.test.ts',
      'test/unit/app/orders/journal/*.test.ts',
      'test/unit/app/orders/ticket/*icket.test.ts',
      'test/unit/domain/text/linkGate.test.ts',
      'test/unit/app/platform/redactor*.test.ts',
      'test/unit/ui/calendar/keptState.test.ts',
      'test/unit/ui/orders/story/*.test.ts',
    ],
  },
});
