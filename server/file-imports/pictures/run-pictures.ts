import { picturesMax } from '#contract/admin/products.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { withUpload } from '#server/catalog/import/import.ts'
import { joinPictures, savePictures } from '#server/catalog/catalog.ts'
import { hasPicture, storePicture } from '#server/images/images.ts'
import { type FileImportResult, type ImportedPictures, saveFileResult } from '#server/file-imports/queries.ts'
import { authorOf, type RunContext, RunRefused } from '#server/file-imports/run-context.ts'
import { type FileStore, StorageError } from '#server/platform/files/file-store.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { openZip, type Zip, ZipError, type ZipLimits } from '#server/platform/zip/open-zip.ts'
import { type PicturePlan, planPictures } from './plan-pictures.ts'

/** Pictures are compressed already: an entry that shrinks a hundredfold is none. */
const limits: ZipLimits = { entries: 20_000, unpackedBytes: 4000 * 2 ** 20, ratio: 100, ratioFreeBytes: 2 ** 20 }

/**
 * Previews or imports a ZIP of product pictures. The pictures are encoded first, each under a name of its content: a run
 * that is repeated continues where the last one stopped. Then one transaction adds them to their products.
 */
export function runPictures(context: RunContext): Promise<void> {
  return withUpload(context.folder, context.row.file, (path) => runZip(context, path))
}

async function runZip(context: RunContext, path: string): Promise<void> {
  try {
    await using zip = await openZip(path, limits)
    const { pool, row, run } = context
    const plan = await planPictures(pool, zip, run)
    if (row.state === 'previewing') return await preview(context, plan)
    await storePictures(context, zip, plan)
    await transaction(pool, (db) => apply(db, context, plan))
  } catch (error) {
    if (error instanceof ZipError) throw new RunRefused(error.code, error.facts)
    if (isDiskFull(error)) throw new RunRefused('disk_full')
    throw error
  }
}

const isDiskFull = (error: unknown): boolean => {
  const cause = error instanceof StorageError ? error.cause : error
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT')
}

async function preview({ pool, row, imagesFolder }: RunContext, plan: PicturePlan): Promise<void> {
  const { pictures: mode } = row.options
  const current = await pool.query<{ id: number; images: string[] }>(
    'SELECT id, images FROM products WHERE id = ANY ($1) ORDER BY id',
    [[...plan.products.keys()]],
  )
  const changed = current.flatMap(({ id, images }) => {
    const after = joinPictures(images, filesOf(plan, id), mode)
    return after.join('|') === images.join('|') ? [] : [{ id, before: images, after }]
  })
  const named = []
  for (const file of plan.named) if (await isWanted(imagesFolder, file.file, mode)) named.push(file)
  const result = resultOf(plan, changed, named.length)
  await transaction(pool, (db) => saveFileResult(db, row, result))
}

const filesOf = (plan: PicturePlan, id: number): string[] => (plan.products.get(id) ?? []).map(({ file }) => file)

/** An existing file is only replaced on request. */
const isWanted = async (imagesFolder: FileStore, file: string, mode: string): Promise<boolean> =>
  mode === 'replace' || !(await hasPicture(imagesFolder, file))

/** Encodes the pictures that the image folder lacks. One that cannot be decoded leaves the plan. */
async function storePictures({ imagesFolder, row, run }: RunContext, zip: Zip, plan: PicturePlan): Promise<void> {
  const planned = [...plan.products].flatMap(([productId, pictures]) =>
    pictures.map((picture) => ({ ...picture, productId })),
  )
  const total = planned.length + plan.named.length
  let done = 0
  for (const { entry, file, productId } of planned) {
    run.signal.throwIfAborted()
    run.reportProgress('pictures', done++, total)
    if (await hasPicture(imagesFolder, file)) continue
    if (await store(entry, file)) continue
    const rest = (plan.products.get(productId) ?? []).filter((picture) => picture.file !== file)
    plan.products.set(productId, rest)
  }
  const named = []
  for (const { entry, file } of plan.named) {
    run.signal.throwIfAborted()
    run.reportProgress('pictures', done++, total)
    if (!(await isWanted(imagesFolder, file, row.options.pictures))) continue
    if (await store(entry, file)) named.push({ entry, file })
  }
  plan.named = named

  async function store(entry: (typeof planned)[number]['entry'], file: string): Promise<boolean> {
    const content = await zip.read(entry)
    const refusal = content && (await storePicture(imagesFolder, file, content))
    if (content !== null && refusal === null) return true
    plan.problems.push({
      line: 0,
      entry: entry.name,
      code: content === null ? 'damaged' : 'picture_invalid',
      facts: {},
    })
    return false
  }
}

async function apply(db: Db, { row }: RunContext, plan: PicturePlan): Promise<void> {
  const items = [...plan.products.keys()].map((id) => ({ id, pictures: filesOf(plan, id) }))
  const changed = await savePictures(db, items, row.options.pictures)
  const result = resultOf(plan, changed, plan.named.length)
  await saveFileResult(db, row, result)
  const { files, pictures, added, changed: products, rejected } = result.summary
  await writeAudit(db, authorOf({ row }), {
    action: 'apply',
    noun: 'import',
    id: row.file.name,
    after: { kind: row.kind, files, pictures, added, products, rejected },
  })
}

type Changed = { id: number; before: readonly string[]; after: readonly string[] }

function resultOf(plan: PicturePlan, changed: readonly Changed[], named: number): FileImportResult {
  const problems = [...plan.problems]
  const pictures: ImportedPictures[] = changed.map(({ id, before, after }) => {
    const planned = plan.products.get(id) ?? []
    for (const { entry, file } of planned) {
      if (!after.includes(file))
        problems.push({ line: 0, entry: entry.name, code: 'over_limit', facts: { limit: picturesMax } })
    }
    const entries = planned.filter(({ file }) => after.includes(file)).map(({ entry }) => entry.name)
    return { product_id: id, entries, before: before.length, after: after.length }
  })
  const matched = [...plan.products.values()].reduce((sum, each) => sum + each.length, 0)
  return {
    problems,
    pictures,
    summary: {
      files: plan.files,
      pictures: matched + plan.named.length,
      repeated: plan.repeated,
      // Files that products name; their products stay as they are.
      added: named,
      changed: changed.length,
      rejected: problems.length,
    },
  }
}
