import type { FastifyInstance } from 'fastify'
import { listFilePath, listPath } from '#contract/core/list-paths.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { getList, type ListLine } from '#contract/shop/lists.ts'
import { rowId } from '#contract/core/row-id.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import { fold } from '#domain/text/text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { makePdf, type PdfDefinition } from '#server/platform/pdf/pdf.ts'
import { tableDocument } from '#server/platform/pdf/table-document.ts'
import { makeCsv } from '#server/platform/tables/write-csv.ts'
import { makeXlsx, type XlsxCell, type XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { type DealerContext, type MadeFile, serveDealerFile, type VisitOptions } from '#server/visitor/visitor.ts'
import { readList } from './read-list.ts'

type Deps = { pool: Pool; store: Store }
type Format = 'xlsx' | 'csv' | 'pdf'

/** Serves each list as a workbook, CSV and PDF, at the address of its page. An exported file can be imported again. */
export function serveListFiles(app: FastifyInstance, { visit, ...deps }: Deps & { visit: VisitOptions }): void {
  for (const format of ['xlsx', 'csv', 'pdf'] as const) {
    serveDealerFile(
      app,
      {
        path: listFilePath(':id', format),
        format,
        page: listPath(':id'),
        endpoint: getList,
        make: (_query, context, params) => makeFile(format, params['id'], context, deps),
      },
      visit,
    )
  }
}

type FileFacts = { name: string; lines: readonly ListLine[]; locale: Locale; seesPrices: boolean }

async function makeFile(
  format: Format,
  typedId: unknown,
  visit: DealerContext,
  { pool, store }: Deps,
): Promise<MadeFile | Refusal> {
  const id = rowId.safeParse(typedId)
  if (!id.success) return refuse('list_not_found')
  const view = viewOf(visit, store.facts())
  const list = await readList(pool, id.data, { actor: visit.actor, view })
  if (!('lines' in list)) return list
  const { locale, actor } = visit
  const facts: FileFacts = { name: list.name, lines: list.lines, locale, seesPrices: view.seesPrices }
  const content =
    format === 'pdf'
      ? await makePdf(documentOf(facts, actor.dealer), {
          pageLabel: translate(locale, 'statement.pageLabel'),
          subject: `${actor.dealer.name} · ${list.name}`,
        })
      : await makeTable(format, facts)
  return { ok: true, name: `${fileName(list.name)}-${dayInTurkey(new Date())}`, content }
}

/** Only characters that a header may contain. */
const fileName = (name: string): string =>
  fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60) || 'liste'

function makeTable(format: 'xlsx' | 'csv', facts: FileFacts): Promise<Buffer> | Buffer {
  const sheet = { name: translate(facts.locale, 'lists.table'), columns: columnsOf(facts), rows: rowsOf(facts) }
  return format === 'csv' ? makeCsv(sheet, facts.locale) : makeXlsx(sheet)
}

function columnsOf({ locale, seesPrices }: FileFacts): XlsxColumn[] {
  const column = (key: string, kind: XlsxColumn['kind'], width: number) => ({
    title: translate(locale, `lists.file.${key}`),
    kind,
    width,
  })
  return [
    // Pasted lists begin with code, quantity and unit: the file can be imported again.
    column('code', 'text', 18),
    column('quantity', 'number', 10),
    column('unit', 'text', 10),
    column('name', 'text', 44),
    column('note', 'text', 30),
    ...(seesPrices ? [column('price', 'number', 14), column('currency', 'text', 10)] : []),
    column('state', 'text', 24),
  ]
}

function rowsOf({ lines, locale, seesPrices }: FileFacts): XlsxCell[][] {
  return lines.map(({ code, name, quantity, unit, note, price, problem }) => [
    code,
    quantity,
    unit,
    name,
    note === '' ? null : note,
    ...(seesPrices ? [price?.value ?? null, price?.currency ?? null] : []),
    problem === null ? null : translate(locale, `lists.problems.${problem}`),
  ])
}

function documentOf(facts: FileFacts, dealer: { code: string; name: string }): PdfDefinition {
  const { locale, name, lines, seesPrices } = facts
  const { formatMoney, formatQuantity } = formatsOf(locale)
  const word = (key: string) => translate(locale, `lists.file.${key}`)
  return tableDocument({
    title: name,
    subtitle: `${dealer.code} · ${dealer.name} · ${formatDay(dayInTurkey(new Date()))}`,
    columns: [
      { title: word('code') },
      { title: word('name'), width: '*' },
      { title: word('quantity'), isRight: true },
      ...(seesPrices ? [{ title: word('price'), isRight: true }] : []),
      { title: word('note'), width: 110 },
    ],
    rows: lines.map(({ code, name: product, quantity, unit, note, price, problem }) => [
      code,
      product,
      `${formatQuantity(quantity)} ${unit}`,
      ...(seesPrices ? [price === undefined ? '' : formatMoney(price.value, price.currency)] : []),
      [note, problem === null ? '' : translate(locale, `lists.problems.${problem}`)].filter(Boolean).join(' · '),
    ]),
  })
}
