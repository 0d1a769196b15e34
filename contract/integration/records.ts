import * as z from 'zod/mini'
import { ratePolicy } from '#contract/core/rate-note.ts'
import { orderStates } from '#domain/orders/order-life.ts'
import { paymentStates } from '#domain/payments/payment.ts'
import { priceStepKinds } from '#contract/shop/price-reasons.ts'
import { carrierPayer, orderDelivery } from '#contract/shop/delivery.ts'
import { carrierAgreements } from '#domain/orders/carrier-payer.ts'
import { faultStates } from '#domain/after-sales/fault-report.ts'

/**
 * Records as the integration API returns them. Amounts, quantities and rates are decimal strings, moments ISO 8601 in UTC.
 * Payment plans are called as in batches: `plan1` to `plan5`.
 */
const moment = z.nullable(z.string())

const dealerName = z.object({ code: z.string(), name: z.string() })

/** Under which number the ERP has booked a record; null until it is acknowledged. */
const erpDocument = z.nullable(z.object({ documentNo: z.string(), acknowledgedAt: z.string() }))

/** A step of a price, for one unit, before tax (docs/decisions/075). `rule`: the name of the rule that makes it. */
const priceStep = z.object({
  kind: z.enum(priceStepKinds),
  rule: z.nullable(z.string()),
  /** What it takes off: `10+5+3`, in percent; null for prices that take the place of the ones before. */
  chain: z.nullable(z.string()),
  price: z.string(),
  currency: z.string(),
})

export const orderRecord = z.object({
  orderNo: z.string(),
  createdAt: z.string(),
  dealer: z.object({
    ...dealerName.shape,
    taxOffice: z.string(),
    taxNumber: z.string(),
    address: z.string(),
    district: z.string(),
    city: z.string(),
    phone: z.string(),
  }),
  user: z.object({ name: z.string(), email: z.string() }),
  branch: z.nullable(z.string()),
  /** Where it goes and what the buyer wishes; null: to the dealer’s own address, without wishes. */
  delivery: z.nullable(orderDelivery),
  /** `sender`: the store pays the carrier; `recipient`: the dealer does; null: nothing is said. */
  carrierPayer,
  note: z.string(),
  paymentPlan: z.nullable(z.object({ key: z.string(), name: z.string() })),
  currency: z.string(),
  /** TRY for one unit, by currency. */
  rates: z.record(z.string(), z.string()),
  /** Where they are from, and since which day; of a `fixed` one the last day. */
  rateSources: z.record(z.string(), z.object({ source: z.string(), day: z.nullable(z.string()) })),
  /** `invoice_day`: the amounts of lines in other currencies than lira are preliminary. */
  ratePolicy,
  subtotal: z.string(),
  tax: z.string(),
  total: z.string(),
  totalTry: z.string(),
  /** Its step of life, e.g. `confirmed` or `partly_shipped`. */
  state: z.enum(orderStates),
  isCancelled: z.boolean(),
  /** The card payment; null for orders on account. */
  payment: z.nullable(
    z.object({ reference: z.string(), amount: z.string(), fee: z.string(), installment: z.number(), pos: z.string() }),
  ),
  erp: erpDocument,
  lines: z.array(
    z.object({
      lineNo: z.number(),
      code: z.string(),
      /** The ERP's key of the product, if the import had one. */
      externalKey: z.nullable(z.string()),
      name: z.string(),
      brand: z.nullable(z.string()),
      unit: z.string(),
      /** Base units in one unit. */
      multiplier: z.string(),
      quantity: z.number(),
      /** What became of `quantity`, in the unit that was ordered; what is none of them is open. */
      shipped: z.number(),
      cancelled: z.number(),
      backOrdered: z.number(),
      returned: z.number(),
      /** Base units that were not in stock. */
      backOrder: z.string(),
      /** Of one unit, before tax, in `priceCurrency`. */
      price: z.string(),
      priceCurrency: z.string(),
      taxRate: z.string(),
      /** Of the line, before tax, in the order's currency. */
      amount: z.string(),
      /** Goods for nothing (mal fazlası): its price is 0. */
      isFree: z.boolean(),
      /** The promotion that gives free goods; `code` is null if it was removed since. Null for other lines. */
      promotion: z.nullable(z.object({ code: z.nullable(z.string()), name: z.string() })),
      /** How the price came about, as far as it is known; each with the price after it. */
      steps: z.array(priceStep),
      /** The line before its discounts, in the order's currency: `grossAmount` less their amounts is `amount`. */
      listPrice: z.string(),
      grossAmount: z.string(),
      discounts: z.array(z.object({ rate: z.string(), amount: z.string() })),
      /** For programs that calculate: what is not cancelled × `ratedPrice` less `rates`, one after the other, is `amount` to the kuruş. */
      ratedPrice: z.string(),
      rates: z.array(z.string()),
    }),
  ),
  /** From which warehouses the stock was taken, in base units. */
  stock: z.array(z.object({ code: z.string(), warehouse: z.string(), quantity: z.string() })),
})
export type OrderRecord = z.output<typeof orderRecord>

export const cancellationRecord = z.object({
  orderNo: z.string(),
  dealer: dealerName,
  cancelledAt: moment,
  cancelledBy: z.nullable(z.string()),
  reason: z.string(),
  /** The ERP's document of the order itself. */
  orderErp: erpDocument,
  erp: erpDocument,
})
export type CancellationRecord = z.output<typeof cancellationRecord>

export const paymentRecord = z.object({
  reference: z.string(),
  kind: z.enum(['order', 'account', 'link']),
  state: z.enum(paymentStates),
  dealer: dealerName,
  orderNo: z.nullable(z.string()),
  capturedAt: moment,
  /** What was charged: `baseAmount` and `fee`. */
  amount: z.string(),
  baseAmount: z.string(),
  fee: z.string(),
  refunded: z.string(),
  currency: z.string(),
  installment: z.number(),
  pos: dealerName,
  authCode: z.nullable(z.string()),
  /** The reference of its account entry. */
  movement: z.nullable(z.string()),
  erp: erpDocument,
})
export type PaymentRecord = z.output<typeof paymentRecord>

export const refundRecord = z.object({
  id: z.number(),
  paymentReference: z.string(),
  orderNo: z.nullable(z.string()),
  dealer: dealerName,
  /** A void takes the whole amount back on the day of the capture. */
  kind: z.enum(['void', 'refund']),
  amount: z.string(),
  currency: z.string(),
  endedAt: moment,
  paymentErp: erpDocument,
  erp: erpDocument,
})
export type RefundRecord = z.output<typeof refundRecord>

export const offerRecord = z.object({
  offerNo: z.string(),
  dealer: dealerName,
  createdAt: z.string(),
  validUntil: z.nullable(z.string()),
  /** When the dealer recorded that its customer accepted it. */
  acceptedAt: moment,
  isCancelled: z.boolean(),
  note: z.string(),
  currency: z.string(),
  rates: z.record(z.string(), z.string()),
  rateSources: z.record(z.string(), z.object({ source: z.string(), day: z.nullable(z.string()) })),
  /** An order from the offer has these rates until then; null: never. */
  ratesLockedUntil: moment,
  customer: z.object({ name: z.string(), company: z.string(), email: z.string(), phone: z.string() }),
  lines: z.array(
    z.object({
      lineNo: z.number(),
      code: z.string(),
      name: z.string(),
      unit: z.string(),
      quantity: z.number(),
      /** The dealer's price of one unit, before tax. */
      price: z.string(),
      priceCurrency: z.string(),
      taxRate: z.string(),
      /** Signed percent on the price: a discount is negative. */
      profit: z.string(),
    }),
  ),
})
export type OfferRecord = z.output<typeof offerRecord>

export const dealerRecord = z.object({
  ...dealerName.shape,
  isActive: z.boolean(),
  createdAt: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  district: z.string(),
  city: z.string(),
  taxOffice: z.string(),
  taxNumber: z.string(),
  region: z.string(),
  representative: z.string(),
  /** Code of its group; null: none. */
  group: z.nullable(z.string()),
  /** Code of its price list; null: the default list. */
  priceList: z.nullable(z.string()),
  /** Percent off every price. */
  discount: z.string(),
  riskLimit: z.string(),
  riskMode: z.enum(['order', 'balance']),
  ratePolicy,
  /** TRY for one unit by currency; they count until `ratesUntil` where `ratePolicy` is `fixed`. */
  fixedRates: z.record(z.string(), z.string()),
  ratesUntil: z.nullable(z.string()),
  /** Who pays the carrier of its orders; `store`: as the store's setting says. */
  carrierPayer: z.enum(carrierAgreements),
})
export type DealerRecord = z.output<typeof dealerRecord>

export const faultReportRecord = z.object({
  reportNo: z.string(),
  dealer: dealerName,
  createdAt: z.string(),
  changedAt: moment,
  state: z.enum(faultStates),
  note: z.string(),
  productCode: z.string(),
  productName: z.string(),
  serialNo: z.string(),
  description: z.string(),
  contact: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
})
export type FaultReportRecord = z.output<typeof faultReportRecord>
