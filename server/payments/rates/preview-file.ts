import type { Readable } from 'node:stream'
import type { NewBankRate, RateFilePreview } from '#contract/admin/bank-rates.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { type BankRate, isInForce, type RateBearer, rateKey } from '#domain/payments/bank-rates.ts'
import { type NewRate, rateChanges } from '#domain/payments/rate-changes.ts'
import { readRateSheet } from '#domain/payments/rate-sheet/read-sheet.ts'
import type { PlainNumbers, SheetRate } from '#domain/payments/rate-sheet/sheet.ts'
import { dayInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import { fold } from '#domain/text/text.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { loadPosRow } from '#server/payments/pos/pos-rows.ts'
import { markOf } from './change-rates.ts'
import { knownFamilies, loadRates } from './rate-rows.ts'
import { readSheetFile } from './sheet-file.ts'

type Query = {
  name: string
  plain?: PlainNumbers | 'auto' | undefined
  from?: string | undefined
  bearer?: RateBearer | undefined
}

const shownMax = 60

/** What a bank's sheet would change. */
export async function previewFile(
  deps: PaymentDeps & { folder: string },
  { id, query, body, locale }: { id: number; query: Query; body: Readable; locale: Locale },
): Promise<RateFilePreview | Refusal> {
  const account = await loadPosRow(deps.pool, id)
  if (account === undefined) return refuse('pos_not_found')
  const from = query.from === undefined || query.from === '' ? dayInTurkey(deps.now()) : parseDay(query.from)
  if (from === null) return refuse('validation_failed')
  const grid = await readSheetFile(body, { folder: deps.folder, name: query.name, locale })
  if (isRefusal(grid)) return grid
  const families = await knownFamilies(deps.pool, account.families)
  const read = readRateSheet(grid, { families, plain: query.plain ?? 'auto' })
  if (read.rates.length === 0 && read.problems.length === 0) return refuse('rate_file_empty')
  const existing = await loadRates(deps.pool, id)
  const rates = read.rates.map((rate) => newRateOf(rate, { existing, from, bearer: query.bearer ?? 'store' }))
  const changes = rateChanges(existing, rates)
  const addressByCell = new Map(rates.map((rate, i) => [cellOf(rate), read.rates[i]?.address ?? '']))
  const named = new Set(rates.map(rateKey))
  return {
    layouts: read.layouts,
    plain: read.plain,
    rates,
    differences: changes.differences.flatMap(({ before, after }) =>
      after === null ? [] : [{ before, after, address: addressByCell.get(cellOf(after)) ?? '' }],
    ),
    unchanged: changes.unchanged,
    missing: existing.filter((rate) => isInForce(rate, from) && !named.has(rateKey(rate))).map((rate) => rate.id),
    problems: read.problems.slice(0, shownMax),
    unread: read.unread.slice(0, shownMax),
    mark: markOf(existing),
  }
}

const cellOf = (rate: NewRate): string => `${rateKey(rate)} ${rate.validFrom}`

const bearerWords: readonly (readonly [RateBearer, RegExp])[] = [
  ['store', /^(magaza|store|isyeri|merchant)/],
  ['plan', /^(plan|taksit tablosu|hesabin plani|account)/],
  ['payer', /^(odeyen|payer|musteri|bayi|customer)/],
]

/** Who bears a rate and when it is paid out stay as in the row that it replaces, where the file does not say it. */
function newRateOf(
  { address: _address, bearer: written, ...rate }: SheetRate,
  { existing, from, bearer }: { existing: readonly BankRate[]; from: string; bearer: RateBearer },
): NewBankRate {
  const validFrom = rate.validFrom ?? from
  const replaced = existing.find((each) => rateKey(each) === rateKey(rate) && isInForce(each, validFrom))
  const named = bearerWords.find(([, words]) => words.test(fold(written ?? '')))?.[0]
  const chosen = named ?? replaced?.bearer ?? bearer
  return {
    ...rate,
    validFrom,
    validUntil: rate.validUntil ?? null,
    bearer: chosen === 'payer' && rate.installment === 1 ? 'store' : chosen,
    payOutDays: rate.payOutDays === undefined ? (replaced?.payOutDays ?? null) : rate.payOutDays,
  }
}
