import {
  countOutcomes,
  type FailedPicture,
  fetchDuePictures,
  type ImportOptions,
  type ImportSummary,
  listFailed,
  openPictureDownload,
  pictureFailureText,
  type PictureOutcomes,
  type Progress,
} from '#server/catalog/import/import.ts'
import { imagesIn } from '#server/images/images.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'

/** Maximum number of failed pictures to print. */
const maxShown = 50

export type FetchedPictures = { counts: PictureOutcomes; failed: FailedPicture[] }

type Fetching = {
  pool: Pool
  files: FileStore
  production: boolean
  signal: AbortSignal
  locale: Locale
  show(progress: Progress): void
}

/** Fetches the pictures that wait, since no server may run. What is tried again later is left to the server. */
export async function fetchPictures({
  pool,
  files,
  production,
  signal,
  locale,
  show,
}: Fetching): Promise<FetchedPictures> {
  const since = new Date()
  let total = 0
  const imagesFolder = imagesIn(files)
  const warn = (error: Error) => console.error(error.message)
  const onProgress = (left: number) => {
    total = Math.max(total, left)
    const file = translate(locale, 'import.addresses.fetching')
    show({ step: 'pictures', file, done: total - left, total })
  }
  await fetchDuePictures(
    { pool, imagesFolder, download: openPictureDownload(production), warn },
    { signal, onProgress },
  )
  return {
    counts: await countOutcomes(pool, { since }),
    failed: await listFailed(pool, { since }, { limit: maxShown, offset: 0 }),
  }
}

/** Prints how many pictures have addresses, and what became of those that were fetched. */
export function printPictures(
  found: ImportSummary['pictures'],
  fetched: FetchedPictures | null,
  { locale, dryRun }: Pick<ImportOptions, 'locale' | 'dryRun'>,
): void {
  if (found === null) return
  const number = (value: number) => value.toLocaleString(locale)
  const print = (key: string, facts: Record<string, string | number> = {}, indent = '') =>
    console.log(indent + translate(locale, `import.addresses.${key}`, facts))
  print('found', { addresses: number(found.addresses), waiting: number(found.waiting) })
  if (fetched === null) {
    if (found.waiting > 0 && !dryRun) print('later')
    return
  }
  const { stored, failed, waiting } = fetched.counts
  print('done', { stored: number(stored), failed: number(failed), waiting: number(waiting) })
  for (const { line, code, url, ...failure } of fetched.failed)
    print('line', { line, code, url, reason: pictureFailureText(locale, failure) }, '  ')
  if (failed > fetched.failed.length) print('more', { count: number(failed - fetched.failed.length) }, '  ')
}
