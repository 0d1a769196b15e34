import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { boundMemory } from './bound-memory.ts'
import { databaseMessage } from './database-message.ts'
import { hasCode } from './has-code.ts'
import { root } from './root.ts'
import { maskCards } from '#domain/payments/card-text.ts'

type Command = { summary: string; load(): Promise<{ run(args: string[]): Promise<number>; usage?: string }> }

const commands: Record<string, Command> = {
  start: {
    summary: 'start the shop with its database',
    load: () => {
      // Before the shop's modules are loaded: this may restart the process.
      boundMemory()
      return import('./start.ts')
    },
  },
  dev: {
    summary: 'start the shop for development; pages reload when their sources change',
    load: () => import('#cli/tools/dev.ts'),
  },
  build: { summary: 'build the pages and the server, as the start does', load: () => import('#cli/tools/build.ts') },
  migrate: { summary: 'bring the database up to date', load: () => import('./migrate.ts') },
  demo: { summary: 'load the demo store (--size small|medium|large)', load: () => import('./demo.ts') },
  import: {
    summary: 'import products, account movements, balances, serial numbers or card number ranges',
    load: () => import('./import.ts'),
  },
  images: { summary: 'check pictures, or generate their sizes in advance', load: () => import('./images.ts') },
  settings: { summary: 'show or change the settings of the store', load: () => import('./settings.ts') },
  rates: { summary: 'show, set and import exchange rates', load: () => import('./rates.ts') },
  campaign: { summary: 'list, add, change and remove campaigns', load: () => import('./campaign.ts') },
  dealer: { summary: 'list, add and change dealers', load: () => import('./dealer.ts') },
  pos: { summary: 'manage POS accounts, their plans and keys', load: () => import('./pos.ts') },
  user: { summary: 'list, add and disable users, set passwords', load: () => import('./user.ts') },
  key: { summary: 'manage the keys of programs that call the integration API', load: () => import('./key.ts') },
  erp: { summary: 'connect an ERP from a machine beside it', load: () => import('./erp.ts') },
  folder: { summary: 'check the data folder that several processes share', load: () => import('./folder.ts') },
  storage: { summary: 'show where files are, or move them to object storage', load: () => import('./storage.ts') },
  backup: { summary: 'make, list and verify backups', load: () => import('./backup.ts') },
  restore: { summary: 'restore a backup', load: () => import('./restore.ts') },
  outbox: { summary: 'release or drop emails that are held after a restore', load: () => import('./outbox.ts') },
  jobs: { summary: 'show background jobs, and run failed ones again', load: () => import('./jobs.ts') },
  audit: { summary: 'verify the audit log', load: () => import('./audit.ts') },
  doctor: { summary: 'check whether this machine can run the shop', load: () => import('./doctor.ts') },
  check: {
    summary: 'run the static checks, then the unit and server tests',
    load: () => import('#cli/tools/check.ts'),
  },
  test: { summary: 'run check, then the journeys in a real browser', load: () => import('#cli/tools/test.ts') },
  faults: { summary: 'long test runs with crashes', load: () => import('#cli/tools/faults.ts') },
  cluster: {
    summary: 'break parts of a cluster on this machine under load',
    load: () => import('#cli/tools/cluster.ts'),
  },
  'upgrade-check': {
    summary: 'run an earlier version on the schema of this one',
    load: () => import('#cli/tools/upgrade-check.ts'),
  },
  sbom: { summary: 'print the packages and their licences (CycloneDX)', load: () => import('#cli/tools/sbom.ts') },
  bench: { summary: 'measure speed against baselines of the same run', load: () => import('#cli/tools/bench.ts') },
  screenshots: { summary: 'capture every screen', load: () => import('#cli/tools/screenshots.ts') },
}

function printHelp(): void {
  console.log('toptan <command> [options]\n')
  for (const [name, { summary }] of Object.entries(commands)) console.log(`  ${name.padEnd(14)} ${summary}`)
}

async function main(): Promise<number> {
  const [name = 'help', ...args] = process.argv.slice(2)
  if (['help', '--help', '-h'].includes(name)) {
    printHelp()
    return 0
  }
  const command = commands[name]
  if (command === undefined) {
    console.error(`There is no command "${name}".\n`)
    printHelp()
    return 2
  }
  const { run, usage = `toptan ${name}: ${command.summary}` } = await command.load()
  // `import` has its own, longer help.
  if (name !== 'import' && args.some((arg) => ['--help', '-h'].includes(arg))) {
    console.log(usage)
    return 0
  }
  return run(args).catch((error: unknown) => {
    if (!hasCode(error) || !error.code.startsWith('ERR_PARSE_ARGS')) throw error
    console.error(`${error.message}\n\n${usage}`)
    return 2
  })
}

/** A one-line message for errors that an operator can fix; undefined for bugs. */
function plainMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (hasCode(error) && error.code === 'EADDRINUSE') return `${error.message}. Set PORT to a free port.`
  return /^(ConfigError|MigrationError|EmbeddedError|DataFolderError|SecretsError|BackupError|FolderError|StorageError)$/.test(
    error.name,
  )
    ? error.message
    : databaseMessage(error)
}

/** Removes card numbers from everything this process writes to standard error. Standard output stays as it is. */
function maskErrors(): void {
  const write = process.stderr.write.bind(process.stderr) as (...args: unknown[]) => boolean
  process.stderr.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? maskCards(chunk) : chunk, ...rest)
}

enableCompileCache(join(root, 'node_modules/.cache/compile'))
maskErrors()
try {
  process.exitCode = await main()
} catch (error) {
  const plain = plainMessage(error)
  console.error(plain === undefined ? error : `toptan: ${plain}`)
  process.exitCode = 1
}
