import { basename, join, resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { commandLine } from '#server/audit/audit.ts'
import { type ImportSummary, importCatalog } from '#server/catalog/import/import.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { areOutsideCallsOff } from '#server/platform/http/outside-switch.ts'
import { translate } from '#server/platform/http/words.ts'
import { importAccounts, isAccountKind } from '#cli/import/account-import.ts'
import { importCardBins } from '#cli/import/bins-import.ts'
import { type ImportCommand, parseImportArgs } from '#cli/import/import-args.ts'
import { createProgress } from '#cli/import/import-progress.ts'
import { withProfile } from '#cli/import/with-profile.ts'
import { type FetchedPictures, fetchPictures, printPictures } from '#cli/import/import-pictures.ts'
import { printSummary } from '#cli/import/import-summary.ts'
import { withDatabase } from './database.ts'

const interruptedCode = 130
const usageError = 2
/** Milliseconds after the first signal in which further ones are ignored. */
const signalGraceTime = 1_000

export async function run(args: string[]): Promise<number> {
  const [kind, ...rest] = args
  if (isAccountKind(kind)) return importAccounts(kind, rest)
  if (kind === 'bins') return importCardBins(rest)
  const parsed = parseImportArgs(args)
  if (!parsed.ok) {
    console.error(parsed.message)
    return parsed.help ? 0 : usageError
  }
  return importFiles(parsed.command, abortOnSignals())
}

/** Aborts on Ctrl-C. The terminal and npm both send the signal, so only a later one exits at once. */
function abortOnSignals(): AbortSignal {
  const stop = new AbortController()
  let first = 0
  const interrupt = () => {
    first ||= performance.now()
    // PostgreSQL rolls the transaction back.
    if (performance.now() - first > signalGraceTime) process.exit(interruptedCode)
    stop.abort()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  return stop.signal
}

async function importFiles(command: ImportCommand, signal: AbortSignal): Promise<number> {
  const { reportPath, profile } = command
  let { options } = command
  // Otherwise V8's young generation grows to a hundred megabytes without any benefit.
  setFlagsFromString('--semi-space-growth-factor=1')
  const started = performance.now()
  const progress = createProgress(options.locale)
  let pictures: FetchedPictures | null = null
  const result = await withDatabase(async ({ pool }, config) => {
    const { dataDir, production } = config
    const found = await withProfile(pool, command)
    if (found === null) return null
    options = found
    const path = reportPath
      ? resolve(reportPath)
      : join(dataDir, 'import-reports', reportName(options.files[0] ?? options.units))
    const audit = { author: commandLine, id: (options.files[0] ?? options.units)?.name ?? '' }
    const hooks = { signal, onProgress: progress.show }
    const imported = await importCatalog(pool, { ...options, reportPath: path, audit }, hooks)
    if (
      imported.ok &&
      imported.summary.pictures !== null &&
      command.fetchesPictures &&
      !options.dryRun &&
      !areOutsideCallsOff()
    )
      pictures = await fetchPictures({
        pool,
        files: openFileStore(config),
        production,
        signal,
        locale: options.locale,
        show: progress.show,
      })
    return imported
  }).finally(() => progress.end())
  if (result === null) {
    console.error(translate(options.locale, 'import.refusals.profile_missing', { name: profile }))
    return usageError
  }
  if (!result.ok) {
    console.error(translate(options.locale, `import.refusals.${result.code}`, result.facts))
    return result.code === 'interrupted' ? interruptedCode : 1
  }
  printSummary(result.summary, options, performance.now() - started)
  printPictures(result.summary.pictures, pictures, options)
  return isAllRejected(result.summary) ? 1 : 0
}

/** Whether all rows were rejected. */
function isAllRejected({ rows, unitRows, rejected }: ImportSummary): boolean {
  return rejected > 0 && rejected === rows + unitRows
}

function reportName(file: { name: string } | undefined): string {
  const time = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-')
  return `${time}-${basename(file?.name ?? 'import').replace(/\.(csv|tsv|txt|jsonl|xlsx|xml)?(\.gz)?$/i, '')}.csv`
}
