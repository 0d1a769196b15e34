import { type Refusal, refuse } from '#contract/core/errors.ts'
import { checkTotals } from '#domain/invoices/check-totals.ts'
import type { InvoiceDifference, InvoiceDocument, InvoiceLine, InvoiceTax } from '#domain/invoices/invoice-document.ts'
import { decimal } from '#domain/money/decimal.ts'
import { readCurrency } from '#domain/money/number-text.ts'
import { type Day, parseDay } from '#domain/text/calendar-day.ts'
import { childrenOf, type Element, find, findAll, readXml, textOf } from './read-xml.ts'
import { partyIds, partyOf } from './parties.ts'

/** An invoice as its UBL-TR document states it. Amounts are decimal text. */
export type ParsedInvoice = {
  ok: true
  invoiceNo: string
  /** UUID in lower case. */
  ettn: string
  typeCode: string
  /** The document is a return or a credit note: the buyer owes less. */
  isCreditNote: boolean
  issuedOn: Day
  dueOn: Day | null
  currency: string
  net: string
  tax: string
  total: string
  orderRef: string
  /** Tax numbers (VKN, TCKN) and customer numbers of the parties. */
  sellerIds: string[]
  buyerIds: string[]
  customerCodes: string[]
  document: InvoiceDocument
  differences: InvoiceDifference[]
}

const roots = ['Invoice', 'CreditNote']
const maxLines = 5_000
const maxText = 2_000

class FieldMissing extends Error {
  readonly field: string
  constructor(field: string) {
    super(field)
    this.field = field
  }
}

/**
 * Parses a UBL-TR invoice (e-Fatura, e-Arşiv) or credit note, also in the envelope of the tax office. Totals are the
 * document's own; `differences` names those that do not add up. Attached stylesheets are not read.
 */
export function parseInvoice(content: Buffer): ParsedInvoice | Refusal {
  const xml = readXml(content)
  if (!xml.ok) return refuse(xml.code, { line: xml.line })
  const found = findAll(xml.root, roots)
  const [root, another] = found
  if (root === undefined) return refuse('invoice_not_ubl', { value: xml.root.name.slice(0, 60) })
  if (another !== undefined) return refuse('invoice_several', { count: found.length })
  try {
    return parseRoot(root)
  } catch (error) {
    if (error instanceof FieldMissing) return refuse('invoice_field_invalid', { field: error.field })
    throw error
  }
}

function parseRoot(root: Element): ParsedInvoice | Refusal {
  const isCreditNote = root.name === 'CreditNote'
  const typeCode = textOf(root, `${root.name}TypeCode`).toUpperCase() || (isCreditNote ? 'IADE' : 'SATIS')
  // A receipt for goods of a farmer, who is the seller, has the same root.
  if (typeCode.includes('MUSTAHSIL')) return refuse('invoice_not_ubl', { value: typeCode.slice(0, 60) })
  const ettn = textOf(root, 'UUID').toLowerCase()
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(ettn)) throw new FieldMissing('UUID')
  const invoiceNo = required(root, 'ID').toUpperCase()
  if (invoiceNo.length > 40) throw new FieldMissing('ID')
  const currency = readCurrency(required(root, 'DocumentCurrencyCode'))
  const document = documentOf(root, currency)
  const taxTotal = amount(find(root, 'TaxTotal'), 'TaxAmount', '0')
  const total = decimal(document.totals.payable)
  if (!total.greaterThan(0) || total.greaterThan('1e15')) throw new FieldMissing('PayableAmount')
  const [seller, buyer] = [
    find(root, 'AccountingSupplierParty', 'Party'),
    find(root, 'AccountingCustomerParty', 'Party'),
  ]
  return {
    ok: true,
    invoiceNo,
    ettn,
    typeCode: typeCode.slice(0, 30),
    isCreditNote,
    issuedOn: dayOf(root, 'IssueDate') ?? missing('IssueDate'),
    dueOn: dayOf(root, 'PaymentMeans', 'PaymentDueDate') ?? dayOf(root, 'PaymentTerms', 'PaymentDueDate'),
    currency,
    net: decimal(document.totals.taxExclusive).toFixed(2),
    tax: decimal(taxTotal).toFixed(2),
    total: total.toFixed(2),
    orderRef: textOf(root, 'OrderReference', 'ID').slice(0, 200),
    sellerIds: partyIds(seller, ['VKN', 'TCKN']),
    buyerIds: partyIds(buyer, ['VKN', 'TCKN']),
    customerCodes: partyIds(buyer, ['MUSTERINO']),
    document,
    differences: checkTotals(document, taxTotal),
  }
}

function documentOf(root: Element, currency: string): InvoiceDocument {
  const lines = [...childrenOf(root, 'InvoiceLine'), ...childrenOf(root, 'CreditNoteLine')]
  if (lines.length === 0 || lines.length > maxLines) throw new FieldMissing('InvoiceLine')
  const totals = find(root, 'LegalMonetaryTotal')
  const stated = (name: string, otherwise?: string) => amount(totals, name, otherwise)
  return {
    profile: textOf(root, 'ProfileID').slice(0, 60),
    notes: texts(childrenOf(root, 'Note')),
    seller: partyOf(find(root, 'AccountingSupplierParty', 'Party')),
    buyer: partyOf(find(root, 'AccountingCustomerParty', 'Party')),
    despatches: texts(childrenOf(root, 'DespatchDocumentReference').flatMap((each) => childrenOf(each, 'ID'))),
    originals: texts(
      childrenOf(root, 'BillingReference').flatMap((each) => childrenOf(find(each, 'InvoiceDocumentReference'), 'ID')),
    ),
    lines: lines.map(lineOf),
    allowances: childrenOf(root, 'AllowanceCharge').map((each) => ({
      isCharge: textOf(each, 'ChargeIndicator') === 'true',
      reason: textOf(each, 'AllowanceChargeReason').slice(0, 200),
      amount: amount(each, 'Amount'),
    })),
    taxes: taxesOf(find(root, 'TaxTotal')),
    withheld: childrenOf(root, 'WithholdingTaxTotal').flatMap(taxesOf),
    totals: {
      lines: stated('LineExtensionAmount'),
      discount: stated('AllowanceTotalAmount', '0'),
      charge: stated('ChargeTotalAmount', '0'),
      taxExclusive: stated('TaxExclusiveAmount'),
      taxInclusive: stated('TaxInclusiveAmount'),
      rounding: stated('PayableRoundingAmount', '0'),
      prepaid: stated('PrepaidAmount', '0'),
      payable: stated('PayableAmount'),
    },
    exchangeRate: currency === 'TRY' ? null : rateOf(root),
    paymentTerms: textOf(root, 'PaymentTerms', 'Note').slice(0, maxText),
  }
}

/** Lira for one unit of the document's currency. */
function rateOf(root: Element): string | null {
  const rates = ['PricingExchangeRate', 'PaymentExchangeRate'].flatMap((name) => childrenOf(root, name))
  const toLira = rates.find((rate) => readCurrency(textOf(rate, 'TargetCurrencyCode')) === 'TRY')
  return toLira === undefined ? null : amount(toLira, 'CalculationRate')
}

function lineOf(line: Element): InvoiceLine {
  const item = find(line, 'Item')
  const quantity = find(line, 'InvoicedQuantity') ?? find(line, 'CreditedQuantity')
  const allowances = childrenOf(line, 'AllowanceCharge')
  const sumOf = (isCharge: boolean) =>
    allowances
      .filter((each) => (textOf(each, 'ChargeIndicator') === 'true') === isCharge)
      .reduce((sum, each) => sum.plus(amount(each, 'Amount')), decimal(0))
      .toFixed()
  return {
    no: textOf(line, 'ID').slice(0, 20),
    code: (textOf(item, 'SellersItemIdentification', 'ID') || textOf(item, 'BuyersItemIdentification', 'ID')).slice(
      0,
      200,
    ),
    name: textOf(item, 'Name').slice(0, 1_000),
    quantity: number(quantity?.text ?? '', 'InvoicedQuantity'),
    unit: (quantity?.attributes['unitCode'] ?? '').slice(0, 10),
    price: amount(find(line, 'Price'), 'PriceAmount'),
    discount: sumOf(false),
    charge: sumOf(true),
    amount: amount(line, 'LineExtensionAmount'),
    taxes: taxesOf(find(line, 'TaxTotal')),
    note: texts(childrenOf(line, 'Note')).join(' '),
  }
}

function taxesOf(total: Element | undefined): InvoiceTax[] {
  return childrenOf(total, 'TaxSubtotal').map((each) => {
    const scheme = find(each, 'TaxCategory', 'TaxScheme')
    const percent = textOf(each, 'Percent') || textOf(each, 'TaxCategory', 'Percent')
    return {
      code: textOf(scheme, 'TaxTypeCode').slice(0, 20),
      name: textOf(scheme, 'Name').slice(0, 100),
      percent: percent === '' ? null : number(percent, 'Percent'),
      base: amount(each, 'TaxableAmount', '0'),
      amount: amount(each, 'TaxAmount'),
    }
  })
}

function required(element: Element, name: string): string {
  return textOf(element, name) || missing(name)
}

function missing(field: string): never {
  throw new FieldMissing(field)
}

function amount(element: Element | undefined, name: string, otherwise?: string): string {
  const text = textOf(element, name)
  return text === '' && otherwise !== undefined ? otherwise : number(text, name)
}

/** A decimal number of XML Schema, without a plus sign and needless zeros. */
function number(text: string, field: string): string {
  if (!/^[+-]?(\d{1,15}(\.\d{0,12})?|\.\d{1,12})$/.test(text)) throw new FieldMissing(field)
  return decimal(text.replace('+', '')).toFixed()
}

function dayOf(root: Element, ...path: string[]): Day | null {
  return parseDay(textOf(root, ...path).slice(0, 10))
}

const texts = (elements: readonly Element[]): string[] =>
  elements
    .map(({ text }) => text.slice(0, maxText))
    .filter((text) => text !== '')
    .slice(0, 100)
