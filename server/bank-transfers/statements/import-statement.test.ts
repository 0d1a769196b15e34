import { expect, test } from 'vitest'
import { addDays, formatDay } from '#domain/text/calendar-day.ts'
import { makeXlsx } from '#server/platform/xlsx/xlsx.ts'
import {
  admin,
  book,
  codeOfDealer,
  csv,
  dealer,
  head,
  imported,
  linesOf,
  ownIban,
  part,
  pool,
  send,
  senderIban,
  shop,
  today,
  useTestTransfers,
} from '#server/bank-transfers/test-transfers.ts'
import { addStaff } from '#testing/store-rows.ts'
import { codeOf, sentenceOf } from '#testing/shop.ts'

useTestTransfers()

const day = formatDay(today)
const stored = () =>
  pool.query<{ amount: string; description: string; sender_iban: string; balance: string | null; occurrence: number }>(
    'SELECT amount, description, sender_iban, balance, occurrence FROM bank_lines ORDER BY id',
  )
const amounts = async () => (await stored()).map(({ amount }) => amount)
const counts = ({ lines, newLines, existing, unread }: Awaited<ReturnType<typeof imported>>) => [
  lines,
  newLines,
  existing,
  unread,
]

test('stores a file that is imported twice once, and says so', async () => {
  const file = csv(['1.250,00', 'GELEN EFT'], ['-40,00', 'MASRAF'], ['300,00', 'HAVALE'])
  expect(counts(await imported(file))).toEqual([3, 3, 0, 0])
  expect(counts(await imported(file, { name: 'aynisi.csv' }))).toEqual([3, 0, 3, 0])
  expect(await amounts()).toEqual(['1250.00', '-40.00', '300.00'])
})

test('adds only the new lines of a file that overlaps another', async () => {
  const lines = ['100,00', '200,00', '300,00'].map((amount, index) => {
    return `${formatDay(addDays(today, index - 2))};EFT;${amount};;DK${index}`
  })
  await imported([head, ...lines.slice(0, 2)].join('\n'))
  expect(counts(await imported([head, ...lines.slice(1)].join('\n')))).toEqual([2, 1, 1, 0])
  expect(await amounts()).toEqual(['100.00', '200.00', '300.00'])
})

test('keeps transfers that are equal in all but the balance, and drops rows that a file repeats', async () => {
  const row = (balance: string) => `${day};GELEN EFT;100,00;${balance};`
  const file = [head, row('100,00'), row('200,00'), row('200,00')].join('\n')
  expect(counts(await imported(file))).toEqual([3, 2, 1, 0])
  expect((await stored()).map(({ balance, occurrence }) => [balance, occurrence])).toEqual([
    ['100.00', 1],
    ['200.00', 2],
  ])
  expect(counts(await imported(file))).toEqual([3, 0, 3, 0])
})

test('stores each line once when the same file is imported in parallel', async () => {
  const file = csv(['1,00', 'A'], ['1,00', 'A'], ['2,00', 'B'])
  const done = await Promise.all([imported(file), imported(file), imported(file)])
  expect(done.map(({ newLines }) => newLines).toSorted((a, b) => a - b)).toEqual([0, 0, 3])
  expect(await amounts()).toEqual(['1.00', '1.00', '2.00'])
})

test('reads the same lines from CSV and Excel as one', async () => {
  await imported(csv(['1.250,50', 'Işık Elektrik']))
  const columns = (['Tarih', 'Açıklama', 'Tutar', 'Dekont No'] as const).map((title) => {
    return { title, kind: title === 'Tutar' ? ('amount' as const) : ('text' as const), width: 20 }
  })
  const book = await makeXlsx({
    name: 'Hareketler',
    columns,
    rows: [[`${day} 10:15:00`, 'IŞIK  ELEKTRİK', 1250.5, 'DK1']],
  })
  expect(counts(await imported(book, { name: 'ekstre.xlsx' }))).toEqual([1, 0, 1, 0])
})

test.each([
  [
    'ISO-8859-9',
    (text: string) =>
      Buffer.from(text.replaceAll('ş', '\xfe').replaceAll('İ', '\xdd').replaceAll('ı', '\xfd'), 'latin1'),
  ],
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
])('reads %s', async (_name, encode) => {
  await imported(encode(`Tarih;Bilgi;Açıklama;Tutar\n${day};;İnşaat ışık;1.000,00\n`.replace('Açıklama', 'aciklama')))
  expect(await stored()).toMatchObject([{ description: 'İnşaat ışık', amount: '1000.00' }])
})

test('finds the header below other lines, reads debit and credit columns, and leaves totals out', async () => {
  const file = [
    'Hesap Hareketleri;;;;',
    `IBAN;${ownIban};;;`,
    'Tarih,Saat;İşlem Açıklaması;Borç;Alacak;Bakiye'.replace('Tarih,Saat', 'İşlem Tarihi'),
    `${day};GELEN HAVALE ${senderIban};;2.500,00;2.500,00`,
    `${day};KREDİ TAKSİTİ;-500,00;;2.000,00`,
    ';Toplam;500,00;2.500,00;',
  ].join('\r\n')
  expect(counts(await imported(file))).toEqual([2, 2, 0, 0])
  expect(await stored()).toMatchObject([
    { amount: '2500.00', sender_iban: senderIban },
    { amount: '-500.00', sender_iban: '' },
  ])
})

test('reports rows that it cannot read, and stores no formula as an amount', async () => {
  const done = await imported(
    [
      head,
      `${day};A;=1+1;;`,
      `32.13.2026;B;5,00;;`,
      `${day};C;5,001;;`,
      `${day};D;;;`,
      `${day};=HYPERLINK("x");7,00;;`,
    ].join('\n'),
  )
  expect([done.newLines, done.unread]).toEqual([1, 4])
  expect(done.problems.map(({ line }) => line)).toEqual([2, 3, 4, 5])
  expect(done.problems[0]?.text).toContain('=1+1')
  expect(await stored()).toMatchObject([{ amount: '7.00', description: '=HYPERLINK("x")' }])
})

test('asks for the columns that it does not recognize, and reads them as chosen', async () => {
  const file = `Gün;Bilgi;Rakam\n${day};EFT;1.250,00\n`
  const asked = await imported(file)
  expect(asked).toMatchObject({
    outcome: 'columns',
    columns: [
      { name: 'Gün', field: null, samples: [day] },
      { name: 'Bilgi', field: null },
      { name: 'Rakam', field: null },
    ],
  })
  expect(await stored()).toEqual([])
  const columns = JSON.stringify({ Gün: 'date', Bilgi: 'description', Rakam: 'amount' })
  expect(counts(await imported(file, { columns }))).toEqual([1, 1, 0, 0])
  expect((await send(file, { columns: '{' })).status).toBe(400)
})

test('warns about gaps in the running balance', async () => {
  const file = [head, `${day};A;100,00;100,00;`, `${day};B;50,00;950,00;`].join('\n')
  expect((await imported(file)).gaps).toBe(1)
})

test('masks card numbers that a bank prints', async () => {
  await imported([head, `${day};POS 4999900000060000 SATIS;5,00;;`].join('\n'))
  expect((await stored())[0]?.description).toBe('POS 499990******0000 SATIS')
})

const mt940 = (lines: string, closing: string) =>
  `:20:REF\r\n:25:${ownIban}\r\n:28C:1/1\r\n:60F:C261127TRY100,00\r\n${lines}:62F:C261128TRY${closing}\r\n-`

test('stores the lines of an MT940 file with the balance after each', async () => {
  const file = mt940(
    ':61:261128C50,00NTRFNONREF//DK1\r\n:86:GELEN EFT\r\n:61:261128C50,00NTRFNONREF//DK1\r\n:86:GELEN EFT\r\n',
    '200,00',
  )
  expect(counts(await imported(file, { name: 'ekstre.sta' }))).toEqual([2, 2, 0, 0])
  expect((await stored()).map(({ balance }) => balance)).toEqual(['150.00', '200.00'])
  expect(counts(await imported(file))).toEqual([2, 0, 2, 0])
})

test.each([
  ['a wrong balance', mt940(':61:261128C50,00NTRFA\r\n', '200,00'), 'statement_balance_differs'],
  ['a file that is cut off', mt940(':61:261128C50,00NTRFA\r\n', '150,00').slice(0, 70), 'statement_cut_off'],
  ['another account', mt940('', '100,00').replace(ownIban, senderIban), 'statement_other_account'],
  ['another currency', mt940('', '100,00').replaceAll('TRY', 'USD'), 'statement_currency'],
  ['an empty file', '', 'bank_statement_empty'],
  ['a table without lines', `${head}\n`, 'bank_statement_empty'],
  ['a picture', '\x89PNG\r\n\x1a\n\x00\x00', 'bank_statement_unreadable'],
  ['a damaged workbook', 'PK\x03\x04 broken', 'bank_statement_unreadable'],
])('refuses %s and stores nothing', async (_name, content, code) => {
  const answer = await send(Buffer.from(content, 'latin1'))
  expect([answer.status, codeOf(answer)]).toEqual([422, code])
  expect(sentenceOf(answer)).not.toMatch(/\{\{|undefined/)
  expect(await pool.query('SELECT FROM bank_statements')).toEqual([])
})

test('refuses an account that is not the store’s', async () => {
  expect(codeOf(await send(csv(['1,00', 'A']), { iban: senderIban }))).toBe('transfer_account_unknown')
})

test('imports ten thousand lines, and once', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => `${day};EFT ${n % 4000};${1 + (n % 7)},00;;`)
  const file = [head, ...rows].join('\n')
  expect(counts(await imported(file))).toEqual([10_000, 10_000, 0, 0])
  expect(counts(await imported(file))).toEqual([10_000, 0, 10_000, 0])
})

test('lists lines by state, text and amount, and leaves outgoing ones alone', async () => {
  await imported(csv(['1.250,00', 'Işık Elektrik'], ['-40,00', 'MASRAF'], ['300,00', 'Demir Yapı']))
  expect((await linesOf()).map(({ amount }) => amount)).toEqual([300, 1250])
  const [outgoing] = await linesOf('outgoing')
  expect(outgoing).toMatchObject({ amount: -40, state: 'outgoing', suggestions: [] })
  expect(codeOf(await book(outgoing?.id ?? 0))).toBe('bank_line_not_found')
  for (const q of ['ISIK', '1.250,00']) {
    const found = (await admin.send('GET', `/yonetim/bank-lines?q=${encodeURIComponent(q)}`)).body as {
      items: object[]
    }
    expect(found.items).toMatchObject([{ amount: 1250 }])
  }
})

test('exports the lines as they are filtered, with the dealers that they are booked to and no cell as a formula', async () => {
  await imported(csv(['1.250,00', '=SUM(A1)'], ['-40,00', 'MASRAF'], ['300,00', 'EFT']))
  const linesIn = async (query: string) =>
    (await admin.send('GET', `/yonetim/banka-hareketleri.csv?${query}`)).text.split('\r\n').slice(1, -1)
  expect(await linesIn('')).toEqual([
    expect.stringContaining(`${formatDay(today)};300,00;`),
    expect.stringContaining(`;1250,00;;"'=SUM(A1)";"DK1";;"${ownIban}";"Eşleşmemiş";;`),
  ])
  expect(await linesIn('state=outgoing')).toEqual([expect.stringContaining('"Giden"')])
  const [newest] = await linesOf()
  await book(newest?.id ?? 0, [part({ amount: '300,00' })])
  expect(await linesIn('state=booked')).toEqual([expect.stringContaining(`(${codeOfDealer()})`)])
  expect(await linesIn('q=nirgendwo')).toEqual([])
})

test('warns of a line that another format has too', async () => {
  await imported(csv(['50,00', 'GELEN EFT AHMET']))
  const compact = today.slice(2).replaceAll('-', '')
  await imported(mt940(`:61:${compact}C50,00NTRFA\r\n:86:BASKA METIN\r\n`, '150,00'))
  expect((await linesOf()).map(({ hasTwin }) => hasTwin)).toEqual([true, true])
})

test('stores a movement once that CSV and MT940 state, in either order, and keeps equal payments of a day apart', async () => {
  const iso = (days: number) => addDays(today, days)
  const swift = (days: number) => iso(days).slice(2).replaceAll('-', '')
  // What a bank exports of five movements: the last two are equal payments.
  const table = [
    'Hesap Hareketleri;;;;;',
    'İşlem Tarihi;Açıklama;Gönderen;Tutar;Bakiye;Dekont No',
    `${formatDay(iso(-1))} 09:12;GELEN EFT SIPARIS 2026-1188;IŞIK ELEKTRİK LTD. ŞTİ.;12.500,00;13.500,00;`,
    `${formatDay(iso(-1))} 10:40;EFT MASRAFI;;-6,40;13.493,60;`,
    `${formatDay(iso(0))} 11:03;GELEN FAST KASIM ODEMESI;MEHMET DEMİR;2.000,00;15.493,60;FT-9001`,
    `${formatDay(iso(0))} 14:20;GELEN HAVALE;ÇINAR YAPI A.Ş.;750,00;16.243,60;`,
    `${formatDay(iso(0))} 14:21;GELEN HAVALE;ÇINAR YAPI A.Ş.;750,00;16.993,60;`,
  ].join('\r\n')
  const line = (days: number, amount: string, reference: string, ...text: string[]) => [
    `:61:${swift(days)}${amount}NTRF${reference}`,
    `:86:${text.join('\r\n')}`,
  ]
  const message = [
    ':20:GUNLUK',
    `:25:${ownIban}`,
    ':28C:330/1',
    `:60F:C${swift(-2)}TRY1000,00`,
    ...line(-1, 'C12500,00', 'NONREF', 'EFT-GONDEREN:ISIK ELEKTRIK LTD STI', 'SIPARIS 2026-1188'),
    ...line(-1, 'D6,40', 'NONREF', 'MASRAF'),
    ...line(0, 'C2000,00', 'NONREF//FT9001', 'FAST MEHMET DEMIR'),
    ...line(0, 'C750,00', 'NONREF', 'HAVALE CINAR YAPI A.S.'),
    ...line(0, 'C750,00', 'NONREF', 'HAVALE CINAR YAPI A.S.'),
    `:62F:C${swift(0)}TRY16993,60`,
    '-',
  ].join('\r\n')
  const expected = ['12500.00', '-6.40', '2000.00', '750.00', '750.00']
  for (const [first, second] of [
    [table, message],
    [message, table],
  ] as const) {
    await pool.execute('TRUNCATE bank_statements CASCADE')
    expect(counts(await imported(first))).toEqual([5, 5, 0, 0])
    expect(counts(await imported(second))).toEqual([5, 0, 5, 0])
    expect(await amounts()).toEqual(expected)
  }
  // One more payment of the same dealer and amount is a movement of its own, in whichever format it comes.
  const longer = message.replace(
    `:62F:C${swift(0)}TRY16993,60`,
    [...line(0, 'C750,00', 'NONREF', 'HAVALE CINAR YAPI A.S.'), `:62F:C${swift(0)}TRY17743,60`].join('\r\n'),
  )
  expect(counts(await imported(longer))).toEqual([6, 1, 5, 0])
  const later = `${table}\r\n${formatDay(today)} 14:25;GELEN HAVALE;ÇINAR YAPI A.Ş.;750,00;17.743,60;`
  expect(counts(await imported(later))).toEqual([6, 0, 6, 0])
  expect(await amounts()).toEqual([...expected, '750.00'])
})

test('only staff with the right to change payments import statements', async () => {
  const url = `/yonetim/bank-statements?name=a.csv&iban=${ownIban}`
  const body = Buffer.from(csv(['1,00', 'A']))
  const reader = await shop.signedIn(await addStaff(pool, 'readOnly'))
  for (const who of [dealer, reader]) expect((await who.send('POST', url, { body })).status).toBe(403)
  expect((await reader.send('GET', '/yonetim/bank-lines')).status).toBe(200)
})
