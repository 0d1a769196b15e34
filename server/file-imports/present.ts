import type {
  FileImportDetail,
  FileImportRows,
  FileImportTab,
  ListedFileImport,
} from '#contract/admin/imports/file-imports.ts'
import type { FileImportKind } from '#contract/admin/imports/file-import-options.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { isCarrier } from '#domain/orders/shipment.ts'
import { formatsOf } from '#domain/text/format.ts'
import { presentProfiles, receivedBytes } from '#server/catalog/import/import.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { accountIssueText, accountRefusalText } from '#server/statement/statement.ts'
import type { XlsxCell, XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import { fileOptionsOf } from './profile-options.ts'
import {
  countLists,
  listAccounts,
  listMissing,
  listPictures,
  listProblemKinds,
  listProblems,
  listShipments,
} from './list-rows.ts'
import type { FileImportRow, ImportedProblem } from './queries.ts'

export function presentListed(row: FileImportRow): ListedFileImport {
  const { id, kind, state, created_at, creator, file, summary } = row
  return { id, kind, state, createdAt: created_at.toISOString(), createdBy: creator, file: file.name, summary }
}

/** Whether the previewed import would change something. */
export const hasWork = ({ summary }: Pick<FileImportRow, 'summary'>): boolean =>
  summary !== null && (summary.added ?? 0) + (summary.changed ?? 0) > 0

type Deps = { pool: Db; folder: FileStore }

export async function presentFileImport(
  { pool, folder }: Deps,
  row: FileImportRow,
  locale: Locale,
): Promise<Omit<FileImportDetail, 'secondPerson'>> {
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

/** A list of an import; `kind` limits it to one kind of its problems. */
type ListScope = { tab: FileImportTab; kind?: string | undefined }

/** The lists of an import, as texts in the language of the reader. */
export function listOf(
  db: Db,
  { kind }: Pick<FileImportRow, 'kind'>,
  { tab, kind: problemKind }: ListScope,
  locale: Locale,
): List {
  if (tab === 'shipments') return shipmentList(db, locale)
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
  return {
    columns: problemColumns[kind === 'pictures' || kind === 'shipments' ? kind : 'rows'],
    rows: async (page) =>
      (await listProblems(db, { ...page, level: levelOf(tab), kind: problemKind })).map((problem) =>
        problemCells(problem, kind, locale),
      ),
  }
}

function shipmentList(db: Db, locale: Locale): List {
  const says = (key: string, facts?: Record<string, string>) => translate(locale, `import.shipments.${key}`, facts)
  return {
    columns: [
      ...[text('lines'), text('orders'), text('dealer'), text('carrier'), text('deliveryNoteNo')],
      ...[text('quantity', 'number'), text('outcome')],
    ],
    rows: async (page) =>
      (await listShipments(db, page)).map(({ shipment_no: number, ...row }) => {
        const { carrier, tracking_no: trackingNo } = row
        const carrierName = isCarrier(carrier) ? translate(locale, `shipments.carriers.${carrier}`) : carrier
        return [
          row.lines.join(', '),
          row.order_nos.join(', '),
          row.dealer ?? '',
          [carrierName, trackingNo].filter((part) => part !== '').join(' · '),
          row.delivery_note_no,
          row.quantity,
          row.is_existing ? says('existing', { number }) : number === '' ? says('planned') : says('made', { number }),
        ]
      }),
  }
}

const levelOf = (tab: FileImportTab) => (tab === 'warnings' ? 'warning' : 'error')

const problemCells = (problem: ImportedProblem, kind: FileImportKind, locale: Locale): XlsxCell[] => [
  ...(kind === 'pictures' ? [problem.entry] : kind === 'shipments' ? [problem.line, problem.entry] : [problem.line]),
  problemText(problem, kind, locale),
]

const text = (name: string, kind: XlsxColumn['kind'] = 'text') => ({ name, kind })

const problemColumns = {
  pictures: [text('entry'), text('reason')],
  shipments: [text('line', 'number'), text('order'), text('reason')],
  rows: [text('line', 'number'), text('reason')],
}

function problemText({ code, facts }: ImportedProblem, kind: FileImportKind, locale: Locale): string {
  return kind === 'pictures'
    ? translate(locale, `import.pictures.issues.${code}`, facts)
    : accountIssueText(locale, { code, facts })
}

export const listTitle = (locale: Locale, { name }: { name: string }): string =>
  translate(locale, `import.lists.${name}`)

function cellText(cell: XlsxCell, kind: XlsxColumn['kind'] | undefined, locale: Locale): string {
  const { formatNumber, formatQuantity } = formatsOf(locale)
  if (cell === null) return ''
  return kind === 'amount' ? formatNumber(cell, 2) : typeof cell === 'number' ? formatQuantity(cell) : cell
}

/** Problems of a kind that are shown before the others are requested. */
const firstOfKind = 3

type Problems = { columns: List['columns']; tab: FileImportTab; locale: Locale }

async function kindsOf(db: Db, { id, kind }: FileImportRow, { columns, tab, locale }: Problems) {
  if (kind === 'pictures' || (tab !== 'problems' && tab !== 'warnings')) return []
  const first = await listProblemKinds(db, { id, level: levelOf(tab), first: firstOfKind })
  return [...Map.groupBy(first, ({ code }) => code)].map(([code, problems]) => ({
    kind: code,
    title: translate(locale, `import.kinds.${code}`),
    total: problems[0]?.total ?? 0,
    items: problems.map((problem, at) => {
      return { key: String(at), cells: cellTexts(problemCells(problem, kind, locale), columns, locale) }
    }),
  }))
}

const cellTexts = (row: readonly XlsxCell[], columns: List['columns'], locale: Locale) =>
  row.map((cell, i) => cellText(cell, columns[i]?.kind, locale))

/** One page of a list for the screen. */
export async function presentList(
  db: Db,
  row: FileImportRow,
  { tab, kind, page, limit }: ListScope & { page: number; limit: number },
  locale: Locale,
): Promise<FileImportRows> {
  const { columns, rows } = listOf(db, row, { tab, kind }, locale)
  const [cells, counts, kinds] = await Promise.all([
    rows({ id: row.id, limit, offset: (page - 1) * limit }),
    countLists(db, row),
    kindsOf(db, row, { columns, tab, locale }),
  ])
  const total = kind === undefined ? counts[tab] : (kinds.find((each) => each.kind === kind)?.total ?? 0)
  return {
    columns: columns.map((column) => {
      return { title: listTitle(locale, column), align: column.kind === 'text' ? 'left' : 'right' }
    }),
    items: cells.map((each, at) => {
      return { key: String((page - 1) * limit + at), cells: cellTexts(each, columns, locale) }
    }),
    kinds,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
  }
}
