import type {
  FileImportDetail,
  FileImportRows,
  FileImportTab,
  ListedFileImport,
} from '#contract/admin/imports/file-imports.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { formatsOf } from '#domain/text/format.ts'
import { presentProfiles, receivedBytes } from '#server/catalog/import/import.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { accountRefusalText } from '#server/statement/statement.ts'
import type { XlsxCell, XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import { fileOptionsOf } from './profile-options.ts'
import {
  countLists,
  type FileImportRow,
  type ImportedProblem,
  listAccounts,
  listMissing,
  listPictures,
  listProblems,
} from './queries.ts'

export function presentListed(row: FileImportRow): ListedFileImport {
  const { id, kind, state, created_at, creator, file, summary } = row
  return { id, kind, state, createdAt: created_at.toISOString(), createdBy: creator, file: file.name, summary }
}

/** Whether the previewed import would change something. */
export const hasWork = ({ summary }: Pick<FileImportRow, 'summary'>): boolean =>
  summary !== null && (summary.added ?? 0) + (summary.changed ?? 0) > 0

type Deps = { pool: Db; folder: string }

export async function presentFileImport(
  { pool, folder }: Deps,
  row: FileImportRow,
  locale: Locale,
): Promise<FileImportDetail> {
  const { file, options, step, done, total, refusal, applied_at, inspection } = row
  return {
    ...presentListed(row),
    bytes: file.bytes,
    received: await receivedBytes(folder, file),
    options,
    ...(await presentProfilesOf(pool, row)),
    step,
    done,
    total,
    refusal: refusal && refusalText(row, locale),
    hasWork: hasWork(row),
    appliedAt: applied_at?.toISOString() ?? null,
    inspection,
    counts: await countLists(pool, row),
  }
}

async function presentProfilesOf(pool: Db, row: FileImportRow) {
  const { kind, state, file, shape, profile_id: profileId, options } = row
  if (kind === 'pictures') return { profile: null, profiles: [], suggestedProfile: null }
  const presented = await presentProfiles(pool, { kind, state, file: file.name, shape, profileId, options })
  return {
    ...presented,
    profiles: presented.profiles.map(({ options: saved, ...profile }) => {
      return { ...profile, options: fileOptionsOf(saved) }
    }),
  }
}

function refusalText({ kind, refusal }: FileImportRow, locale: Locale): string {
  if (refusal === null || refusal.code === 'internal') return translate(locale, 'errors.internal')
  return kind === 'pictures'
    ? translate(locale, `import.pictures.refusals.${refusal.code}`, refusal.facts)
    : accountRefusalText(locale, refusal)
}

type List = {
  columns: readonly (Pick<XlsxColumn, 'kind'> & { name: string })[]
  rows(page: { id: number; limit: number; offset: number }): Promise<XlsxCell[][]>
}

/** The lists of an import, as texts in the language of the reader. */
export function listOf(db: Db, { kind }: Pick<FileImportRow, 'kind'>, tab: FileImportTab, locale: Locale): List {
  if (tab === 'accounts') {
    return {
      columns: [
        text('dealerCode'),
        text('dealer'),
        text('currency'),
        text('balanceBefore', 'amount'),
        text('balanceAfter', 'amount'),
      ],
      rows: async (page) =>
        (await listAccounts(db, page)).map(({ code, name, currency, before, after }) => {
          return [code, name, currency, before, after]
        }),
    }
  }
  if (tab === 'pictures') {
    return {
      columns: [
        text('code'),
        text('name'),
        text('files'),
        text('picturesBefore', 'number'),
        text('picturesAfter', 'number'),
      ],
      rows: async (page) =>
        (await listPictures(db, page)).map(({ code, name, entries, before, after }) => {
          return [code, name, entries.join(', '), before, after]
        }),
    }
  }
  if (tab === 'missing') {
    return {
      columns: [text('code'), text('name'), text('expected')],
      rows: async (page) =>
        (await listMissing(db, page)).map(({ code, name, barcode }) => {
          return [code, name, [code, ...(barcode ? [barcode] : [])].map((each) => `${each}.jpg`).join(', ')]
        }),
    }
  }
  const isArchive = kind === 'pictures'
  return {
    columns: [isArchive ? text('entry') : text('line', 'number'), text('reason')],
    rows: async (page) =>
      (await listProblems(db, { ...page, level: tab === 'warnings' ? 'warning' : 'error' })).map((problem) => {
        return [isArchive ? problem.entry : problem.line, problemText(problem, isArchive, locale)]
      }),
  }
}

const text = (name: string, kind: XlsxColumn['kind'] = 'text') => ({ name, kind })

function problemText({ code, facts }: ImportedProblem, isArchive: boolean, locale: Locale): string {
  return isArchive
    ? translate(locale, `import.pictures.issues.${code}`, facts)
    : translate(locale, `import.issues.${code}`, facts)
}

export const listTitle = (locale: Locale, { name }: { name: string }): string =>
  translate(locale, `import.lists.${name}`)

function cellText(cell: XlsxCell, kind: XlsxColumn['kind'] | undefined, locale: Locale): string {
  const { formatNumber, formatQuantity } = formatsOf(locale)
  if (cell === null) return ''
  return kind === 'amount' ? formatNumber(cell, 2) : typeof cell === 'number' ? formatQuantity(cell) : cell
}

/** One page of a list for the screen. */
export async function presentList(
  db: Db,
  row: FileImportRow,
  { tab, page, limit }: { tab: FileImportTab; page: number; limit: number },
  locale: Locale,
): Promise<FileImportRows> {
  const { columns, rows } = listOf(db, row, tab, locale)
  const [cells, counts] = await Promise.all([
    rows({ id: row.id, limit, offset: (page - 1) * limit }),
    countLists(db, row),
  ])
  const total = counts[tab]
  return {
    columns: columns.map((column) => {
      return { title: listTitle(locale, column), align: column.kind === 'text' ? 'left' : 'right' }
    }),
    items: cells.map((row, at) => {
      return {
        key: String((page - 1) * limit + at),
        cells: row.map((cell, i) => cellText(cell, columns[i]?.kind, locale)),
      }
    }),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
  }
}
