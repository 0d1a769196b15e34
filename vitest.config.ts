import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const shared = {
  environment: 'node',
  pool: 'forks',
  // Long enough for a machine that is busy with something else: what is waited for is a state, never a time.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} as const
/** One file after the other in the same process: loading the program takes longer than most files. */
const inOneProcess = { ...shared, isolate: false } as const

/** Several projects, so that the rules of the trade are tested without starting a database. */
export default defineConfig({
  test: {
    // One more than there are cores: most tests wait for the database or for a process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...inOneProcess,
          name: 'pure',
          include: ['domain/**/*.test.ts', 'contract/**/*.test.ts', 'locales/**/*.test.ts'],
        },
      },
      // What stands in for the browser must not reach the next file.
      { test: { ...shared, name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...inOneProcess,
          name: 'server',
          include: ['server', 'cli', 'demo', 'bench', 'docs', 'db', 'lint', 'testing'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          globalSetup: ['server/platform/db/test-setup.ts'],
        },
      },
    ],
  },
})
