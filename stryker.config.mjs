/**
 * Mutation testing of the parts on which safety rests: `npm run mutation`, by hand, because it takes long.
 * One part only: `npm run mutation -- --mutate src/domain/values/decimal.ts`.
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.mts' },
  mutate: [
    'src/app/orders/eye/judge.ts',
    'src/app/orders/ticket/ticket.ts',
    'src/service/requests/orderAnswer.ts',
    'src/service/requests/outcome.ts',
    'src/service/lists/list.ts',
    'src/service/schema/page.ts',
    'src/service/lists/readList.ts',
    'src/service/lists/walk.ts',
    'src/service/notOffered.ts',
    'src/service/auth/signature.ts',
    'src/service/clock.ts',
    'src/domain/values/decimal.ts',
    'src/domain/orders/journalCheck.ts',
    'src/domain/orders/orderComparison.ts',
    'src/domain/orders/orderDifferences.ts',
    'src/domain/orders/orderDraft.ts',
    'src/domain/orders/orderJournalChain.ts',
    'src/domain/orders/orderRules.ts',
    'src/domain/orders/orderWarnings.ts',
    'src/domain/orders/serviceIdentity.ts',
    'src/domain/text/linkGate.ts',
    'src/app/platform/redactor.ts',
    'src/ui/orders/story/story.ts',
    'src/ui/orders/story/table.ts',
  ],
  plugins: ['@stryker-mutator/vitest-runner'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // A machine that has other work must not turn a slow test into a killed mutant.
  timeoutMS: 30_000,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'reports/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  // Only what the tests need is copied.
  ignorePatterns: ['**', '!src/**', '!test/unit/**', '!test/support/**', '!package.json', '!tsconfig*.json', '!vitest.mutation.config.mts'],
  tempDirName: '.stryker-tmp',
  thresholds: { high: 100, low: 100, break: 100 },
};
