import type { FailedImportPicture } from '#contract/admin/imports/import-lists.ts'
import type { ImportDetail, ListedImport } from '#contract/admin/imports/imports.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { localAmounts } from '#server/catalog/import/local-amounts.ts'
import {
  countFailed,
  countOutcomes,
  type FailedPicture,
  pictureFailureText,
} from '#server/catalog/import/pictures/picture-outcomes.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { tableRefusals } from '#server/platform/tables/table-error.ts'
import { receivedBytes } from './import-files.ts'
import { countChanges, countProblems, type ImportRow } from './queries.ts'
import { presentProfiles } from '#server/catalog/import/profiles/present-profile.ts'
import { importOptionsOf } from '#server/catalog/import/profiles/stored-options.ts'

export function presentListed(row: ImportRow): ListedImport {
  const { id, state, created_at, creator, files, summary } = row
  return {
    id,
    state,
    createdAt: created_at.toISOString(),
    createdBy: creator,
    files: files.map(({ name }) => name),
    summary,
  }
}

type Deps = { pool: Db; folder: FileStore }

export async function presentImport(
  { pool, folder }: Deps,
  row: ImportRow,
  locale: Locale,
): Promise<Omit<ImportDetail, 'secondPerson'>> {
  const received = await Promise.all(row.files.map((file) => receivedBytes(folder, file)))
  const [changes, problems, pictures] = await Promise.all([
    countChanges(pool, row.id),
    countProblems(pool, row.id),
    presentPictures(pool, row),
  ])
  const profiles = await presentProfiles(pool, {
    kind: 'products',
    state: row.state,
    file: row.files[0]?.name ?? '',
    shape: row.shape,
    profileId: row.profile_id,
    options: row.options,
  })
  const { options, columns, questions, step, done, total, summary } = row
  const localTexts = (texts: readonly string[]) => texts.map((text) => localAmounts(locale, text))
  return {
    ...presentListed(row),
    files: row.files.map(({ name, bytes }, i) => ({ name, bytes, received: received[i] ?? 0 })),
    options,
    ...profiles,
    profiles: profiles.profiles.map((profile) => ({ ...profile, options: importOptionsOf(profile.options) })),
    columns: columns.map((file) => ({
      ...file,
      columns: file.columns.map((column) => ({
        ...column,
        ...(column.samples && { samples: localTexts(column.samples) }),
      })),
    })),
    questions: questions.map((question) => ({ ...question, examples: localTexts(question.examples) })),
    step,
    done,
    total,
    summary,
    changes,
    problems,
    refusal: row.refusal && refusalText(row.refusal, locale),
    isReadable: !tableRefusals.some((each) => each === row.refusal?.code),
    appliedAt: row.applied_at?.toISOString() ?? null,
    undoneAt: row.undone_at?.toISOString() ?? null,
    undo: row.undo_summary,
    pictures,
  }
}

async function presentPictures(pool: Db, { id, state }: ImportRow): Promise<ImportDetail['pictures']> {
  if (state !== 'applied') return null
  const { next_at: nextAt, ...counts } = await countOutcomes(pool, { importId: id })
  if (counts.total === 0) return null
  const failedRows = counts.failed === 0 ? 0 : await countFailed(pool, { importId: id })
  return { ...counts, nextAt: nextAt?.toISOString() ?? null, failedRows }
}

export function presentFailedPicture(
  { product_id: productId, code, url, file, line, ...failure }: FailedPicture,
  files: readonly { name: string }[],
  locale: Locale,
): FailedImportPicture {
  return { file: files[file]?.name ?? '', line, productId, code, url, reason: pictureFailureText(locale, failure) }
}

function refusalText({ code, facts }: NonNullable<ImportRow['refusal']>, locale: Locale): string {
  return code === 'internal'
    ? translate(locale, 'errors.internal')
    : translate(locale, `import.refusals.${code}`, facts)
}
