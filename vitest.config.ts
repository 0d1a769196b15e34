import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** Files that take longer than their size suggests, the longest first. */
const slowFiles = [
  'server/shop/fuzz.test.ts',
  'server/backup/backup-crash.test.ts',
  'server/payments/bank-return/payment-crash.test.ts',
  'server/shop/shared-pages.test.ts',
  'server/catalog/memory/same-answers.test.ts',
  'bench/golden/golden.test.ts',
  'server/payments/reconcile/payment-soak.test.ts',
  'server/shop/access.test.ts',
  'server/shop/crash-at-writes.test.ts',
  'server/shop/page-access.test.ts',
  'server/shop/email-crash.test.ts',
  'server/backup/backup.test.ts',
  'cli/import.test.ts',
  'server/platform/db/embedded/place.test.ts',
  'db/row-types.test.ts',
  'server/shop/read-only-database.test.ts',
  'server/sandbox-bank/dialects/dialects.test.ts',
  'server/shop/csrf.test.ts',
  'server/feeds/two-dealers.test.ts',
  'cli/toptan.test.ts',
  'cli/rates.test.ts',
  'server/catalog/import/sample-data.test.ts',
  'server/catalog/import/pictures/pictures.test.ts',
  'cli/pos.test.ts',
  'server/platform/db/embedded/embedded.test.ts',
  'cli/settings.test.ts',
]

/** Starts the slowest files first, so that no worker is left alone with one of them at the end. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const position = slowFiles.findIndex((name) => moduleId.endsWith(`/${name}`))
      return position === -1 ? slowFiles.length : position
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const shared = {
  environment: 'node',
  pool: 'forks' as const,
  // Young objects that survive a collection are copied: with more room most are dead by then.
  execArgv: ['--max-semi-space-size=64'],
  // Long enough for a busy machine: tests wait for states, never for a fixed time.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
}
/** Files that replace modules or browser objects: what they load must not reach the next file. */
const webFilesWithStandIns = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => `web/${name.replaceAll('\\', '/')}`)
  .filter((file) => /\bvi\.(mock|doMock|resetModules|stubGlobal)\(/.test(readFileSync(file, 'utf8')))
/** The files of a worker share one process: loading the program takes longer than most files. */
const inOneProcess = { ...shared, isolate: false }

/** Separate projects, so that pure rules are tested without starting a database. */
export default defineConfig({
  test: {
    // One more than there are cores: most tests wait for the database or for a process.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          ...inOneProcess,
          name: 'pure',
          include: ['domain/**/*.test.ts', 'contract/**/*.test.ts', 'locales/**/*.test.ts'],
        },
      },
      {
        test: {
          ...inOneProcess,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: webFilesWithStandIns,
        },
      },
      { test: { ...shared, name: 'web with stand-ins', include: webFilesWithStandIns } },
      {
        test: {
          ...inOneProcess,
          name: 'server',
          include: ['server', 'cli', 'db', 'demo', 'bench', 'faults', 'docs', 'lint', 'testing'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          globalSetup: ['testing/test-programs.ts', 'server/platform/db/test-setup.ts'],
        },
      },
    ],
  },
})
