import type { Conversion, Fields, Mapping } from '#domain/erp/mapping.ts'
import { lineDiscounts } from './line-rates.ts'
import { carrierPayerNames, deliveryAndFreeGoodsNote } from './delivery-note.ts'

/**
 * The mapping of records whose fields are called as those of the integration API, in any letters: what a person who makes
 * the views or files can choose.
 *
 * @param number how figures are written
 */
export function plainTemplate(number: Conversion & ('number' | 'turkishNumber')): Mapping {
  const texts = (...names: string[]): Fields =>
    Object.fromEntries(names.map((name) => [name, { path: name, convert: 'text' }]))
  const figures = (...names: string[]): Fields =>
    Object.fromEntries(names.map((name) => [name, { path: name, convert: number }]))
  const dates = (...names: string[]): Fields =>
    Object.fromEntries(names.map((name) => [name, { path: name, convert: 'date' }]))
  const flags = (...names: string[]): Fields =>
    Object.fromEntries(names.map((name) => [name, { path: name, convert: 'boolean' }]))
  return {
    inbound: {
      products: {
        fields: {
          ...texts('code', 'name', 'brand', 'model', 'category', 'unit', 'barcode', 'description'),
          ...texts('specialCode1', 'specialCode2', 'specialCode3', 'specialCode4', 'specialCode5'),
          ...figures('taxRate'),
          ...flags('isActive'),
        },
      },
      units: { fields: { ...texts('code', 'unit', 'barcode'), ...figures('multiplier') } },
      prices: {
        fields: {
          ...texts('code', 'unit', 'currency', 'priceList'),
          ...figures('price', 'listPrice'),
          ...flags('vatIncluded'),
        },
      },
      stock: { fields: { ...texts('code', 'warehouse'), ...figures('quantity') } },
      dealers: {
        fields: {
          ...texts(
            'code',
            'name',
            'contactName',
            'email',
            'phone',
            'address',
            'district',
            'city',
            'taxOffice',
            'taxNumber',
          ),
          ...texts('group', 'priceList'),
          ...figures('discount', 'riskLimit'),
          ...flags('isActive'),
        },
      },
      balances: {
        fields: { ...texts('dealer', 'currency'), ...figures('balance', 'overdueBalance'), ...dates('overdueSince') },
      },
      movements: {
        fields: {
          ...texts('dealer', 'reference', 'documentNo', 'kind', 'description', 'currency'),
          ...dates('date', 'dueDate'),
          ...figures('debit', 'credit'),
        },
      },
      rates: { fields: { ...texts('currency'), ...figures('rate') } },
      rules: {
        fields: {
          ...texts('code', 'name', 'kind', 'dealer', 'group', 'region', 'product', 'brand', 'category'),
          ...texts('priceList', 'currency', 'chain', 'unit'),
          ...figures('price', 'aboveCost', 'quantity'),
          ...dates('startsOn', 'endsOn'),
          periodDays: { path: 'periodDays', convert: 'integer' },
          priority: { path: 'priority', convert: 'integer' },
          ...flags('stops', 'keepsDiscount', 'isActive'),
        },
      },
    },
    outbound: plainDocuments,
  }
}

const dealer: Fields = { dealerCode: 'dealer.code', dealerName: 'dealer.name' }
const moment = (path: string) => ({ path, convert: 'localTime' }) as const

const plainDocuments: NonNullable<Mapping['outbound']> = {
  order: {
    head: {
      orderedAt: moment('createdAt'),
      ...dealer,
      taxNumber: 'dealer.taxNumber',
      branch: 'branch',
      warehouse: 'stock.0.warehouse',
      paymentPlan: 'paymentPlan.key',
      currency: 'currency',
      rate: 'rate',
      total: 'total',
      note: 'note',
    },
    lines: {
      code: 'line.code',
      name: 'line.name',
      unit: 'line.unit',
      multiplier: 'line.multiplier',
      quantity: 'line.quantity',
      price: { divide: ['line.amount', 'line.quantity'] },
      taxRate: 'line.taxRate',
      amount: 'line.amount',
    },
  },
  cancellation: {
    head: {
      cancelledAt: moment('cancelledAt'),
      dealerCode: 'dealer.code',
      reason: 'reason',
      orderDocumentNo: 'orderErp.documentNo',
    },
  },
  payment: {
    head: {
      paidAt: moment('capturedAt'),
      ...dealer,
      orderNo: 'orderNo',
      amount: 'baseAmount',
      fee: 'fee',
      charged: 'amount',
      currency: 'currency',
      installment: 'installment',
      pos: 'pos.code',
      authCode: 'authCode',
    },
  },
  refund: {
    head: {
      refundedAt: moment('endedAt'),
      ...dealer,
      paymentReference: 'paymentReference',
      amount: 'amount',
      currency: 'currency',
      paymentDocumentNo: 'paymentErp.documentNo',
    },
  },
}

/** The template with where an order goes and what its buyer wishes, in fields of their own. */
export const withDelivery = (template: Mapping): Mapping =>
  withOrderFields(withLineDetails(template), {
    deliveryCode: 'delivery.address.erpCode',
    deliveryRecipient: 'delivery.address.recipient',
    deliveryAddress: 'delivery.address.address',
    deliveryDistrict: 'delivery.address.district',
    deliveryCity: 'delivery.address.city',
    deliveryPostalCode: 'delivery.address.postalCode',
    deliveryPhone: 'delivery.address.phone',
    requestedOn: 'delivery.requestedOn',
    partDelivery: 'delivery.partDelivery',
    carrier: 'delivery.carrier',
    carrierPayer: 'carrierPayer',
  })

/** The template with the same in the note: tables of databases may have no columns for it. */
export const withDeliveryNote = (template: Mapping): Mapping => ({
  ...withOrderFields(template, { note: deliveryAndFreeGoodsNote }),
  tables: { ...template.tables, carrierPayers: carrierPayerNames },
})

/**
 * The template with the list price of each line and the discounts that led to its price, such as `10+5+3`, and whether it is
 * for nothing by which promotion.
 */
function withLineDetails(template: Mapping): Mapping {
  const { outbound } = template
  if (outbound?.order === undefined) return template
  const { order } = outbound
  const lines = {
    ...order.lines,
    listPrice: 'line.listPrice',
    discounts: lineDiscounts,
    isFree: 'line.isFree',
    promotionCode: 'line.promotion.code',
    promotionName: 'line.promotion.name',
  }
  return { ...template, outbound: { ...outbound, order: { ...order, lines } } }
}

function withOrderFields(template: Mapping, fields: Fields): Mapping {
  const { outbound } = template
  if (outbound?.order === undefined) return template
  const { order } = outbound
  return { ...template, outbound: { ...outbound, order: { ...order, head: { ...order.head, ...fields } } } }
}
