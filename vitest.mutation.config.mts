import { defineConfig } from 'vitest/config';

/** The tests that speak about the parts in `stryker.config.mjs`, and no others: they run once for every mutant. */
export default defineConfig({
  test: {
    environment: 'node',
    restoreMocks: true,
    include: [
      'test/unit/service/requests/outcome*.test.ts',
      'test/unit/service/clock.test.ts',
      'test/unit/service/lists/*.test.ts',
      'test/unit/service/notOffered.test.ts',
      'test/unit/service/auth/signature.test.ts',
      'test/unit/domain/values/orderDecimal.test.ts',
      'test/unit/domain/orders/*.test.ts',
      'test/unit/app/orders/journal/*.test.ts',
      'test/unit/domain/text/linkGate.test.ts',
      'test/unit/app/platform/redactor*.test.ts',
    ],
  },
});
