import type { lookUpPrice } from '#contract/admin/price-reasons.ts'
import { planKeys } from '#contract/core/money.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { quantityMax } from '#domain/cart/quantity.ts'
import { addDays, dayInTurkey, momentInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import { fold } from '#domain/text/text.ts'
import { loadRatesAt } from '#server/exchange-rates/exchange-rates.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadRulesOn, type StoreFacts, type View, viewOf } from '#server/settings/settings.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { explainLine } from './explain.ts'
import { type DealerRates, ratesForDealer } from '#domain/money/rate-policy.ts'
import { dealerRatesSql } from '#server/account/account.ts'

type Query = Input<typeof lookUpPrice>['query']
type Answer = Reply<typeof lookUpPrice>
type Asker = { context: CallContext; facts: StoreFacts; now: Date }

/** Answers what a dealer pays for a product on a day. Prices of lists are today's; rules and rates are of the day. */
export async function answerQuestion(db: Db, query: Query, { context, facts, now }: Asker): Promise<Answer> {
  const question = questionOf(query)
  const problems: Record<string, string> = {}
  const report = (field: keyof typeof question, problem: string) => {
    problems[field] ??= translate(context.locale, `administration.priceReasons.problems.${problem}`)
  }
  const plans = facts.plans.map(({ key, name }) => ({ key, name }))
  const empty = { question, answer: null, problems, plans }
  if (question.product === '') return empty

  const dealer = question.dealer === '' ? null : await findDealer(db, question.dealer)
  if (dealer === undefined) report('dealer', 'dealer')
  const product = await findProduct(db, question.product)
  if (product === undefined) report('product', 'product')
  else if (product.has_variants) report('product', 'variants')
  const unit = product?.units.find(({ name }) => question.unit === '' || fold(name) === fold(question.unit))
  if (product !== undefined && question.unit !== '' && unit === undefined) report('unit', 'unit')
  const quantity = /^\d{1,7}$/.test(question.quantity) ? Number(question.quantity) : Number.NaN
  if (!(quantity >= 1 && quantity <= quantityMax)) report('quantity', 'quantity')
  const today = dayInTurkey(now)
  const day = question.day === '' ? today : parseDay(question.day)
  if (day === null) report('day', 'day')
  const planKey = planKeys.find((key) => key === question.plan && plans.some((plan) => plan.key === key)) ?? null
  if (Object.keys(problems).length > 0 || product === undefined || dealer === undefined || day === null) return empty

  const moment = day < today ? momentInTurkey(addDays(day, 1)) : now
  const view = await viewOfDealer(db, dealer, { facts, productId: product.id, day, moment, isToday: day === today })
  const unitId = question.unit === '' ? null : (unit?.id ?? null)
  const line = { productId: product.id, unitId, quantity, planKey }
  const reasons = await explainLine(db, line, { view, facts, isForStaff: true })
  if (reasons === null) {
    report('product', 'noUnit')
    return empty
  }
  return { ...empty, answer: { ...reasons, dealer: dealer && { code: dealer.code, name: dealer.name } } }
}

function questionOf(query: Query): Answer['question'] {
  const text = (key: keyof Query) => (query[key] ?? '').replaceAll('\0', '').trim()
  return {
    dealer: text('dealer'),
    product: text('product'),
    unit: text('unit'),
    quantity: text('quantity') || '1',
    day: text('day'),
    plan: text('plan'),
  }
}

type DealerRow = {
  id: number
  code: string
  name: string
  price_list_id: number | null
  discount: string
  rates: DealerRates | null
}

type LookUp = { facts: StoreFacts; productId: number; day: string; moment: Date; isToday: boolean }

/** The prices as the dealer sees them, also where the shop hides prices; null: as guests would. */
async function viewOfDealer(
  db: Db,
  dealer: DealerRow | null,
  { facts, productId, day, moment, isToday }: LookUp,
): Promise<View> {
  const view = { ...viewOf({ actor: null, choices: {}, locale: 'tr' }, facts), seesPrices: true }
  const rules = isToday
    ? facts.rulesOf(dealer?.id ?? null)
    : await loadRulesOn(db, { dealerId: dealer?.id ?? null, productId, day })
  const store = isToday ? { rates: facts.rates, sources: facts.rateSources } : await ratesBefore(db, moment, facts)
  const { rates, sources, policy } = ratesForDealer(store, dealer?.rates ?? null, day)
  return {
    ...view,
    rules,
    priceListId: rules.priceListId ?? dealer?.price_list_id ?? facts.defaultPriceListId,
    discount: dealer?.discount ?? '0',
    rates,
    rateSources: sources,
    ratePolicy: policy,
  }
}

/** The rates that applied at a moment, with those of today for currencies that had none. */
async function ratesBefore(db: Db, moment: Date, facts: StoreFacts) {
  const former = await loadRatesAt(db, Object.keys(facts.rates), moment)
  const sources = former.map(({ code, source, valid_from }) => [code, { source, day: dayInTurkey(valid_from) }])
  return {
    rates: { ...facts.rates, ...Object.fromEntries(former.map(({ code, rate }) => [code, rate])) },
    sources: { ...facts.rateSources, ...(Object.fromEntries(sources) as StoreFacts['rateSources']) },
  }
}

function findDealer(db: Db, code: string): Promise<DealerRow | undefined> {
  return db.one<DealerRow>(
    `SELECT d.id, d.code, d.name, d.price_list_id, d.discount, ${dealerRatesSql} AS rates FROM dealers d WHERE d.code = $1`,
    [code],
    'price_reasons_dealer',
  )
}

type ProductRow = { id: number; has_variants: boolean; units: { id: number; name: string }[] }

/** A product on sale takes precedence over one off sale with the same code. */
function findProduct(db: Db, code: string): Promise<ProductRow | undefined> {
  return db.one<ProductRow>(
    `SELECT p.id, p.variant_names IS NOT NULL AS has_variants,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) ORDER BY u.position, u.id), '[]')
               FROM product_units u WHERE u.product_id = p.id) AS units
       FROM products p WHERE p.code = $1 ORDER BY p.is_active DESC, p.id LIMIT 1`,
    [code],
    'price_reasons_product',
  )
}
