import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addDays } from '#domain/text/calendar-day.ts'
import { importMovements, recalculateBalances } from '#server/statement/statement.ts'
import { codeOf } from '#testing/shop.ts'
import { addProduct, fillCart } from '#testing/store-rows.ts'
import {
  actor,
  addInvoice,
  admin,
  dealer,
  dealerId,
  movementRows,
  newInvoice,
  pool,
  stateOf,
  storeTaxNumber,
  taxNumber,
  today,
  upload,
  useTestInvoices,
} from './test-invoices.ts'

useTestInvoices()

const head = 'Cari Kodu;Tarih;Vade;Belge No;Tür;Açıklama;Borç;Alacak;Döviz;Referans'

/** Imports movements of the ERP for the dealer of the test. */
async function importErp(...lines: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'toptan-invoices-'))
  const path = join(folder, 'hareketler.csv')
  await writeFile(path, `${head}\n${lines.map((line) => `${actor.dealer?.code};${line}`).join('\n')}\n`)
  const result = await importMovements(pool, { file: { path, name: 'hareketler.csv' }, today, dryRun: false })
  await rm(folder, { recursive: true })
  if (!result.ok) throw new Error(result.code)
  return result.summary
}

const balance = async () =>
  Number((await pool.one<{ balance: string }>('SELECT balance FROM dealers WHERE id = $1', [dealerId()]))?.balance)

describe('the account movement of an invoice', () => {
  test('is found by its number, whichever of the two comes first', async () => {
    const first = newInvoice()
    await importErp(`${first.day};${today};${first.number};Fatura;;2400;;TL;R1`)
    const { invoiceId } = await upload(first)
    expect(await stateOf(invoiceId ?? 0)).toEqual(['open', 2400])
    const second = await addInvoice()
    expect(await stateOf(second.id)).toEqual(['unposted', null])
    await importErp(`${today};;${second.number};Fatura;;2400;;TL;R2`)
    expect(await stateOf(second.id)).toEqual(['open', 2400])
    // The ERP may have the number as its own key of the movement.
    const third = await addInvoice()
    await importErp(`${today};;;Fatura;;2400;;TL;${third.number}`)
    expect(await stateOf(third.id)).toEqual(['open', 2400])
  })

  test('is not a payment or a movement of another dealer with the number', async () => {
    const { id, number } = await addInvoice()
    await importErp(`${today};;${number};Tahsilat;;;2400;TL;R1`)
    expect(await stateOf(id)).toEqual(['unposted', null])
  })

  test('gives the state: open, partly paid, paid, overdue', async () => {
    const { id, number } = await addInvoice()
    await importErp(`${addDays(today, -10)};${addDays(today, 5)};${number};Fatura;;2400;;TL;R1`)
    expect(await stateOf(id)).toEqual(['open', 2400])
    await importErp(`${today};;;Tahsilat;;;1000;TL;P1`)
    expect(await stateOf(id)).toEqual(['partly_paid', 1400])
    await pool.execute('UPDATE account_movements SET due_on = $2 WHERE dealer_id = $1 AND debit > 0', [
      dealerId(),
      addDays(today, -1),
    ])
    expect(await stateOf(id)).toEqual(['overdue', 1400])
    await importErp(`${today};;;Tahsilat;;;1400;TL;P2`)
    expect(await stateOf(id)).toEqual(['paid', 0])
  })

  test('is chosen manually where the numbers differ, and only among the dealer’s own', async () => {
    const { id } = await addInvoice()
    await importErp(`${today};;FT-77;Fatura;;2400;;TL;R77`)
    const change = (body: object) => admin.send('PATCH', `/yonetim/invoices/${id}`, { body })
    expect(codeOf(await change({ documentNo: 'FT-78' }))).toBe('invoice_movement_unknown')
    expect(codeOf(await change({ orderNo: 'S2020000001' }))).toBe('invoice_order_unknown')
    expect(await change({ documentNo: 'FT-77' })).toMatchObject({
      status: 200,
      body: { movement: { documentNo: 'FT-77' } },
    })
    expect(await stateOf(id)).toEqual(['open', 2400])
    const second = await addInvoice()
    const taken = await admin.send('PATCH', `/yonetim/invoices/${second.id}`, { body: { documentNo: 'FT-77' } })
    expect(codeOf(taken)).toBe('invoice_movement_unknown')
    await change({ documentNo: null })
    expect(await stateOf(id)).toEqual(['unposted', null])
  })

  test('goes with its import: the invoice is then without one', async () => {
    const { id, number } = await addInvoice()
    await importErp(`${today};;${number};Fatura;;2400;;TL;R1`)
    await pool.execute('DELETE FROM account_movements WHERE dealer_id = $1', [dealerId()])
    expect(await stateOf(id)).toEqual(['unposted', null])
  })
})

describe('an invoice that the store posts', () => {
  test('is a debt of the account, once', async () => {
    const invoice = newInvoice()
    const results = await Promise.all([upload(invoice, '1'), upload(invoice, '1'), upload(invoice, '1')])
    expect(results.filter(({ isPosted }) => isPosted)).toHaveLength(1)
    expect(await movementRows()).toMatchObject([
      { document_no: invoice.number, kind: 'invoice', debit: '2400.00', reference: `FATURA-${invoice.number}` },
    ])
    expect(await balance()).toBe(2400)
    expect(await stateOf(results[0]?.invoiceId ?? 0)).toEqual(['open', 2400])
    const again = await admin.send('POST', `/yonetim/invoices/${results[0]?.invoiceId}/post`)
    expect([again.status, codeOf(again)]).toEqual([409, 'invoice_posted'])
  })

  test('is not posted beside the ERP’s movement', async () => {
    const invoice = newInvoice()
    await importErp(`${invoice.day};;${invoice.number};Fatura;;2400;;TL;R1`)
    expect(await upload(invoice, '1')).toMatchObject({ isPosted: false })
    expect(await movementRows()).toHaveLength(1)
    expect(await balance()).toBe(2400)
  })

  test.each([
    ['with its own reference, on another day and with another amount', 'LOGO-9', '2400,01'],
    ['without a reference', '', '2400'],
  ])('becomes the ERP’s movement when that arrives: %s', async (_how, reference, amount) => {
    const { id, number } = await addInvoice({}, '1')
    const line = `${addDays(today, -9)};${today};${number};Fatura;;${amount};;TL;${reference}`
    expect(await importErp(line)).toMatchObject({ added: 0, changed: 1 })
    expect(await importErp(line)).toMatchObject({ added: 0, changed: 0, unchanged: 1 })
    const rows = await movementRows()
    expect(rows).toHaveLength(1)
    expect(rows).toMatchObject([{ reference: reference || `FATURA-${number}` }])
    expect((await stateOf(id))[0]).toBe('open')
  })

  test('in a foreign currency is left to the ERP', async () => {
    const { id } = await addInvoice({ currency: 'USD', rate: '43.1' }, '1')
    expect(await movementRows()).toEqual([])
    expect(codeOf(await admin.send('POST', `/yonetim/invoices/${id}/post`))).toBe('invoice_currency_unposted')
  })

  test('is taken back when it is removed; a movement of the ERP stays', async () => {
    const [own, erp] = [await addInvoice({}, '1'), await addInvoice()]
    await importErp(`${today};;${erp.number};Fatura;;2400;;TL;R1`)
    for (const { id } of [own, erp]) expect((await admin.send('DELETE', `/yonetim/invoices/${id}`)).status).toBe(200)
    expect(await movementRows()).toMatchObject([{ reference: 'R1' }])
    expect(await balance()).toBe(2400)
    expect((await admin.send('DELETE', `/yonetim/invoices/${own.id}`)).status).toBe(404)
  })

  test('is taken back with its discount for early payment, and posted again with it', async () => {
    const { unitId } = await addProduct(pool, { stock: 10, price: 1000 })
    await fillCart(pool, actor, [{ unitId, quantity: 2 }])
    const { orderNo } = (await dealer.send('POST', '/api/catalog/cart', { body: {} })).body as { orderNo: string }
    await pool.execute(`UPDATE orders SET early_payment = '[{"days": 20, "percent": "3"}]' WHERE order_no = $1`, [
      orderNo,
    ])
    const post = async () => {
      const { id } = await addInvoice({ number: 'ERK2026000000001' }, '1')
      expect((await admin.send('PATCH', `/yonetim/invoices/${id}`, { body: { orderNo } })).status).toBe(200)
      return id
    }
    const id = await post()
    await importErp(`${addDays(today, -5)};;M1;Tahsilat;;;2400;TL;R1`)
    const paid = ['ERKEN-ERK2026000000001', 'FATURA-ERK2026000000001', 'R1']
    const references = async () => (await movementRows()).map(({ reference }) => reference ?? '')
    expect((await references()).toSorted()).toEqual(paid)
    await admin.send('DELETE', `/yonetim/invoices/${id}`)
    expect(await references()).toEqual(['R1'])
    await post()
    expect((await references()).toSorted()).toEqual(paid)
  })

  test('changes a balance that was entered manually by its amount, and back', async () => {
    await pool.execute('UPDATE dealers SET balance = 500 WHERE id = $1', [dealerId()])
    const { id } = await addInvoice({}, '1')
    expect(await balance()).toBe(2900)
    await admin.send('DELETE', `/yonetim/invoices/${id}`)
    expect(await balance()).toBe(500)
  })

  test('of a dealer for returned goods lowers the debt', async () => {
    await addInvoice({}, '1')
    const { id } = await addInvoice(
      {
        type: 'IADE',
        seller: { taxNumber, name: 'Işık Elektrik' },
        buyer: { taxNumber: storeTaxNumber, name: 'Örnek Toptan A.Ş.' },
        lines: [{ code: 'MTK-18', name: 'Şarjlı matkap', quantity: '1', price: '1000', taxRate: '20' }],
      },
      '1',
    )
    expect(await stateOf(id)).toEqual(['credit', null])
    expect(await balance()).toBe(1200)
    await recalculateBalances(pool, [dealerId()], today)
    expect(await movementRows()).toMatchObject([{ unpaid: '1200.00' }, { kind: 'return', credit: '1200.00' }])
  })
})
