import { type Decimal, decimal } from '#domain/money/money.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { xmlText } from '#server/platform/xml/xml-text.ts'

export type UblParty = {
  taxNumber: string
  name: string
  taxOffice?: string
  city?: string
  street?: string
  /** The customer number that the seller has given the buyer. */
  customerNo?: string
}
export type UblLine = {
  code: string
  name: string
  quantity: string
  unit?: string
  price: string
  taxRate: string
  /** Off the line, in the document's currency. */
  discount?: string
  charge?: string
  /** Percent of the tax that the buyer withholds (tevkifat), with its code. */
  withheld?: { percent: string; code: string; name: string }
}
export type UblInvoice = {
  number: string
  ettn: string
  profile?: string
  type?: string
  day: Day
  dueDay?: Day
  currency?: string
  /** Lira for one unit of the currency. */
  rate?: string
  seller: UblParty
  buyer: UblParty
  orderNo?: string
  despatches?: readonly string[]
  /** The invoice that a return is about. */
  original?: string
  notes?: readonly string[]
  lines: readonly UblLine[]
  /** Added to what has to be paid, so that it is a round amount. */
  rounding?: string
  /** Off the whole document, taken from the tax base of the first rate. */
  discount?: string
}

/** The total to pay: lines, discounts, taxes, less what is withheld. */
export function payableOf(invoice: UblInvoice): string {
  return totalsOf(invoice).payable.toFixed(2)
}

/**
 * A UBL-TR 1.2 document, for the demo and for tests. Its structure follows the tax office's guide for invoices
 * (UBL-TR Fatura, customization TR1.2); companies and goods are made up. It is not signed.
 */
export function ublInvoice(invoice: UblInvoice): string {
  const { number, ettn, profile = 'TICARIFATURA', type = 'SATIS', day, dueDay, seller, buyer, lines } = invoice
  const { currency = 'TRY', rate, orderNo, despatches = [], original, notes = [], discount, rounding } = invoice
  const totals = totalsOf(invoice)
  const amount = (name: string, value: Decimal | string) =>
    `<cbc:${name} currencyID="${currency}">${decimal(value).toFixed(2)}</cbc:${name}>`
  const tag = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? '' : `<cbc:${name}>${xmlText(value)}</cbc:${name}>`
  const tax = ({ base, rate: percent, tax: amountOfTax }: TaxSum) =>
    `<cac:TaxSubtotal>${amount('TaxableAmount', base)}${amount('TaxAmount', amountOfTax)}${tag('Percent', percent)}<cac:TaxCategory><cac:TaxScheme>${tag('Name', 'KDV')}${tag('TaxTypeCode', '0015')}</cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`
  const withheld = totals.withheld.map(
    (each) =>
      `<cac:WithholdingTaxTotal>${amount('TaxAmount', each.amount)}<cac:TaxSubtotal>${amount('TaxableAmount', each.base)}${amount('TaxAmount', each.amount)}${tag('Percent', each.percent)}<cac:TaxCategory><cac:TaxScheme>${tag('Name', each.name)}${tag('TaxTypeCode', each.code)}</cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal></cac:WithholdingTaxTotal>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
${tag('UBLVersionID', '2.1')}${tag('CustomizationID', 'TR1.2')}${tag('ProfileID', profile)}${tag('ID', number)}${tag('CopyIndicator', 'false')}${tag('UUID', ettn)}
${tag('IssueDate', day)}${tag('IssueTime', '10:30:00')}${tag('InvoiceTypeCode', type)}
${notes.map((note) => tag('Note', note)).join('\n')}
${tag('DocumentCurrencyCode', currency)}${tag('LineCountNumeric', String(lines.length))}
${orderNo === undefined ? '' : `<cac:OrderReference>${tag('ID', orderNo)}${tag('IssueDate', day)}</cac:OrderReference>`}
${original === undefined ? '' : `<cac:BillingReference><cac:InvoiceDocumentReference>${tag('ID', original)}</cac:InvoiceDocumentReference></cac:BillingReference>`}
${despatches.map((id) => `<cac:DespatchDocumentReference>${tag('ID', id)}${tag('IssueDate', day)}</cac:DespatchDocumentReference>`).join('\n')}
<cac:AccountingSupplierParty>${partyXml(seller, tag)}</cac:AccountingSupplierParty>
<cac:AccountingCustomerParty>${partyXml(buyer, tag)}</cac:AccountingCustomerParty>
${dueDay === undefined ? '' : `<cac:PaymentMeans>${tag('PaymentMeansCode', '42')}${tag('PaymentDueDate', dueDay)}</cac:PaymentMeans>`}
${discount === undefined ? '' : `<cac:AllowanceCharge>${tag('ChargeIndicator', 'false')}${tag('AllowanceChargeReason', 'İskonto')}${amount('Amount', discount)}</cac:AllowanceCharge>`}
${rate === undefined ? '' : `<cac:PricingExchangeRate>${tag('SourceCurrencyCode', currency)}${tag('TargetCurrencyCode', 'TRY')}${tag('CalculationRate', rate)}${tag('Date', day)}</cac:PricingExchangeRate>`}
<cac:TaxTotal>${amount('TaxAmount', totals.tax)}${totals.taxes.map(tax).join('')}</cac:TaxTotal>
${withheld.join('\n')}
<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', totals.lines)}${amount('TaxExclusiveAmount', totals.net)}${amount('TaxInclusiveAmount', totals.gross)}${amount('AllowanceTotalAmount', discount ?? '0')}${rounding === undefined ? '' : amount('PayableRoundingAmount', rounding)}${amount('PayableAmount', totals.payable)}</cac:LegalMonetaryTotal>
${lines.map((line, at) => lineXml(line, at + 1, { amount, tag, tax })).join('\n')}
</Invoice>
`
}

type Tag = (name: string, value: string | undefined) => string
type Amount = (name: string, value: Decimal | string) => string
type TaxSum = { rate: string; base: Decimal; tax: Decimal }

function partyXml({ taxNumber, name, taxOffice, city, street, customerNo }: UblParty, tag: Tag): string {
  const isPerson = taxNumber.length === 11
  const id = (scheme: string, value: string) =>
    `<cac:PartyIdentification><cbc:ID schemeID="${scheme}">${xmlText(value)}</cbc:ID></cac:PartyIdentification>`
  const [first = '', ...rest] = name.split(' ')
  return `<cac:Party>${id(isPerson ? 'TCKN' : 'VKN', taxNumber)}${customerNo === undefined ? '' : id('MUSTERINO', customerNo)}${isPerson ? '' : `<cac:PartyName>${tag('Name', name)}</cac:PartyName>`}<cac:PostalAddress>${tag('StreetName', street)}${tag('CityName', city)}<cac:Country>${tag('Name', 'Türkiye')}</cac:Country></cac:PostalAddress>${taxOffice === undefined ? '' : `<cac:PartyTaxScheme><cac:TaxScheme>${tag('Name', taxOffice)}</cac:TaxScheme></cac:PartyTaxScheme>`}${isPerson ? `<cac:Person>${tag('FirstName', first)}${tag('FamilyName', rest.join(' '))}</cac:Person>` : ''}</cac:Party>`
}

function lineXml(line: UblLine, no: number, xml: { amount: Amount; tag: Tag; tax(sum: TaxSum): string }): string {
  const { amount, tag, tax } = xml
  const net = netOf(line)
  const sum = { rate: line.taxRate, base: net, tax: taxOf(net, line.taxRate) }
  const change = (isCharge: boolean, value: string | undefined) =>
    value === undefined
      ? ''
      : `<cac:AllowanceCharge>${tag('ChargeIndicator', String(isCharge))}${amount('Amount', value)}</cac:AllowanceCharge>`
  return `<cac:InvoiceLine>${tag('ID', String(no))}<cbc:InvoicedQuantity unitCode="${line.unit ?? 'C62'}">${line.quantity}</cbc:InvoicedQuantity>${amount('LineExtensionAmount', net)}${change(false, line.discount)}${change(true, line.charge)}<cac:TaxTotal>${amount('TaxAmount', sum.tax)}${tax(sum)}</cac:TaxTotal><cac:Item>${tag('Name', line.name)}<cac:SellersItemIdentification>${tag('ID', line.code)}</cac:SellersItemIdentification></cac:Item><cac:Price>${tag('PriceAmount', line.price)}</cac:Price></cac:InvoiceLine>`
}

function netOf({ quantity, price, discount = '0', charge = '0' }: UblLine): Decimal {
  return decimal(quantity).times(price).minus(discount).plus(charge).toDecimalPlaces(2)
}

const taxOf = (base: Decimal, rate: string): Decimal => base.times(rate).dividedBy(100).toDecimalPlaces(2)
const sumOf = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, each) => sum.plus(each), decimal(0))

function totalsOf({ lines, discount = '0', rounding = '0' }: UblInvoice) {
  const rates = [...new Set(lines.map(({ taxRate }) => taxRate))]
  const taxes = rates.map((rate, at): TaxSum => {
    const sum = sumOf(lines.filter(({ taxRate }) => taxRate === rate).map(netOf))
    const base = at === 0 ? sum.minus(discount) : sum
    return { rate, base, tax: taxOf(base, rate) }
  })
  const withheld = lines.flatMap((line) => {
    if (line.withheld === undefined) return []
    const base = taxOf(netOf(line), line.taxRate)
    return [{ ...line.withheld, base, amount: taxOf(base, line.withheld.percent) }]
  })
  const linesSum = sumOf(lines.map(netOf))
  const net = linesSum.minus(discount)
  const tax = sumOf(taxes.map((each) => each.tax))
  const gross = net.plus(tax)
  return {
    lines: linesSum,
    taxes,
    withheld,
    net,
    tax,
    gross,
    payable: gross.minus(sumOf(withheld.map((w) => w.amount))).plus(rounding),
  }
}
