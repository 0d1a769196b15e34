import type { Offer, OfferItem } from '#contract/shop/offers.ts'
import type { Quote } from '#contract/shop/quote.ts'
import { imagePath, productPath } from '#contract/core/pages.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { taxByRate } from '#domain/pricing/tax-by-rate.ts'
import { customerAmount, customerPrice, offerBasis, quoteTotals } from '#domain/orders/offer.ts'
import type { Letterhead } from '#server/account/account.ts'
import type { OfferLineRow, OfferRow } from './queries.ts'
import { rateNotes } from '#domain/money/rate-policy.ts'
import { presentLink } from '#server/offers/quote-links/link-columns.ts'

/** The price to which the line's discount or mark-up applies. */
const basisOf = ({ price_value: value, price_currency, base_price }: OfferLineRow, currency: string) =>
  offerBasis({ value, currency: price_currency }, base_price, currency)
const pricedLine = (line: OfferLineRow, currency: string) => ({
  price: basisOf(line, currency),
  quantity: line.quantity,
  taxRate: line.tax_rate,
  profit: line.profit,
})

/** The customer's total: the lines with their discounts and mark-ups. */
function totalsOf(row: OfferRow) {
  const { subtotal, tax, total } = quoteTotals(
    row.lines.map((line) => pricedLine(line, row.currency)),
    row.currency,
    row.rates,
  )
  return { subtotal: subtotal.toNumber(), tax: tax.toNumber(), total: total.toNumber() }
}

/** An offer as the API returns it, without prices for visitors who do not see them. */
export function presentOffer(row: OfferRow, seesPrices: boolean, now = new Date()): Offer {
  return {
    id: row.id,
    orderNo: row.offer_no,
    date: row.created_at.toISOString(),
    creator: row.creator,
    isCancel: row.is_cancel,
    acceptedAt: row.accepted_at?.toISOString() ?? null,
    description: row.description,
    customerName: row.customer_name,
    customerCompanyName: row.customer_company,
    customerEmail: row.customer_email,
    customerPhone: row.customer_phone,
    customerTaxOffice: row.customer_tax_office,
    customerTaxNumber: row.customer_tax_number,
    validUntil: row.valid_until,
    isExpired: row.valid_until !== null && row.valid_until < dayInTurkey(now),
    terms: row.terms,
    emails: (row.emails ?? []).map(({ created_at, sent_to, sender }) => ({
      date: new Date(created_at).toISOString(),
      to: sent_to,
      by: sender,
    })),
    currency: row.currency,
    rates: Object.fromEntries(Object.entries(row.rates).map(([code, rate]) => [code, Number(rate)])),
    rateNotes: rateNotes(row.currency, Object.keys(row.rates), { rates: row.rates, sources: row.rate_sources }),
    ratesLockedUntil: row.rates_locked_until?.toISOString() ?? null,
    negotiation: row.negotiation,
    agreedUntil: row.agreed_until?.toISOString() ?? null,
    isAgreementExpired: row.agreed_until !== null && row.agreed_until <= now,
    link: row.link && presentLink(row.link, now),
    becameOrder: row.order_no,
    ...(seesPrices ? totalsOf(row) : {}),
    offerItems: row.lines.map((line) => presentItem(line, { seesPrices, isAgreed: isAgreedAt(row, now) })),
  }
}

/** Whether an order has the agreed prices at a moment. */
const isAgreedAt = ({ agreed_until: until }: OfferRow, now: Date): boolean => until !== null && until > now

type ItemView = { seesPrices: boolean; isAgreed: boolean }

function presentItem(line: OfferLineRow, { seesPrices, isAgreed }: ItemView): OfferItem {
  const { product_id: id, seo, ozelkod2, price_value, price_currency } = line
  return {
    id: line.id,
    order: line.line_no,
    productId: id,
    url: id === null || seo === null ? null : productPath({ id, seo, ozelkod2 }),
    code: line.code,
    name: line.name,
    image: line.image === null ? null : imagePath(line.image),
    unit: line.unit,
    multiplier: Number(line.multiplier),
    quantity: line.quantity,
    ...(seesPrices
      ? {
          price: { value: Number(price_value), currency: price_currency },
          agreedPrice: isAgreed && line.agreed_value !== null ? Number(line.agreed_value) : null,
          basePrice: line.base_price === null ? null : Number(line.base_price),
        }
      : {}),
    profit: Number(line.profit),
    taxRate: Number(line.tax_rate),
  }
}

/** The quote form. It contains only the prices that the customer pays. */
export function presentQuote(row: OfferRow, letterhead: Letterhead): Quote {
  const { currency, rates } = row
  const totals = totalsOf(row)
  const amounts = row.lines.map((line) => customerAmount(pricedLine(line, currency), currency, rates))
  return {
    orderNo: row.offer_no,
    date: row.created_at.toISOString(),
    isCancel: row.is_cancel,
    description: row.description,
    currency,
    customer: {
      name: row.customer_name,
      companyName: row.customer_company,
      email: row.customer_email,
      phone: row.customer_phone,
      taxOffice: row.customer_tax_office,
      taxNumber: row.customer_tax_number,
    },
    validUntil: row.valid_until,
    terms: row.terms,
    ...letterhead,
    lines: row.lines.map((line, i) => ({
      code: line.code,
      name: line.name,
      quantity: line.quantity,
      unit: line.unit,
      multiplier: Number(line.multiplier),
      taxRate: Number(line.tax_rate),
      price: customerPrice(basisOf(line, currency), line.profit, currency, rates).toNumber(),
      amount: Number(amounts[i] ?? 0),
    })),
    ...totals,
    taxes: taxByRate(
      row.lines.map(({ tax_rate: taxRate }, i) => ({ amount: amounts[i] ?? 0, taxRate })),
      totals,
    ).map(({ rate, base, tax }) => ({ rate, base: base.toNumber(), tax: tax.toNumber() })),
  }
}
