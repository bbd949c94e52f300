import { defineConfig } from 'vitest/config'
import { ONE_POSTGRES } from './apps/api/test/one-postgres.ts'

/** The four suites of docs/tests.md. Run a single one with `npm run test:unit` or similar. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/test/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'apps/api/**/*.test.ts',
            'db/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.int.test.ts', '**/node_modules/**'],
          isolate: false,
          testTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'int',
          include: ['apps/api/test/**/*.int.test.ts', 'db/**/*.int.test.ts'],
          exclude: ['**/node_modules/**', ...(process.env.CITUS_BIN ? Object.keys(ONE_POSTGRES) : [])],
          globalSetup: ['apps/api/test/global-setup.ts'],
          // Without isolation each worker loads the server's modules only once. Test files don't disturb each other, because each changes only its
          // own database.
          isolate: false,
          testTimeout: 300_000,
          expect: { poll: { timeout: 60_000, interval: 50 } },
          hookTimeout: 300_000,
          maxWorkers: 2,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        test: {
          name: 'web',
          root: 'apps/web',
          environment: 'jsdom',
          // Each worker uses one jsdom for all its files; test-setup.ts reverts what a test changes.
          isolate: false,
          maxWorkers: 2,
          unstubGlobals: true,
          restoreMocks: true,
          testTimeout: 60_000,
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['src/test-setup.ts'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: ['apps/api/test/global-setup.ts'],
          testTimeout: 180_000,
          expect: { poll: { timeout: 60_000, interval: 100 } },
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
