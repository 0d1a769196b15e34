import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { pictureBytesMax } from '#contract/admin/products.ts'
import type { Run } from '#server/catalog/import/import.ts'
import { inspectPicture } from '#server/images/images.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Facts } from '#server/platform/tables/table-error.ts'
import { isUnpackable, type Zip } from '#server/platform/zip/open-zip.ts'
import type { ZipEntry } from '#server/platform/zip/zip-directory.ts'
import type { ImportedProblem } from '#server/file-imports/queries.ts'
import { openMatcher, type PictureTarget } from './match-pictures.ts'

/** Why a file of an archive is not taken. The texts are `import.pictures.issues.<code>` in locales/. */
export const pictureIssues = [
  'not_a_picture',
  'svg',
  'picture_invalid',
  'picture_too_many_points',
  'too_large',
  'encrypted',
  'link',
  'damaged',
  'unmatched',
  'ambiguous',
  'over_limit',
] as const
export type PictureIssue = (typeof pictureIssues)[number]

/** A picture and its file below the image folder, which its content names. */
export type PlannedPicture = { entry: ZipEntry; file: string; place: number }
export type PicturePlan = {
  /** Pictures of each product in their order, each content once. */
  products: Map<number, PlannedPicture[]>
  /** Files that products name. */
  named: { entry: ZipEntry; file: string }[]
  files: number
  repeated: number
  problems: ImportedProblem[]
}

const pictureName = /\.(?:jpe?g|png|webp)$/i
/** Files that operating systems add to archives. */
const systemFile = /(?:^|\/)(?:__MACOSX\/|\.[^/]*$|thumbs\.db$|desktop\.ini$)/i

/** Matches the files of an archive with products and checks each picture. Changes nothing. */
export async function planPictures(db: Db, zip: Zip, run: Run): Promise<PicturePlan> {
  const entries = zip.entries.filter(({ name }) => !systemFile.test(name))
  const match = await openMatcher(
    db,
    entries.map(({ name }) => name),
  )
  const plan: PicturePlan = { products: new Map(), named: [], files: entries.length, repeated: 0, problems: [] }
  for (const [done, entry] of entries.entries()) {
    run.signal.throwIfAborted()
    run.reportProgress('match', done, entries.length)
    const target = match(entry.name)
    const issue = issueOf(entry) ?? issueOfTarget(target) ?? (await addPicture(plan, zip, entry, target))
    if (issue) plan.problems.push({ line: 0, entry: entry.name, ...issue })
  }
  for (const [productId, pictures] of plan.products) plan.products.set(productId, withoutRepeated(plan, pictures))
  return plan
}

type Issue = { code: PictureIssue; facts: Facts }
const issue = (code: PictureIssue, facts: Facts = {}): Issue => ({ code, facts })

function issueOf(entry: ZipEntry): Issue | null {
  if (entry.isLink) return issue('link')
  if (/\.svgz?$/i.test(entry.name)) return issue('svg')
  if (!pictureName.test(entry.name)) return issue('not_a_picture')
  if (entry.isEncrypted) return issue('encrypted')
  if (!isUnpackable(entry)) return issue('damaged')
  return entry.unpacked > pictureBytesMax ? issue('too_large', { megabytes: pictureBytesMax / 2 ** 20 }) : null
}

function issueOfTarget(target: PictureTarget): Issue | null {
  if (target === null) return issue('unmatched')
  return target.kind === 'ambiguous' ? issue('ambiguous', { codes: target.codes.slice(0, 5).join(', ') }) : null
}

async function addPicture(plan: PicturePlan, zip: Zip, entry: ZipEntry, target: PictureTarget): Promise<Issue | null> {
  const content = await zip.read(entry)
  if (content === null) return issue('damaged')
  const refusal = await inspectPicture(content)
  if (refusal !== null) {
    const isHuge = refusal.code === 'picture_too_many_points'
    return issue(isHuge ? 'picture_too_many_points' : 'picture_invalid', refusal.facts)
  }
  if (target?.kind === 'file') plan.named.push({ entry, file: target.name })
  if (target?.kind === 'product') {
    const name = createHash('sha256').update(content).digest('hex').slice(0, 32)
    const pictures = plan.products.get(target.productId) ?? []
    pictures.push({ entry, file: `uploads/${name}.webp`, place: target.place })
    plan.products.set(target.productId, pictures)
  }
  return null
}

/** In the order of their places, then of their names. */
function withoutRepeated(plan: PicturePlan, pictures: readonly PlannedPicture[]): PlannedPicture[] {
  const sorted = [...pictures].sort(
    (a, b) =>
      a.place - b.place ||
      basename(a.entry.name).localeCompare(basename(b.entry.name), 'tr', { numeric: true }) ||
      a.entry.name.localeCompare(b.entry.name, 'tr', { numeric: true }),
  )
  const files = new Set<string>()
  const once = sorted.filter(({ file }) => !files.has(file) && files.add(file))
  plan.repeated += pictures.length - once.length
  return once
}
