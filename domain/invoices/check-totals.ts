import { type Decimal, decimal } from '#domain/money/decimal.ts'
import { type InvoiceDifference, type InvoiceDocument, type InvoiceTax, vatCode } from './invoice-document.ts'

/** What the amounts of an invoice should add up to, where they do not. */
export function checkTotals(document: InvoiceDocument, taxTotal: string): InvoiceDifference[] {
  const { lines, taxes, withheld, allowances, totals } = document
  const found: InvoiceDifference[] = []
  const cent = decimal('0.01')
  /** The first of the calculated values is reported. Programs round each line or the sum. */
  const check = (what: InvoiceDifference['what'], of: string, stated: string, ways: Decimal[], roundings = 1) => {
    const most = cent.times(roundings)
    if (ways.some((way) => !way.minus(stated).abs().greaterThan(most))) return
    found.push({ what, of, stated, calculated: ways[0]?.toFixed(2) ?? '0' })
  }
  for (const { no, quantity, price, discount, charge, amount } of lines) {
    check('line', no, amount, [decimal(quantity).times(price).minus(discount).plus(charge)])
  }
  const net = sum(lines.map(({ amount }) => amount))
  // Some programs state the lines before their discounts.
  const gross = net.plus(sum(lines.map(({ discount }) => discount))).minus(sum(lines.map(({ charge }) => charge)))
  check('lines', '', totals.lines, [net, gross], lines.length)
  const sumOf = (isCharge: boolean) => sum(allowances.filter((each) => each.isCharge === isCharge).map((a) => a.amount))
  check(
    'taxExclusive',
    '',
    totals.taxExclusive,
    [net.minus(sumOf(false)).plus(sumOf(true)), decimal(totals.lines).minus(totals.discount).plus(totals.charge)],
    lines.length,
  )
  for (const tax of [...taxes.filter(({ code }) => code === vatCode), ...withheld]) {
    if (tax.percent === null) continue
    check('tax', tax.percent, tax.amount, [decimal(tax.base).times(tax.percent).dividedBy(100)], lines.length + 1)
  }
  check('taxTotal', '', taxTotal, [sumTaxes(taxes)])
  check('taxInclusive', '', totals.taxInclusive, [decimal(totals.taxExclusive).plus(taxTotal)])
  const payable = decimal(totals.taxInclusive).minus(sumTaxes(withheld)).plus(totals.rounding).minus(totals.prepaid)
  // Some programs state the total with tax after what is withheld.
  check('payable', '', totals.payable, [payable, payable.plus(sumTaxes(withheld))])
  return found
}

const sumTaxes = (taxes: readonly InvoiceTax[]): Decimal => sum(taxes.map(({ amount }) => amount))

const sum = (amounts: readonly string[]): Decimal => amounts.reduce((total, each) => total.plus(each), decimal(0))
