import type { FastifyInstance } from 'fastify'
import { cartFilePath } from '#contract/core/cart-paths.ts'
import { pages } from '#contract/core/pages.ts'
import { type CartSums, getCart } from '#contract/shop/cart.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { decimal, roundMoney } from '#domain/money/money.ts'
import { priceOf } from '#domain/pricing/price-steps.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { makePdf } from '#server/platform/pdf/pdf.ts'
import { tableDocument } from '#server/platform/pdf/table-document.ts'
import { makeXlsx, type XlsxCell, type XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import { cartPlanOf, type Store, viewOf } from '#server/settings/settings.ts'
import { type DealerContext, type MadeFile, serveDealerFile, type VisitOptions } from '#server/visitor/visitor.ts'
import { cartSumsOf } from './cart-sums.ts'
import { lineSteps } from './line-price.ts'
import { loadOwnLines } from './order-line-rows.ts'

type Deps = { pool: Pool; store: Store }
type Format = 'xlsx' | 'pdf'

/** Serves the cart as a workbook, which can be pasted again, and as PDF, at today's prices under the chosen plan. */
export function serveCartFiles(app: FastifyInstance, { visit, ...deps }: Deps & { visit: VisitOptions }): void {
  for (const format of ['xlsx', 'pdf'] as const) {
    serveDealerFile(
      app,
      {
        path: cartFilePath(format),
        format,
        page: pages.cart,
        endpoint: { ...getCart, access: 'dealer' },
        make: (_query, context) => makeFile(format, context, deps),
      },
      visit,
    )
  }
}

/** A line, with its price before promotions where prices are shown. */
type FileLine = {
  code: string
  name: string
  quantity: number
  unit: string
  taxRate: number
  price: { value: string; currency: string } | undefined
}
type FileFacts = { locale: Locale; lines: FileLine[]; sums: CartSums; seesPrices: boolean }

async function makeFile(format: Format, visit: DealerContext, { pool, store }: Deps): Promise<MadeFile | Refusal> {
  const facts = store.facts()
  const view = viewOf(visit, facts)
  const plan = cartPlanOf(visit, facts)?.key ?? null
  const { actor, locale } = visit
  const cart = await loadOwnLines(pool, actor.userId, { ...view, planKey: plan })
  if (cart === null || cart.rows.length === 0) return refuse('cart_empty')
  const lines = cart.rows.map(
    (row): FileLine => ({
      code: row.code,
      name: row.name,
      quantity: row.quantity,
      unit: row.unit,
      taxRate: Number(row.tax_rate ?? view.settings.defaultTaxRate),
      price: view.seesPrices ? priceOf(lineSteps(row, view)) : undefined,
    }),
  )
  const sums = await cartSumsOf(pool, actor.userId, view, plan)
  const file: FileFacts = { locale, lines, sums, seesPrices: view.seesPrices }
  const content =
    format === 'xlsx' ? await makeXlsx(sheetOf(file)) : await makePdf(documentOf(file, actor.dealer), pdfOptions(visit))
  const name = `${locale === 'tr' ? 'sepet' : 'cart'}-${actor.dealer.code.replace(/[^\w-]+/g, '-')}-${dayInTurkey(new Date())}`
  return { ok: true, name, content }
}

const pdfOptions = ({ locale, actor }: DealerContext) => ({
  pageLabel: translate(locale, 'statement.pageLabel'),
  subject: `${actor.dealer.name} · ${translate(locale, 'cart.title')}`,
})

/** The columns of lines as a workbook, which can be pasted again; the last four only where prices are shown. */
export function lineColumns(locale: Locale, seesPrices: boolean): XlsxColumn[] {
  const column = (key: string, kind: XlsxColumn['kind'], width: number): XlsxColumn => ({
    title: translate(locale, `cartFile.${key}`),
    kind,
    width,
  })
  return [
    column('code', 'text', 18),
    column('quantity', 'number', 10),
    column('unit', 'text', 10),
    column('name', 'text', 44),
    ...(seesPrices
      ? [
          column('price', 'number', 14),
          column('taxRate', 'number', 8),
          column('amount', 'amount', 14),
          column('currency', 'text', 10),
        ]
      : []),
  ]
}

function sheetOf({ locale, lines, seesPrices }: FileFacts) {
  const rows = lines.map((line): XlsxCell[] => [
    line.code,
    line.quantity,
    line.unit,
    line.name,
    ...(seesPrices
      ? [
          line.price === undefined ? null : Number(line.price.value),
          line.taxRate,
          line.price === undefined ? null : Number(amountOf(line)),
          line.price?.currency ?? null,
        ]
      : []),
  ])
  return { name: translate(locale, 'cart.title'), columns: lineColumns(locale, seesPrices), rows }
}

const amountOf = ({ price, quantity }: FileLine) => roundMoney(decimal(price?.value ?? 0).times(quantity))

function documentOf({ locale, lines, sums, seesPrices }: FileFacts, dealer: { code: string; name: string }) {
  const { formatMoney, formatQuantity } = formatsOf(locale)
  const word = (key: string) => translate(locale, `cartFile.${key}`)
  return tableDocument({
    title: translate(locale, 'cart.title'),
    subtitle: `${dealer.code} · ${dealer.name} · ${formatDay(dayInTurkey(new Date()))}`,
    columns: [
      { title: word('code') },
      { title: word('name'), width: '*' },
      { title: word('quantity'), isRight: true },
      ...(seesPrices
        ? [
            { title: word('price'), isRight: true },
            { title: word('taxRate'), isRight: true },
            { title: word('amount'), isRight: true },
          ]
        : []),
    ],
    rows: lines.map((line) => [
      line.code,
      line.name,
      `${formatQuantity(line.quantity)} ${line.unit}`,
      ...(line.price === undefined
        ? []
        : [
            formatMoney(line.price.value, line.price.currency),
            formatQuantity(line.taxRate),
            formatMoney(amountOf(line), line.price.currency),
          ]),
    ]),
    sums: sumsOf(locale, sums),
  })
}

/** The sums as the cart shows them, promotions included. */
function sumsOf(locale: Locale, { totals, promotions }: CartSums): [string, string][] {
  if (totals === undefined) return []
  const { formatMoney } = formatsOf(locale)
  const { currency } = totals
  const applied = promotions?.applied.filter(({ amount }) => amount !== undefined) ?? []
  return [
    ...(promotions?.before === undefined || applied.length === 0
      ? []
      : [[translate(locale, 'cartFile.before'), formatMoney(promotions.before, currency)] as [string, string]]),
    ...applied.map(({ name, amount = 0 }): [string, string] => [name, formatMoney(-amount, currency)]),
    ...(['subtotal', 'tax', 'total'] as const).map((key): [string, string] => [
      translate(locale, `cart.totals.${key}`),
      formatMoney(totals[key], currency),
    ]),
  ]
}
