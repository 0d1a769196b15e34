import { demoRates } from '#demo/rates.ts'
import { offerNumber } from '#domain/orders/offer.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { continueIdentity, insertRows } from '#demo/catalog/bulk.ts'
import { drawLine, type OrderedProduct, type OrderLine } from './order-lines.ts'
import type { Buyer } from './orders.ts'
import { createRandom, type Random } from '#demo/random.ts'
import { workingMoment } from './working-hours.ts'

type Customer = { company: string; name: string; email: string; phone: string }
type Offer = {
  id: number
  buyer: Buyer
  at: Date
  isCancelled: boolean
  note: string
  customer: Customer
  lines: OfferLine[]
}
/** `profit`: percent on the price; a discount is negative. */
type OfferLine = OrderLine & { profit: number }

const spanInDays = 60
/** Every so many offers, one that its customer has accepted two days later. */
const everyAccepted = 3
const day = 86_400_000
const perBuyer = { first: 14, other: 2 }
const notes = ['', '', 'Fiyatlarımız 15 gün geçerlidir.', 'Nakliye alıcıya aittir.', 'Teslim süresi 3 iş günüdür.']
/** The last one stands for offers without a customer. */
const customers: readonly Customer[] = [
  customer('Deniz Elektrik Taahhüt', 'Murat Denizci', 'murat@deniz-elektrik.example', '0532 555 01 17'),
  customer('Yalçınkaya İnşaat', 'Seda Yalçınkaya', 'seda@yalcinkaya.example', '0532 555 08 17'),
  customer('Körfez Tesisat A.Ş.', 'Orhan Gür', 'satinalma@korfez-tesisat.example', '0262 555 40 40'),
  customer('Bozdağ Apartman Yönetimi', 'Nurten Bozdağ', 'nurten@bozdag.example', ''),
  customer('Özgül Mimarlık', 'Ece Özgül', 'ece@ozgul-mimarlik.example', '0533 555 22 10'),
  customer('Aksu Otel', 'Kemal Aksu', 'teknik@aksu-otel.example', '0242 555 70 70'),
  customer('', 'Hakan Şimşek', 'hakan@simsek.example', '0535 555 31 31'),
  customer('', '', '', ''),
]

function customer(company: string, name: string, email: string, phone: string): Customer {
  return { company, name, email, phone }
}

type OfferPlan = { seed: number; today: Date; buyers: readonly Buyer[]; products: readonly OrderedProduct[] }

/**
 * Inserts offers of dealers to their customers, oldest first: most from the first dealer, some without a customer, some
 * cancelled, some accepted.
 */
export async function loadOffers(db: Db, plan: OfferPlan): Promise<void> {
  const random = createRandom(plan.seed + 3)
  const buyers = plan.buyers.flatMap((buyer, i) =>
    Array.from({ length: i === 0 ? perBuyer.first : i < 4 ? perBuyer.other : 0 }, () => buyer),
  )
  const offers = buyers
    .map((buyer, i) => drawOffer(plan, buyer, { id: i + 1, daysAgo: spanInDays * (1 - i / buyers.length) }, random))
    .filter(({ lines }) => lines.length > 0)
  await insertRows(db, 'offers', offerColumns, offers.map(offerRow))
  await insertRows(db, 'offer_items', itemColumns, offers.flatMap(itemRows))
  await continueIdentity(db, 'offers')
  await continueIdentity(db, 'offer_items')
  await db.query(`SELECT setval('offer_number', $1)`, [Math.max(buyers.length, 1)])
}

function drawOffer(
  plan: OfferPlan,
  buyer: Buyer,
  { id, daysAgo }: { id: number; daysAgo: number },
  random: Random,
): Offer {
  const lines: OfferLine[] = []
  const percent = random.pick([0, -5, 12, 15, 25])
  for (let n = random.whole(2, 6); n > 0; n -= 1) {
    const drawn = random.pick(plan.products)
    // Offers take no stock, so they draw from a copy.
    const product = { ...drawn, stock: drawn.stock.map((place) => ({ ...place })) }
    const isNew = lines.every((line) => line.product.id !== product.id)
    const line = isNew ? drawLine(product, buyer.discount, random) : undefined
    if (line) lines.push({ ...line, profit: random.chance(0.8) ? percent : 0 })
  }
  const at = workingMoment(plan.today, daysAgo, random.whole(0, 60))
  return {
    id,
    buyer,
    at,
    lines,
    isCancelled: random.chance(0.15),
    note: random.pick(notes),
    customer: random.pick(customers),
  }
}

const offerColumns = {
  id: 'bigint',
  offer_no: 'text',
  dealer_id: 'integer',
  user_id: 'integer',
  created_at: 'timestamptz',
  is_cancel: 'boolean',
  cancelled_at: 'timestamptz',
  accepted_at: 'timestamptz',
  description: 'text',
  currency: 'text',
  rates: 'jsonb',
  plan_key: 'text',
  customer_name: 'text',
  customer_company: 'text',
  customer_email: 'text',
  customer_phone: 'text',
}

function offerRow({ id, buyer, at, isCancelled, note, customer: to, lines }: Offer): object {
  const isAccepted = !isCancelled && to.name !== '' && id % everyAccepted === 0
  const used = new Set(lines.map(({ price }) => price.currency))
  return {
    id,
    offer_no: offerNumber(at.getFullYear(), id),
    dealer_id: buyer.dealerId,
    user_id: buyer.userId,
    created_at: at,
    is_cancel: isCancelled,
    cancelled_at: isCancelled ? new Date(at.getTime() + 3_600_000) : null,
    accepted_at: isAccepted ? new Date(at.getTime() + 2 * day) : null,
    description: note,
    currency: 'TRY',
    plan_key: null,
    rates: Object.fromEntries([['TRY', '1'], ...Object.entries(demoRates).filter(([code]) => used.has(code))]),
    customer_name: to.name,
    customer_company: to.company,
    customer_email: to.email,
    customer_phone: to.phone,
  }
}

const itemColumns = {
  offer_id: 'bigint',
  line_no: 'integer',
  product_id: 'integer',
  unit_id: 'integer',
  code: 'text',
  name: 'text',
  brand: 'text',
  model: 'text',
  image: 'text',
  unit: 'text',
  multiplier: 'numeric',
  quantity: 'integer',
  price_value: 'numeric',
  price_currency: 'text',
  tax_rate: 'numeric',
  profit: 'numeric',
}

function itemRows({ id, lines }: Offer): object[] {
  return lines.map(({ product, unit, quantity, price, taxRate, profit }, i) => ({
    offer_id: id,
    line_no: i + 1,
    product_id: product.id,
    unit_id: unit.id,
    code: product.code,
    name: product.name,
    brand: product.brand,
    model: product.model,
    image: product.image,
    unit: unit.name,
    multiplier: unit.multiplier,
    quantity,
    tax_rate: taxRate,
    profit,
    price_value: price.value,
    price_currency: price.currency,
  }))
}
