import { describe, expect, test } from 'vitest'
import { ublInvoice } from '#demo/trade/ubl-invoice.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf } from '#testing/shop.ts'
import {
  admin,
  getInvoice,
  list,
  newInvoice,
  other,
  pdf,
  shop,
  useTestInvoices,
} from '#server/invoices/test-invoices.ts'

useTestInvoices()

type Result = { key: string; status: string; error: { code: string } | null; warnings: { code: string }[] }
type Row = { name: string; content: string }

const fileOf = (name: string, content: string | Buffer): Row => ({
  name,
  content: Buffer.from(content).toString('base64'),
})
const program = (): Promise<Program> => addProgram(shop, ['documents:write'])

async function post(rows: object[], more: object = {}): Promise<Result[]> {
  const answer = await (await program()).send('POST', '/invoices', { body: { rows, ...more } })
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return (answer.body as { results: Result[] }).results
}
const outcomes = (results: Result[]) => results.map(({ status, error }) => error?.code ?? status)

describe('invoices of a program', () => {
  test('are listed for their dealer only, with the document and the PDF file as sent', async () => {
    const invoice = newInvoice()
    // The file of an invoice may come before its document.
    const rows = [fileOf(`${invoice.number}.pdf`, pdf()), fileOf('fatura.xml', ublInvoice(invoice))]
    expect(outcomes(await post(rows))).toEqual(['updated', 'created'])
    const [listed] = await list()
    expect(listed).toMatchObject({ invoiceNo: invoice.number, total: 2400, hasXml: true, hasPdf: true })
    expect(await getInvoice(listed?.id ?? 0)).toMatchObject({ ettn: invoice.ettn, differences: [] })
    expect(await list('', other)).toEqual([])
  })

  test('sent again change nothing', async () => {
    const rows = [fileOf('fatura.xml', ublInvoice(newInvoice()))]
    expect(outcomes(await post(rows))).toEqual(['created'])
    expect(outcomes(await post(rows))).toEqual(['unchanged'])
    expect(await list()).toHaveLength(1)
  })

  test('are posted to the account on request', async () => {
    const [one, two] = [newInvoice(), newInvoice()]
    await post([fileOf('bir.xml', ublInvoice(one))])
    await post([fileOf('iki.xml', ublInvoice(two))], { post: true })
    const states = new Map((await list()).map(({ invoiceNo, state }) => [invoiceNo, state]))
    expect([states.get(one.number), states.get(two.number)]).toEqual(['unposted', 'open'])
  })

  test('are taken or rejected one by one, each with its reason', async () => {
    const good = newInvoice()
    const foreign = newInvoice({ seller: { taxNumber: '1111111111', name: 'Başka Satıcı' } })
    const results = await post([
      fileOf('iyi.xml', ublInvoice(good)),
      fileOf('baska.xml', ublInvoice(foreign)),
      fileOf('bozuk.xml', '<Invoice>'),
      fileOf('sahte.pdf', '<html>'),
      fileOf('tablo.xlsx', 'PK'),
      { name: 'metin.xml', content: 'base64 değil' },
      { name: 'eksik.xml' },
    ])
    const [first, ...rejected] = outcomes(results)
    expect(first).toBe('created')
    expect(rejected).toEqual([
      ...['invoice_other_seller', 'invoice_xml_broken', 'invoice_pdf_invalid'],
      ...['invoice_file', 'base64_invalid', 'value_missing'],
    ])
    expect(await list()).toHaveLength(1)
  })

  test('with totals that do not add up are taken with a warning', async () => {
    const xml = ublInvoice(newInvoice()).replace(/(<cbc:PayableAmount[^>]*>)[^<]+/, '$19999.00')
    const [result] = await post([fileOf('fatura.xml', xml)])
    expect(result).toMatchObject({ status: 'created', warnings: [{ code: 'invoice_differences' }] })
  })

  test('need the scope, and a request has at most 100', async () => {
    const reader = await addProgram(shop, ['documents:read'])
    const body = { rows: [fileOf('fatura.xml', ublInvoice(newInvoice()))] }
    expect(codeOf(await reader.send('POST', '/invoices', { body }))).toBe('scope_missing')
    const many = { rows: Array.from({ length: 101 }, () => body.rows[0]) }
    expect(codeOf(await (await program()).send('POST', '/invoices', { body: many }))).toBe('validation_failed')
    expect(await list()).toEqual([])
  })

  test('are in the audit log with the name of the key', async () => {
    const invoice = newInvoice()
    await post([fileOf('fatura.xml', ublInvoice(invoice))])
    const log = await admin.send('GET', `/yonetim/audit?q=${invoice.number}`)
    expect(log.text).toContain('ERP')
  })
})
