import { defineConfig } from 'vitest/config'

const shared = { environment: 'node', pool: 'forks', testTimeout: 30_000, hookTimeout: 60_000 } as const

/** Two projects, so that the rules of the trade are tested without starting a database. */
export default defineConfig({
  test: {
    // As many as there are cores, also where there are two: most tests wait for the database or for a process.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: ['domain/**/*.test.ts', 'contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'locales/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['server/**/*.test.ts', 'cli/**/*.test.ts', 'db/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: ['server/platform/db/test-setup.ts'],
        },
      },
    ],
  },
})
