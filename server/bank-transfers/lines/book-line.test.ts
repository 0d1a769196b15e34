import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { BankLine } from '#contract/admin/bank-lines.ts'
import type { Statement } from '#contract/shop/statement.ts'
import { addDays, formatDay } from '#domain/text/calendar-day.ts'
import {
  actor,
  admin,
  balanceOf,
  book,
  codeOfDealer,
  csv,
  debt,
  dealer,
  dealerId,
  emails,
  head,
  imported,
  line,
  linesOf,
  movementsOf,
  noticesOf,
  other,
  otherActor,
  part,
  pool,
  reopen,
  reported,
  senderIban,
  shop,
  today,
  unpaid,
  useTestTransfers,
} from '#server/bank-transfers/test-transfers.ts'
import { importMovements } from '#server/statement/statement.ts'
import { addStaff } from '#testing/store-rows.ts'
import { codeOf } from '#testing/shop.ts'

useTestTransfers()

const day = formatDay(today)

describe('booking a line', () => {
  test('credits the account once and pays the oldest due', async () => {
    await debt('1000.00', 'FTR1', -10)
    await debt('500.00', 'FTR2', 5)
    const { id } = await line()
    const booked = await book(id)
    expect(booked).toMatchObject({
      status: 200,
      body: { state: 'booked', bookings: [{ dealer: codeOfDealer(), amount: 1250 }] },
    })
    expect(await unpaid()).toEqual({ FTR1: '0.00', FTR2: '250.00' })
    expect(await balanceOf()).toBe('250.00')
    expect(codeOf(await book(id))).toBe('line_settled')
    expect((await movementsOf()).filter(({ credit }) => credit !== '0.00')).toHaveLength(1)
  })

  test('describes the credit and its reversal by the sender, in the reader’s language', async () => {
    await imported(`Tarih;Açıklama;Tutar;Gönderen\n${day};GELEN EFT;1.250,00;TAŞPINAR HIRDAVAT\n`)
    const [sent] = await linesOf('open')
    await book(sent?.id ?? 0)
    const unnamed = await line('300,00')
    const notice = await reported({ amount: '300,00', sender: 'Kaya Yapı' })
    await book(unnamed.id, [part({ amount: '300,00', noticeId: notice.id })])
    await book((await line('500,00')).id, [part({ amount: '500,00' })])
    await reopen(unnamed.id)
    const shown = async (language: string) => {
      const { body } = await dealer.send('GET', '/api/account/statement', { headers: { 'accept-language': language } })
      return (body as Statement).items.map(({ description }) => description).toSorted()
    }
    const tr = ['Havale/EFT', 'Havale/EFT kaydının iptali, Kaya Yapı', 'Havale/EFT, Kaya Yapı']
    const stored = [...tr, 'Havale/EFT, TAŞPINAR HIRDAVAT']
    expect(await shown('tr')).toEqual(stored.toSorted())
    expect(await shown('en')).toEqual([
      'Bank transfer',
      'Bank transfer, Kaya Yapı',
      'Bank transfer, TAŞPINAR HIRDAVAT',
      'Reversal of a bank transfer, Kaya Yapı',
    ])
  })

  test('books once when two accountants book at the same time', async () => {
    const { id } = await line()
    const parts = [
      [part()],
      [part({ dealerId: dealerId(otherActor) })],
      [part()],
      [part({ dealerId: dealerId(otherActor) })],
    ]
    const answers = await Promise.all(parts.map((each) => book(id, each)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect([...(await movementsOf()), ...(await movementsOf(otherActor))]).toMatchObject([{ credit: '1250.00' }])
  })

  test('pays the chosen debts first', async () => {
    await debt('1000.00', 'FTR1', -10)
    const later = await debt('1100.00', 'FTR2', 20)
    await book((await line()).id, [part({ debts: [later] })])
    expect(await unpaid()).toEqual({ FTR1: '850.00', FTR2: '0.00' })
  })

  test('refuses debts of another dealer and debts that were paid since', async () => {
    const foreign = await debt('100.00', 'FTR1', 0, otherActor)
    const own = await debt('10.00', 'FTR2')
    const first = await line()
    expect(codeOf(await book(first.id, [part({ debts: [foreign] })]))).toBe('debts_changed')
    await book(first.id, [part({ debts: [own] })])
    expect(codeOf(await book((await line()).id, [part({ debts: [own] })]))).toBe('debts_changed')
  })

  test('splits a line over dealers, to the kuruş', async () => {
    const { id } = await line('1.000,01')
    const split = (...amounts: [string, string]) => [
      part({ amount: amounts[0] }),
      part({ amount: amounts[1], dealerId: dealerId(otherActor) }),
    ]
    const wrong: [string, string][] = [
      ['600', '400'],
      ['600', '400,02'],
      ['1.000,01', '0,01'],
    ]
    for (const amounts of wrong) {
      expect(codeOf(await book(id, split(...amounts)))).toBe('line_parts_differ')
    }
    expect(codeOf(await book(id, [part({ amount: '600,01' }), part({ amount: '400' })]))).toBe('line_dealer_repeated')
    expect(codeOf(await book(id, [part({ dealerId: 999_999_999 })]))).toBe('dealer_not_found')
    expect(codeOf(await book(id, [part({ amount: '-5' })]))).toBe('amount_invalid')
    expect(await movementsOf()).toEqual([])
    expect((await book(id, split('600,01', '400'))).status).toBe(200)
    expect(await balanceOf()).toBe('-600.01')
    expect(await balanceOf(otherActor)).toBe('-400.00')
  })

  test('emails the dealer and writes the audit log', async () => {
    const { id } = await line()
    await book(id)
    expect(await emails()).toMatchObject([{ to: actor.email, subject: 'Ödemeniz hesabınıza işlendi: ₺1.250,00' }])
    const entries = await pool.query('SELECT action FROM audit_log WHERE noun = $1 AND noun_id = $2', [
      'bank_line',
      String(id),
    ])
    expect(entries).toEqual([{ action: 'book' }])
  })

  test('needs the right to change payments', async () => {
    const { id } = await line()
    for (const role of ['readOnly', 'orders', 'people'] as const) {
      expect((await book(id, [part()], await shop.signedIn(await addStaff(pool, role)))).status).toBe(403)
    }
    expect((await book(id, [part()], await shop.signedIn(await addStaff(pool, 'payments')))).status).toBe(200)
  })
})

describe('notices of dealers', () => {
  test('are suggested, matched by one click, and seen by the dealer', async () => {
    const invoice = await debt('2000.00', 'FTR9', 10)
    await debt('2000.00', 'FTR8', -10)
    const notice = await reported({ debts: [invoice] })
    const { id, suggestions } = await line()
    expect(suggestions).toMatchObject([
      {
        dealerId: dealerId(),
        noticeId: notice.id,
        debts: [{ documentNo: 'FTR9' }],
        reasons: ['notice'],
        isStrong: true,
      },
    ])
    await book(id, [part({ noticeId: notice.id, debts: [invoice] })])
    expect(await noticesOf()).toMatchObject([{ state: 'matched', debts: [{ documentNo: 'FTR9', unpaid: 750 }] }])
    expect(codeOf(await dealer.send('POST', `/api/account/transfers/${notice.id}/withdraw`))).toBe('transfer_settled')
  })

  test('are matched with one line', async () => {
    const notice = await reported()
    const [first, second] = [await line(), await line()]
    await book(first.id, [part({ noticeId: notice.id })])
    expect(codeOf(await book(second.id, [part({ noticeId: notice.id })]))).toBe('transfer_settled')
    expect(await balanceOf()).toBe('-1250.00')
  })

  test('of another dealer or that were withdrawn are refused', async () => {
    const foreign = await reported({}, other)
    const { id } = await line()
    expect(codeOf(await book(id, [part({ noticeId: foreign.id })]))).toBe('transfer_settled')
    const own = await reported()
    await dealer.send('POST', `/api/account/transfers/${own.id}/withdraw`)
    expect(codeOf(await book(id, [part({ noticeId: own.id })]))).toBe('transfer_settled')
    expect(await movementsOf()).toEqual([])
  })
})

describe('taking a booking back', () => {
  test('makes a counter-booking, opens what was paid, and lets notice and line be booked again', async () => {
    const invoice = await debt('1250.00', 'FTR1', -10)
    const notice = await reported({ debts: [invoice] })
    const { id } = await line()
    await book(id, [part({ noticeId: notice.id, debts: [invoice] })])
    expect(await reopen(id)).toMatchObject({ status: 200, body: { state: 'open', bookings: [] } })
    expect(await unpaid()).toMatchObject({ FTR1: '1250.00' })
    expect(await balanceOf()).toBe('1250.00')
    expect(await noticesOf()).toMatchObject([{ state: 'waiting' }])
    expect(codeOf(await reopen(id))).toBe('line_open')
    await book(id, [part({ noticeId: notice.id, debts: [invoice] })])
    expect(await unpaid()).toMatchObject({ FTR1: '0.00' })
    const references = (await movementsOf()).map(({ reference }) => reference.replace(/\d+/, 'n'))
    expect(references).toEqual(['FTRn', 'HAVALE-n', 'HAVALE-n-IPTAL', 'HAVALE-n'])
  })

  test('opens the oldest due debts of a payment without a choice', async () => {
    await debt('1000.00', 'FTR1', -10)
    const { id } = await line()
    await book(id)
    await reopen(id)
    const left = (await movementsOf())
      .filter(({ unpaid: open }) => open !== '0.00')
      .map(({ reference, unpaid: open }) => [reference, open])
    expect(left).toEqual([['FTR1', '1000.00']])
  })

  test('happens once when two users do it at the same time', async () => {
    const { id } = await line()
    await book(id)
    const answers = await Promise.all([reopen(id), reopen(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await balanceOf()).toBe('0.00')
  })

  test('sends no email about a booking that is no longer there', async () => {
    const { id } = await line()
    await book(id)
    await reopen(id)
    expect(await emails()).toEqual([])
  })
})

test('a line that is no payment is set aside with a reason, and opened again', async () => {
  const { id } = await line()
  const ignore = (reason: string) => admin.send('POST', `/yonetim/bank-lines/${id}/ignore`, { body: { reason } })
  expect((await ignore(' ')).status).toBe(422)
  expect(await ignore('POS aktarımı')).toMatchObject({ body: { state: 'ignored', reason: 'POS aktarımı' } })
  expect(codeOf(await ignore('yine'))).toBe('line_settled')
  expect(codeOf(await book(id))).toBe('line_settled')
  expect((await linesOf('ignored')).map((each) => each.id)).toEqual([id])
  expect(await reopen(id)).toMatchObject({ body: { state: 'open', reason: '' } })
})

describe('suggestions', () => {
  const suggestionsOf = async (text: string, amount = '1.250,00'): Promise<BankLine['suggestions']> => {
    await imported(csv([amount, text]))
    return (await linesOf()).find(({ description }) => description.includes(text))?.suggestions ?? []
  }
  /** Dealers of tests before get another name. */
  const nameDealer = async (name: string, taxNumber: string) => {
    await pool.execute('UPDATE dealers SET name = code, tax_number = NULL')
    await pool.execute('UPDATE dealers SET name = $2, tax_number = $3 WHERE id = $1', [dealerId(), name, taxNumber])
  }

  test('remember the account of an earlier match, until it is taken back', async () => {
    const known = await line('10,00', `EFT ${senderIban}`)
    await book(known.id, [part({ amount: '10,00' })])
    expect(await suggestionsOf(`BASKA METIN ${senderIban}`)).toMatchObject([
      { dealerId: dealerId(), reasons: ['iban'], isStrong: true },
    ])
    await reopen(known.id)
    const open = (await linesOf()).find(({ description }) => description.startsWith('BASKA'))
    expect(open?.suggestions).toEqual([])
  })

  test.each([
    ['name', 'FAST KARADENIZ HIRDAVAT LIMITED STI'],
    ['taxNumber', 'ODEME VKN 8590007777'],
  ])('find a dealer by its %s', async (reason, text) => {
    await nameDealer('Karadeniz Hırdavat San. ve Tic. Ltd. Şti.', '859 000 7777')
    expect((await suggestionsOf(text))[0]).toMatchObject({
      dealerId: dealerId(),
      reasons: expect.arrayContaining([reason]),
    })
  })

  test('find a dealer by an invoice in the text and pay it', async () => {
    const id = await debt('3000.00', 'ABC2026000000042')
    expect((await suggestionsOf('FATURA abc2026000000042 KARSILIGI'))[0]).toMatchObject({
      dealerId: dealerId(),
      debts: [{ id, documentNo: 'ABC2026000000042', unpaid: 3000 }],
      reasons: ['document'],
    })
  })

  test('find a dealer by the amount of an open debt, weakly', async () => {
    await debt('777.77', 'FTR1')
    expect(await suggestionsOf('EFT', '777,77')).toMatchObject([{ reasons: ['amountOfDebt'], isStrong: false }])
  })

  test('are read in few statements for a page of lines and many dealers', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => `${day};GELEN EFT FIRMA${n} YAPI;${n + 1},00;;`)
    await imported([head, ...rows].join('\n'))
    const names = Array.from({ length: 3000 }, (_, n) => `Firma${n} Yapı Malzemeleri`)
    await pool.execute(
      'INSERT INTO dealers (code, name) SELECT $1 || n, name FROM unnest($2::text[]) WITH ORDINALITY AS d (name, n)',
      [`${codeOfDealer()}-`, names],
    )
    const found = await linesOf()
    expect(found.filter(({ suggestions }) => suggestions.length > 0)).toHaveLength(100)
  })
})

test('dealers are found by code and name, with what a line may pay', async () => {
  await pool.execute('UPDATE dealers SET name = $2 WHERE id = $1', [dealerId(), 'Çınar İnşaat'])
  const found = (await admin.send('GET', '/yonetim/transfer-dealers?q=insaat%20cinar')).body as { items: object[] }
  expect(found.items).toEqual([{ id: dealerId(), code: codeOfDealer(), name: 'Çınar İnşaat' }])
  const id = await debt('50.00', 'FTR1')
  const notice = await reported()
  expect((await admin.send('GET', `/yonetim/transfer-dealers/${dealerId()}`)).body).toEqual({
    notices: [{ id: notice.id, amount: 1250, day: today, sender: notice.sender }],
    debts: [{ id, documentNo: 'FTR1', date: addDays(today, -30), dueDate: today, debit: 50, unpaid: 50 }],
  })
  expect((await admin.send('GET', '/yonetim/transfer-dealers/999999999')).status).toBe(404)
})

describe('an import of the ERP', () => {
  /** The ERP's movements of the dealer, as `document;credit;reference`. */
  async function fromErp(...rows: string[]): Promise<void> {
    const path = join(shop.dataDir, 'hareketler.csv')
    const columns = 'Cari Kodu;Tarih;Belge No;Alacak;Referans'
    await writeFile(path, [columns, ...rows.map((row) => `${codeOfDealer()};${day};${row}`)].join('\n'))
    const result = await importMovements(pool, { file: { path, name: 'hareketler.csv' }, today, dryRun: false })
    expect(result).toMatchObject({ ok: true })
  }

  test('adds nothing for a transfer that the account has, by the bank’s number or the movement’s reference', async () => {
    const { id, reference } = await line()
    await book(id)
    const [own] = await movementsOf()
    await fromErp(`${reference};1250;ERP-1`, `;1250;${own?.reference}`)
    expect(await balanceOf()).toBe('-1250.00')
    await fromErp(`${reference};1250,01;ERP-2`, `BASKA;1250;ERP-3`)
    expect(await balanceOf()).toBe('-3750.01')
  })
})
