import { availableParallelism } from 'node:os'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** Files that take longer than their size suggests. */
const slow = [
  'every-admin-page',
  'every-page',
  'staff-rights',
  'crash',
  'notes',
  'offline',
  'early-presses',
  'checkout',
  'payments',
  'dialogs',
  'order-pad',
  'order-life',
  'risk',
  'erp',
  'file-imports',
]

/** Runs the longest files first, so that the workers finish together. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slow.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at === -1 ? slow.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

/**
 * Whole journeys: each worker has its own demo shop and loads modules once. Two more workers than there are cores, because
 * pages and servers wait for each other.
 */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    globalSetup: ['e2e/global-setup.ts'],
    maxWorkers: availableParallelism() + 2,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Long enough for a busy machine: tests wait for states, never for a fixed time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
