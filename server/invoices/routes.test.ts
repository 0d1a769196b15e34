import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ublInvoice } from '#demo/trade/ubl-invoice.ts'
import { addDays } from '#domain/text/calendar-day.ts'
import { purgeWorkFolder } from '#server/platform/files/work-files.ts'
import { makeZip } from '#server/platform/zip/test-zip.ts'
import { codeOf } from '#testing/shop.ts'
import { addDealer } from '#testing/store-rows.ts'
import { invoicesFolder, purgeInvoiceFiles } from './files.ts'
import {
  actor,
  addInvoice,
  admin,
  dealer,
  dealerId,
  getInvoice,
  list,
  newInvoice,
  other,
  pdf,
  pool,
  sendFile,
  shop,
  storeTaxNumber,
  taxNumber,
  today,
  upload,
  useTestInvoices,
} from './test-invoices.ts'

useTestInvoices()

describe('an uploaded invoice', () => {
  test('is listed for its dealer, with its lines and the original document', async () => {
    const invoice = newInvoice()
    const result = await upload(invoice)
    expect(result).toMatchObject({
      outcome: 'added',
      invoiceNo: invoice.number,
      dealer: actor.dealer?.name,
      message: '',
    })
    const id = result.invoiceId ?? 0
    expect(await list()).toMatchObject([
      {
        ...{ id, invoiceNo: invoice.number, date: invoice.day, dueDate: invoice.dueDay, currency: 'TRY', total: 2400 },
        ...{ state: 'unposted', openAmount: null, hasXml: true, hasPdf: false, orderNo: null },
      },
    ])
    expect(await getInvoice(id)).toMatchObject({
      ...{ net: 2000, tax: 400, ettn: invoice.ettn, differences: [] },
      document: { lines: [{ code: 'MTK-18', quantity: '2' }], taxes: [{ percent: '20' }] },
    })
    const file = await dealer.send('GET', `/account/invoices/${id}/xml`)
    expect(file.text).toBe(ublInvoice(invoice))
    expect(file.headers).toMatchObject({
      'content-type': expect.stringContaining('application/xml') as string,
      'content-disposition': `attachment; filename="${invoice.number}.xml"`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    })
  })

  test('does not exist for other dealers and guests', async () => {
    const { id } = await addInvoice()
    await pool.execute(`INSERT INTO invoice_files VALUES ($1, 'pdf', $2, 1)`, [id, 'a'.repeat(64)])
    for (const path of [`/api/account/invoices/${id}`, `/account/invoices/${id}/xml`, `/account/invoices/${id}/pdf`]) {
      const [foreign, guest] = [await other.send('GET', path), await (await shop.guest()).send('GET', path)]
      expect([path, foreign.status, codeOf(foreign), guest.status]).toEqual([path, 404, 'invoice_not_found', 401])
    }
    expect(await list('', other)).toEqual([])
    expect((await admin.send('GET', `/account/invoices/${id}/xml`)).status).toBe(200)
  })

  test('is one invoice, however often and at how many times it is uploaded', async () => {
    const invoice = newInvoice()
    const results = await Promise.all([1, 2, 3, 4].map(() => upload(invoice)))
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['added', 'same', 'same', 'same'])
    expect(new Set(results.map(({ invoiceId }) => invoiceId)).size).toBe(1)
    expect(await list()).toHaveLength(1)
  })

  test('cannot be replaced by another document with its ETTN or its number', async () => {
    const invoice = newInvoice()
    await upload(invoice)
    const changed = await upload({ ...invoice, notes: ['değişti'] })
    expect(changed).toMatchObject({ outcome: 'refused' })
    expect(changed.message).toBe(
      `${invoice.number} numaralı fatura başka bir içerikle kayıtlı: aynı fatura değiştirilemez.`,
    )
    expect(await upload(newInvoice({ number: invoice.number }))).toMatchObject({ outcome: 'refused' })
    expect(await list()).toMatchObject([{ total: 2400 }])
    expect(await list()).toHaveLength(1)
  })

  test('is flagged when its totals do not add up', async () => {
    const wrong = ublInvoice(newInvoice()).replace('2400.00</cbc:PayableAmount', '2500.00</cbc:PayableAmount')
    const [result] = await sendFile('a.xml', Buffer.from(wrong))
    expect(result).toMatchObject({ outcome: 'added', hasDifferences: true })
    expect(await getInvoice(result?.invoiceId ?? 0)).toMatchObject({
      total: 2500,
      differences: [{ what: 'payable', stated: '2500', calculated: '2400.00' }],
    })
  })

  test('belongs to the order that it names, by the store’s number or the ERP’s', async () => {
    const orderNo = `S2026${String(dealerId()).padStart(6, '0')}`
    const order = await pool.one<{ id: number }>(
      `INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
       VALUES ($3, $1, $2, '-', 'TRY', '{"TRY": "1"}', 100, 20, 120, 120) RETURNING id`,
      [dealerId(), actor.userId, orderNo],
    )
    await pool.execute(`INSERT INTO erp_documents (kind, subject_id, document_no) VALUES ('order', $1, $2)`, [
      order?.id,
      `SIP-${dealerId()}`,
    ])
    await addInvoice({ orderNo })
    await addInvoice({ orderNo: `SIP-${dealerId()}` })
    await addInvoice({ orderNo: 'S2020999999' })
    expect((await list('?sort=date')).map((each) => each.orderNo)).toEqual([orderNo, orderNo, null])
    // It has no lines, which other tests would report.
    await pool.execute('UPDATE invoices SET order_id = NULL WHERE order_id = $1', [order?.id])
    await pool.execute('DELETE FROM orders WHERE id = $1', [order?.id])
  })
})

describe('an upload refuses', () => {
  const refusalOf = async (change: Parameters<typeof newInvoice>[0]) => (await upload(newInvoice(change))).message

  test('an invoice of another seller, and a purchase of the store', async () => {
    const stranger = { taxNumber: '5555555555', name: 'Başkası A.Ş.' }
    expect(await refusalOf({ seller: stranger })).toBe(
      `Fatura başka bir satıcının: 5555555555. Mağazanın vergi numarası ${storeTaxNumber}.`,
    )
    const store = { taxNumber: storeTaxNumber, name: 'Örnek Toptan A.Ş.' }
    expect(await refusalOf({ seller: stranger, buyer: store })).toMatch(/başka bir satıcının/)
  })

  test('an invoice to a buyer who is no dealer, or several dealers', async () => {
    const buyer = { taxNumber: '7777777777', name: 'Kimse' }
    expect(await refusalOf({ buyer })).toBe('7777777777 vergi numaralı bayi yok.')
    const branch = await addDealer(pool)
    await pool.execute('UPDATE dealers SET tax_number = $2 WHERE id = $1', [branch.dealer?.id, taxNumber])
    expect(await refusalOf({})).toMatch(/birden çok bayinin/)
    const customerNo = actor.dealer?.code ?? ''
    expect(await refusalOf({ buyer: { taxNumber, name: 'Işık', customerNo } })).toBe('')
  })

  test('everything while the store has no tax number', async () => {
    await shop.setSetting('storeTaxNumber', '')
    expect(await refusalOf({})).toMatch(/vergi numarası ayarlarda boş/)
    await shop.setSetting('storeTaxNumber', storeTaxNumber)
  })

  test('files that are too large, and files of another kind', async () => {
    const send = (name: string, body: Buffer) =>
      admin.send('POST', `/yonetim/invoice-files?name=${name}`, {
        body,
        headers: { 'content-type': 'application/octet-stream' },
      })
    const large = await send('a.xml', Buffer.alloc(10 * 1024 * 1024 + 1, 32))
    expect([large.status, codeOf(large)]).toEqual([413, 'too_large'])
    expect(codeOf(await send('a.exe', Buffer.from('MZ')))).toBe('invoice_file_kind')
    expect(codeOf(await send('a.zip', Buffer.from('no archive')))).toBe('invoice_zip_invalid')
    expect(await readdir(shop.app.files.workFolder)).toEqual([])
  })
})

describe('a PDF file', () => {
  test('belongs to the invoice whose number or ETTN is in its name', async () => {
    const [first, second] = [newInvoice(), newInvoice()]
    const { invoiceId } = await upload(first)
    await upload(second)
    expect(await sendFile(`Fatura_${first.number}_imzali.pdf`, pdf('1'))).toMatchObject([
      { outcome: 'attached', invoiceId },
    ])
    expect(await sendFile(`${second.ettn.toUpperCase()}.pdf`, pdf('2'))).toMatchObject([
      { outcome: 'attached', invoiceNo: second.number },
    ])
    expect(await sendFile(`${first.number}.pdf`, pdf('1'))).toMatchObject([{ outcome: 'same' }])
    expect(await sendFile(`${first.number}.pdf`, pdf('3'))).toMatchObject([{ outcome: 'refused' }])
    const file = await dealer.send('GET', `/account/invoices/${invoiceId}/pdf`)
    expect([file.status, file.headers['content-type'], file.text]).toEqual([
      200,
      'application/pdf',
      pdf('1').toString(),
    ])
  })

  test('is refused if it is none, or names no invoice', async () => {
    const { number } = await addInvoice()
    expect(await sendFile(`${number}.pdf`, Buffer.from('<html><script>1</script>'))).toMatchObject([
      { outcome: 'refused', message: 'Dosya bir PDF değil.' },
    ])
    expect(await sendFile('tarama.pdf', pdf())).toMatchObject([{ outcome: 'refused', invoiceId: null }])
  })

  test('is set and replaced on the page of its invoice', async () => {
    const { id } = await addInvoice()
    const headers = { 'content-type': 'application/octet-stream' }
    for (const text of ['eski', 'yeni']) {
      const answer = await admin.send('POST', `/yonetim/invoices/${id}/pdf`, { body: pdf(text), headers })
      expect(answer).toMatchObject({ status: 200, body: { hasPdf: true } })
      expect((await dealer.send('GET', `/account/invoices/${id}/pdf`)).text).toContain(text)
    }
    const none = await admin.send('POST', `/yonetim/invoices/${id}/pdf`, { body: Buffer.from('GIF89a'), headers })
    expect([none.status, codeOf(none)]).toEqual([422, 'invoice_pdf_invalid'])
  })
})

test('an archive adds its documents before its PDF files, and reports each refused one', async () => {
  const [first, second] = [newInvoice(), newInvoice()]
  const zip = makeZip([
    { name: `${first.number}.pdf`, content: pdf() },
    { name: 'mayis/1.xml', content: ublInvoice(first) },
    { name: 'mayis/2.XML', content: ublInvoice(second) },
    { name: 'mayis/bozuk.xml', content: '<Invoice>' },
    { name: 'liste.txt', content: 'metin' },
    { name: '__MACOSX/._1.xml', content: 'x' },
  ])
  const results = await sendFile('faturalar.zip', zip)
  expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['mayis/1.xml', 'added'],
    ['mayis/2.XML', 'added'],
    ['mayis/bozuk.xml', 'refused'],
    [`${first.number}.pdf`, 'attached'],
    ['liste.txt', 'refused'],
  ])
  expect(await list()).toHaveLength(2)
})

describe('the list', () => {
  test('is filtered by words, state and days, sorted, and downloaded with its filter', async () => {
    const first = await addInvoice({ day: addDays(today, -40), dueDay: addDays(today, -10) }, '1')
    const second = await addInvoice({ day: addDays(today, -5) }, '1')
    const numbers = async (query: string) => (await list(query)).map(({ invoiceNo }) => invoiceNo)
    expect(await numbers('')).toEqual([second.number, first.number])
    expect(await numbers('?sort=date')).toEqual([first.number, second.number])
    expect(await numbers(`?q=${second.number.slice(-6).toLowerCase()}`)).toEqual([second.number])
    expect(await numbers('?status=overdue')).toEqual([first.number])
    expect(await numbers('?status=open')).toEqual([second.number])
    expect(await numbers(`?to=${addDays(today, -20)}`)).toEqual([first.number])
    expect(await numbers('?status=nonsense&from=x&page=-1&sort=%00')).toHaveLength(2)
    const csv = await dealer.send('GET', '/account/invoices.csv?status=overdue')
    expect(csv.status).toBe(200)
    expect(csv.text).toContain(first.number)
    expect(csv.text).not.toContain(second.number)
    expect((await dealer.send('GET', '/account/invoices.xlsx')).status).toBe(200)
  })

  test('of all dealers is filtered by dealer', async () => {
    const { number } = await addInvoice()
    const code = actor.dealer?.code ?? ''
    const answer = await admin.send('GET', `/yonetim/invoices?dealer=${code}`)
    expect(answer.body).toMatchObject({
      total: 1,
      items: [{ invoiceNo: number, dealerCode: code, hasDifferences: false }],
    })
    expect((await admin.send('GET', `/yonetim/faturalar.csv?dealer=${code}`)).text).toContain(number)
  })
})

test('an upload that a crash interrupted is removed after a day', async () => {
  const { workFolder } = shop.app.files
  await mkdir(workFolder, { recursive: true })
  await writeFile(join(workFolder, 'upload'), 'x')
  await purgeWorkFolder(workFolder)
  expect(await readdir(workFolder)).toEqual(['upload'])
  await purgeWorkFolder(workFolder, Date.now() + 25 * 3600 * 1000)
  expect(await readdir(workFolder)).toEqual([])
})

test('files without an invoice are removed after a day', async () => {
  const { id } = await addInvoice()
  const stored = async () => {
    const folder = invoicesFolder(shop.app.files).place
    const parts = await readdir(folder)
    return (await Promise.all(parts.map((part) => readdir(join(folder, part)).catch(() => [])))).flat()
  }
  const row = await pool.one<{ hash: string }>('SELECT hash FROM invoice_files WHERE invoice_id = $1', [id])
  expect(await stored()).toContain(row?.hash)
  expect((await admin.send('DELETE', `/yonetim/invoices/${id}`)).status).toBe(200)
  const [folder, now] = [invoicesFolder(shop.app.files), new Date()]
  await purgeInvoiceFiles(pool, folder, now)
  expect(await stored()).toContain(row?.hash)
  await purgeInvoiceFiles(pool, folder, new Date(now.getTime() + 25 * 3600 * 1000))
  expect(await stored()).not.toContain(row?.hash)
  expect((await dealer.send('GET', `/api/account/invoices/${id}`)).status).toBe(404)
})
