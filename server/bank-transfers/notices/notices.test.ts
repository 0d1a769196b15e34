import { describe, expect, test } from 'vitest'
import { transferReceiptPath } from '#contract/core/transfer-paths.ts'
import type { TransferReceipt } from '#contract/shop/transfers.ts'
import { addDays, formatDay } from '#domain/text/calendar-day.ts'
import sharp from 'sharp'
import {
  actor,
  admin,
  dealer,
  dealerId,
  debt,
  emails,
  noticesOf,
  other,
  otherActor,
  pool,
  report,
  reported,
  senderIban,
  shop,
  today,
  useTestTransfers,
} from '#server/bank-transfers/test-transfers.ts'
import { addColleague, addStaff } from '#testing/store-rows.ts'
import { codeOf } from '#testing/shop.ts'

useTestTransfers()

const pdf = Buffer.from('%PDF-1.7\na\n%%EOF\n')
const upload = (name: string, body: Buffer, by = dealer) =>
  by.send('POST', `/api/account/transfer-receipts?name=${encodeURIComponent(name)}`, {
    body,
    headers: { 'content-type': 'application/octet-stream' },
  })
const uploaded = async (name: string, body: Buffer) => (await upload(name, body)).body as TransferReceipt

describe('reporting a transfer', () => {
  test('stores it for all users of the dealer, newest first', async () => {
    await reported({ amount: '1.250,50', note: 'Kasım ödemesi' })
    await reported({ amount: '99,90' })
    const colleague = await shop.signedIn(await addColleague(pool, actor.dealer ?? expect.fail('a dealer')))
    expect(await noticesOf(colleague)).toMatchObject([
      { amount: 99.9 },
      { amount: 1250.5, day: today, bank: 'Ziraat Bankası', note: 'Kasım ödemesi', state: 'waiting', receipt: null },
    ])
    expect(await noticesOf(other)).toEqual([])
  })

  test('stores it once for the same key, also in parallel', async () => {
    const body = report()
    const answers = await Promise.all([0, 1, 2].map(() => dealer.send('POST', '/api/account/transfers', { body })))
    expect(new Set(answers.map((answer) => (answer.body as { id: number }).id)).size).toBe(1)
    expect(await noticesOf()).toHaveLength(1)
  })

  test.each([
    [{ amount: '' }, 'amount_missing'],
    [{ amount: '0' }, 'amount_missing'],
    [{ amount: '-5' }, 'amount_invalid'],
    [{ amount: '10,555' }, 'amount_invalid'],
    [{ day: formatDay(addDays(today, 1)) }, 'transfer_day_invalid'],
    [{ day: formatDay(addDays(today, -91)) }, 'transfer_day_invalid'],
    [{ day: '31.02.2026' }, 'transfer_day_invalid'],
    [{ iban: senderIban }, 'transfer_account_unknown'],
    [{ sender: '  ' }, 'transfer_sender_missing'],
    [{ debts: [999_999_999] }, 'debts_changed'],
    [{ orderNo: 'S2026999999' }, 'order_not_found'],
    [{ receipt: 'a'.repeat(32) }, 'transfer_receipt_missing'],
  ])('refuses %o', async (change, code) => {
    expect(codeOf(await dealer.send('POST', '/api/account/transfers', { body: report(change) }))).toBe(code)
    expect(await noticesOf()).toEqual([])
  })

  test('refuses debts and receipts of another dealer', async () => {
    const foreign = await debt('50.00', 'FTR1', 0, otherActor)
    expect(codeOf(await dealer.send('POST', '/api/account/transfers', { body: report({ debts: [foreign] }) }))).toBe(
      'debts_changed',
    )
    const { file } = (await upload('dekont.pdf', pdf, other)).body as TransferReceipt
    expect(codeOf(await dealer.send('POST', '/api/account/transfers', { body: report({ receipt: file }) }))).toBe(
      'transfer_receipt_missing',
    )
  })

  test('refuses more than a hundred that wait', async () => {
    await pool.execute(
      `INSERT INTO transfer_notices (dealer_id, user_id, request_key, amount, sent_on, bank, iban, sender)
       SELECT $1, $2, 'anahtar-' || n, 1, $3, 'Banka', 'TR', 'Ad' FROM generate_series(1, 100) n`,
      [dealerId(), actor.userId, today],
    )
    expect(codeOf(await dealer.send('POST', '/api/account/transfers', { body: report() }))).toBe('transfer_too_many')
  })

  test('needs the right to pay, and the statement to read', async () => {
    const reader = await addColleague(pool, actor.dealer ?? expect.fail('a dealer'))
    await pool.execute(`UPDATE users SET user_role = 'viewer' WHERE id = $1`, [reader.userId])
    const viewer = await shop.signedIn(reader)
    expect((await viewer.send('POST', '/api/account/transfers', { body: report() })).status).toBe(403)
    expect((await viewer.send('GET', '/api/account/transfers')).status).toBe(403)
  })
})

describe('receipts', () => {
  test('are PDF files as they are, and pictures drawn anew', async () => {
    expect(await uploaded('../Dekont kasım.PDF', pdf)).toMatchObject({
      kind: 'pdf',
      name: 'Dekont kasım.pdf',
      bytes: pdf.length,
    })
    const picture = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
      .png({})
      .toBuffer()
    expect(await uploaded('dekont.png', picture)).toMatchObject({ kind: 'picture', name: 'dekont.jpg' })
    for (const content of ['<svg onload="x"></svg>', 'MZ', '%PDF-1.7 cut']) {
      expect(codeOf(await upload('dekont.pdf', Buffer.from(content)))).toBe('transfer_receipt_invalid')
    }
  })

  test('are opened by the dealer and by staff of payments, and by no one else', async () => {
    const { file } = await uploaded('dekont.pdf', pdf)
    expect((await admin.send('GET', transferReceiptPath(file))).status).toBe(404)
    await reported({ receipt: file })
    expect((await noticesOf())[0]?.receipt).toMatchObject({ file, name: 'dekont.pdf' })
    const opened = await dealer.send('GET', transferReceiptPath(file))
    expect([opened.status, opened.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(opened.headers['content-disposition']).toMatch(/^attachment/)
    expect((await admin.send('GET', transferReceiptPath(file))).status).toBe(200)
    const catalog = await shop.signedIn(await addStaff(pool, 'catalog'))
    for (const who of [other, catalog]) expect((await who.send('GET', transferReceiptPath(file))).status).toBe(404)
    expect((await (await shop.guest()).send('GET', transferReceiptPath(file))).status).toBe(401)
  })

  test('belong to one notice', async () => {
    const { file } = await uploaded('dekont.pdf', pdf)
    await reported({ receipt: file })
    expect(codeOf(await dealer.send('POST', '/api/account/transfers', { body: report({ receipt: file }) }))).toBe(
      'transfer_receipt_missing',
    )
  })
})

test('a dealer withdraws a waiting notice, its own only', async () => {
  const { id } = await reported()
  const withdraw = (by: typeof dealer) => by.send('POST', `/api/account/transfers/${id}/withdraw`)
  expect(codeOf(await withdraw(other))).toBe('transfer_not_found')
  expect(await withdraw(dealer)).toMatchObject({ status: 200, body: { state: 'withdrawn' } })
  expect(codeOf(await withdraw(dealer))).toBe('transfer_settled')
})

test('staff reject a notice with a reason that the dealer reads and gets by email', async () => {
  const { id } = await reported()
  const reject = (reason: string) => admin.send('POST', `/yonetim/transfer-notices/${id}/reject`, { body: { reason } })
  expect((await reject('')).status).toBe(422)
  expect(await reject('Hesapta böyle bir tutar yok')).toMatchObject({ status: 200, body: { state: 'rejected' } })
  expect(codeOf(await reject('yine'))).toBe('transfer_settled')
  expect(await noticesOf()).toMatchObject([{ state: 'rejected', reason: 'Hesapta böyle bir tutar yok' }])
  const [mail] = await emails()
  expect(mail).toMatchObject({ to: actor.email, subject: 'Havale bildiriminiz reddedildi: ₺1.250,00' })
  expect(mail?.text).toContain('Hesapta böyle bir tutar yok')
})

test('staff list what waits, the oldest first, by dealer, sender and amount', async () => {
  const first = await reported({ sender: 'Çınar Yapı' })
  const second = await reported({ amount: '77,50' }, other)
  const list = async (query = '') =>
    ((await admin.send('GET', `/yonetim/transfer-notices${query}`)).body as { items: { id: number }[] }).items.map(
      ({ id }) => id,
    )
  expect(await list()).toEqual([first.id, second.id])
  expect(await list('?q=cinar')).toEqual([first.id])
  expect(await list('?q=77,50')).toEqual([second.id])
  expect(await list('?state=rejected')).toEqual([])
  expect(
    (await (await shop.signedIn(await addStaff(pool, 'catalog'))).send('GET', '/yonetim/transfer-notices')).status,
  ).toBe(403)
})

test('the accounts of the store are listed with their holder: its title, or its name without one', async () => {
  const holder = async () =>
    ((await dealer.send('GET', '/api/account/transfers')).body as { accountHolder: string }).accountHolder
  expect(await holder()).toBe('Toptan')
  await shop.setSetting('storeTitle', 'Yılmaz Ticaret A.Ş.')
  expect(await holder()).toBe('Yılmaz Ticaret A.Ş.')
  await shop.setSetting('storeTitle', '')
})
