import { describe, expect, test } from 'vitest'
import { payableOf, type UblInvoice, ublInvoice } from '#demo/trade/ubl-invoice.ts'
import { type ParsedInvoice, parseInvoice } from './parse-invoice.ts'

// Made-up companies; the numbers have no owner.
const store = { taxNumber: '1234567890', name: 'Örnek Toptan A.Ş.', taxOffice: 'Kadıköy', city: 'İstanbul' }
const dealer = { taxNumber: '9876543210', name: 'Işık Elektrik Ltd. Şti.', customerNo: 'B-001' }
const sale: UblInvoice = {
  number: 'ABC2026000000123',
  ettn: 'F47AC10B-58CC-4372-A567-0E02B2C3D479',
  day: '2026-05-04',
  seller: store,
  buyer: dealer,
  lines: [{ code: 'MTK-18', name: 'Şarjlı matkap 18 V', quantity: '2', price: '1000', taxRate: '20' }],
}

const parse = (xml: string) => parseInvoice(Buffer.from(xml))
function read(invoice: UblInvoice): ParsedInvoice {
  const parsed = parse(ublInvoice(invoice))
  return parsed.ok ? parsed : expect.fail(JSON.stringify(parsed))
}

describe('a UBL-TR invoice', () => {
  test('has number, ETTN, days, parties, lines and totals', () => {
    const parsed = read({
      ...sale,
      dueDay: '2026-06-03',
      orderNo: 'S2026000042',
      despatches: ['IRS2026000000007', 'IRS2026000000008'],
      notes: ['Yalnız ikibindörtyüz TL'],
    })
    expect(parsed).toMatchObject({
      invoiceNo: 'ABC2026000000123',
      ettn: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
      typeCode: 'SATIS',
      isCreditNote: false,
      issuedOn: '2026-05-04',
      dueOn: '2026-06-03',
      currency: 'TRY',
      net: '2000.00',
      tax: '400.00',
      total: '2400.00',
      orderRef: 'S2026000042',
      sellerIds: ['1234567890'],
      buyerIds: ['9876543210'],
      customerCodes: ['B-001'],
      differences: [],
    })
    expect(parsed.document).toMatchObject({
      profile: 'TICARIFATURA',
      notes: ['Yalnız ikibindörtyüz TL'],
      seller: { name: 'Örnek Toptan A.Ş.', taxNumber: '1234567890', taxOffice: 'Kadıköy', address: 'İstanbul' },
      despatches: ['IRS2026000000007', 'IRS2026000000008'],
      lines: [
        {
          no: '1',
          code: 'MTK-18',
          name: 'Şarjlı matkap 18 V',
          quantity: '2',
          unit: 'C62',
          price: '1000',
          amount: '2000',
        },
      ],
      taxes: [{ code: '0015', name: 'KDV', percent: '20', base: '2000', amount: '400' }],
      exchangeRate: null,
    })
  })

  test('of e-Arşiv to a person has the first and family name', () => {
    const buyer = { taxNumber: '12345678901', name: 'Ayşe Gül Yılmaz' }
    const parsed = read({ ...sale, profile: 'EARSIVFATURA', buyer })
    expect(parsed.buyerIds).toEqual(['12345678901'])
    expect(parsed.document).toMatchObject({ profile: 'EARSIVFATURA', buyer: { name: 'Ayşe Gül Yılmaz' } })
  })

  test('with several rates, discounts and charges of lines and of the document adds up', () => {
    const invoice: UblInvoice = {
      ...sale,
      discount: '50',
      lines: [
        { code: 'A', name: 'Vida', quantity: '3.5', unit: 'KGM', price: '33.3333', taxRate: '20', discount: '16.67' },
        { code: 'B', name: 'Kitap', quantity: '1', price: '99.90', taxRate: '1', charge: '5' },
        { code: 'C', name: 'Su', quantity: '10', unit: 'BX', price: '12', taxRate: '10' },
      ],
    }
    const parsed = read(invoice)
    expect(parsed.differences).toEqual([])
    expect(parsed.total).toBe(payableOf(invoice))
    expect(parsed.document.taxes.map(({ percent }) => percent)).toEqual(['20', '1', '10'])
    expect(parsed.document).toMatchObject({
      lines: [{ discount: '16.67' }, { charge: '5' }, {}],
      allowances: [{ isCharge: false, reason: 'İskonto', amount: '50' }],
    })
  })

  test('with withholding is paid without what the buyer withholds', () => {
    const withheld = { percent: '50', code: '624', name: 'Yük Taşımacılığı' }
    const parsed = read({
      ...sale,
      type: 'TEVKIFAT',
      lines: [{ code: 'N', name: 'Nakliye', quantity: '1', price: '1000', taxRate: '20', withheld }],
    })
    expect(parsed).toMatchObject({ typeCode: 'TEVKIFAT', tax: '200.00', total: '1100.00', differences: [] })
    expect(parsed.document.withheld).toEqual([
      { code: '624', name: 'Yük Taşımacılığı', percent: '50', base: '200', amount: '100' },
    ])
  })

  test('in a foreign currency has the rate of its document', () => {
    const parsed = read({ ...sale, currency: 'USD', rate: '43.2517' })
    expect(parsed).toMatchObject({ currency: 'USD', total: '2400.00', document: { exchangeRate: '43.2517' } })
  })

  test('of returned goods names the invoice that it is about', () => {
    const parsed = read({ ...sale, type: 'IADE', original: 'ABC2026000000100', seller: dealer, buyer: store })
    expect(parsed).toMatchObject({ typeCode: 'IADE', document: { originals: ['ABC2026000000100'] } })
  })

  test('is read in the envelope of the tax office, with any prefix, and in the declared encoding', () => {
    const body = ublInvoice(sale).replace(/^<\?xml.*\n/, '')
    const envelope = `<sh:StandardBusinessDocument xmlns:sh="x"><ef:Package xmlns:ef="y"><Elements><ElementList>${body}</ElementList></Elements></ef:Package></sh:StandardBusinessDocument>`
    expect(parse(envelope)).toMatchObject({ ok: true, invoiceNo: sale.number })
    const prefixed = body
      .replaceAll('cbc:', 'b:')
      .replaceAll('cac:', 'a:')
      .replace(/<(\/?)Invoice/g, '<$1ns8:Invoice')
    expect(parse(prefixed)).toMatchObject({ ok: true, total: '2400.00' })
    const utf16 = Buffer.from(`\uFEFF${body}`, 'utf16le')
    expect(parseInvoice(utf16)).toMatchObject({ ok: true, document: { lines: [{ name: 'Şarjlı matkap 18 V' }] } })
  })

  test('is also a credit note', () => {
    const xml = ublInvoice(sale)
      .replace(/<(\/?)Invoice\b/g, '<$1CreditNote')
      .replaceAll('InvoiceTypeCode', 'CreditNoteTypeCode')
      .replaceAll('InvoiceLine', 'CreditNoteLine')
      .replaceAll('InvoicedQuantity', 'CreditedQuantity')
    expect(parse(xml)).toMatchObject({ ok: true, isCreditNote: true, document: { lines: [{ quantity: '2' }] } })
  })

  test('ignores attached files, stylesheets with scripts among them', () => {
    const attached = `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/xml" filename="a.xslt">${Buffer.from('<script>alert(1)</script>').toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`
    const parsed = parse(
      ublInvoice(sale).replace('<cac:AccountingSupplierParty>', `${attached}<cac:AccountingSupplierParty>`),
    )
    expect(parsed.ok).toBe(true)
    expect(JSON.stringify(parsed)).not.toMatch(/script|xslt/)
  })
})

describe('differences', () => {
  const differencesOf = (change: (xml: string) => string) => {
    const parsed = parse(change(ublInvoice(sale)))
    return parsed.ok ? parsed.differences.map(({ what, of }) => `${what}${of}`) : parsed.code
  }
  test.each([
    ['a line', 'PriceAmount>1000<', 'PriceAmount>900<', ['line1']],
    ['the payable amount', '2400.00</cbc:PayableAmount', '2500.00</cbc:PayableAmount', ['payable']],
    ['a tax', 'Percent>20<', 'Percent>10<', ['tax10']],
    [
      'the total with tax',
      '2400.00</cbc:TaxInclusiveAmount',
      '2300.00</cbc:TaxInclusiveAmount',
      ['taxInclusive', 'payable'],
    ],
  ])('name what does not add up: %s', (_what, from, to, expected) => {
    expect(differencesOf((xml) => xml.replaceAll(from, to))).toEqual(expected)
  })

  test('state both amounts', () => {
    const parsed = parse(ublInvoice(sale).replace('2400.00</cbc:PayableAmount', '2500.00</cbc:PayableAmount'))
    expect(parsed).toMatchObject({
      total: '2500.00',
      differences: [{ what: 'payable', of: '', stated: '2500', calculated: '2400.00' }],
    })
  })
})

describe('refuses', () => {
  const xml = ublInvoice(sale)
  const body = xml.replace(/^<\?xml.*\n/, '')
  test.each<[string, string | Buffer, string]>([
    ['a truncated document', xml.slice(0, 900), 'invoice_xml_broken'],
    ['text', 'fatura', 'invoice_xml_broken'],
    ['an empty file', '', 'invoice_xml_broken'],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from(xml.slice(0, 700)), Buffer.from([0xff, 0xfe])]),
      'invoice_xml_broken',
    ],
    ['a DOCTYPE', `<!DOCTYPE Invoice>${body}`, 'invoice_xml_entities'],
    ['entities', `<!DOCTYPE a [<!ENTITY x "y">]>${body}`, 'invoice_xml_entities'],
    ['files of the machine', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${body}`, 'invoice_xml_entities'],
    ['deep nesting', '<a>'.repeat(10_000), 'invoice_xml_broken'],
    ['another document', '<DespatchAdvice><ID>1</ID></DespatchAdvice>', 'invoice_not_ubl'],
    ['two invoices', `<a>${body}${body}</a>`, 'invoice_several'],
    ['no ETTN', xml.replace(/<cbc:UUID>.*?<\/cbc:UUID>/, ''), 'invoice_field_invalid'],
    ['an invalid day', xml.replace('<cbc:IssueDate>2026-05-04', '<cbc:IssueDate>2026-02-31'), 'invoice_field_invalid'],
    ['no lines', xml.replace(/<cac:InvoiceLine>.*<\/cac:InvoiceLine>/s, ''), 'invoice_field_invalid'],
    [
      'an amount that is no number',
      xml.replace('2400.00</cbc:PayableAmount', '2.400,00</cbc:PayableAmount'),
      'invoice_field_invalid',
    ],
    ['nothing to pay', xml.replace('2400.00</cbc:PayableAmount', '0.00</cbc:PayableAmount'), 'invoice_field_invalid'],
    [
      'a negative amount',
      xml.replace('2400.00</cbc:PayableAmount', '-2400.00</cbc:PayableAmount'),
      'invoice_field_invalid',
    ],
  ])('%s', (_what, content, code) => {
    expect(parseInvoice(Buffer.from(content))).toMatchObject({ ok: false, code })
  })
})
