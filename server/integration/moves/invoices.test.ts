import { beforeAll, expect, test } from 'vitest'
import { ublInvoice } from '#demo/trade/ubl-invoice.ts'
import { list, movementRows, newInvoice, pdf, pool, shop, useTestInvoices } from '#server/invoices/test-invoices.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf } from '#testing/shop.ts'

useTestInvoices()
let program: Program
beforeAll(async () => void (program = await addProgram(shop, ['documents:write'])))

type Result = { name: string; outcome: string; invoiceNo: string; isPosted: boolean; error: { code: string } | null }
const base64 = (content: string | Buffer) => Buffer.from(content).toString('base64')
async function send(files: Record<string, string | Buffer>, parts: object = {}, headers = {}): Promise<Result[]> {
  const sent = Object.entries(files).map(([name, content]) => ({ name, content: base64(content) }))
  const answer = await program.send('POST', '/invoices', { body: { files: sent, ...parts }, headers })
  expect([answer.status, codeOf(answer)]).toEqual([200, undefined])
  return (answer.body as { results: Result[] }).results
}
const brief = (results: Result[]) => results.map(({ outcome, error }) => error?.code ?? outcome)

test('a program adds documents and their PDF files once; the dealer sees the invoice, and the account has it once', async () => {
  const invoice = newInvoice()
  const xml = ublInvoice(invoice)
  const first = await send({ 'fatura.xml': xml, [`${invoice.number}.pdf`]: pdf() }, { post: true })
  expect(first).toMatchObject([
    { name: 'fatura.xml', outcome: 'added', invoiceNo: invoice.number, isPosted: true, error: null },
    { outcome: 'attached', isPosted: false },
  ])
  expect(brief(await send({ 'fatura.xml': xml }, { post: true }))).toEqual(['same'])
  expect(await list()).toMatchObject([{ invoiceNo: invoice.number, hasPdf: true }])
  expect(await movementRows()).toHaveLength(1)
  const audited = await pool.query("SELECT 1 FROM audit_log WHERE key_id = $1 AND noun = 'invoice'", [program.keyId])
  expect(audited.length).toBeGreaterThan(0)
})

test('each file has its result: bad ones are refused with a reason, and the others are added', async () => {
  const other = { taxNumber: '1111111111', name: 'Başka A.Ş.' }
  const good = newInvoice()
  const changed = { ...good, lines: [{ ...good.lines[0], price: '1' }] as typeof good.lines }
  const results = await send({
    'bozuk.xml': '<Invoice',
    'varlik.xml': `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${ublInvoice(newInvoice())}`,
    'baska-satici.xml': ublInvoice(newInvoice({ seller: other })),
    'baska-alici.xml': ublInvoice(newInvoice({ buyer: other })),
    'resim.png': 'x',
    'hic.pdf': 'x',
    'arsiv.zip': 'x',
    'iyi.xml': ublInvoice(good),
    'degisen.xml': ublInvoice(changed),
  })
  expect(brief(results)).toEqual([
    'invoice_xml_broken',
    'invoice_xml_entities',
    'invoice_other_seller',
    'invoice_dealer_unknown',
    'invoice_file_kind',
    'invoice_pdf_invalid',
    'invoice_zip_invalid',
    'added',
    'invoice_changed',
  ])
  expect((await list()).map(({ invoiceNo }) => invoiceNo)).toEqual([good.number])
})

test('what is no base64, too many files, and a key without the scope are refused as a whole', async () => {
  const file = { name: 'a.xml', content: 'ÇÖŞ' }
  const bad = await program.send('POST', '/invoices', { body: { files: [file] } })
  expect([bad.status, codeOf(bad)]).toEqual([422, 'validation_failed'])
  const many = Array.from({ length: 101 }, () => ({ name: 'a.xml', content: '' }))
  expect(codeOf(await program.send('POST', '/invoices', { body: { files: many } }))).toBe('validation_failed')
  const reader = await addProgram(shop, ['orders:write'])
  expect(codeOf(await reader.send('POST', '/invoices', { body: { files: [file] } }))).toBe('scope_missing')
})
