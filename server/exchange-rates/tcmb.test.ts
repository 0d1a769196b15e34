import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bulletin, currencyOf, utf8 } from './test-bulletin.ts'
import { readBulletin, readDay, type TcmbColumn } from './tcmb.ts'

const folder = process.env.TOPTAN_TEST_DATA
if (!folder) console.log('TOPTAN_TEST_DATA is not set: no real bulletin was read, only small ones made here.')

function read(text: string | Uint8Array, column: TcmbColumn = 'ForexSelling') {
  const result = readBulletin(typeof text === 'string' ? utf8(text) : text, column)
  if (!result.ok) return result
  const { date, rates } = result.bulletin
  return { date, rates: Object.fromEntries([...rates].map(([code, rate]) => [code, rate?.toFixed() ?? null])) }
}

describe('readBulletin', () => {
  const small = bulletin([
    currencyOf('USD', { ForexBuying: '41.1', ForexSelling: '41.25', BanknoteSelling: '41.31' }),
    currencyOf('JPY', { ForexSelling: '27.5', unit: 100 }),
    currencyOf('RUB', { ForexSelling: '0.5', BanknoteSelling: '' }),
  ])

  test('returns TRY per unit, also for currencies quoted per hundred', () => {
    expect(read(small)).toEqual({ date: '2026-11-20', rates: { USD: '41.25', JPY: '0.275', RUB: '0.5' } })
  })

  test('reads four columns; an empty element means no rate', () => {
    expect(read(small, 'ForexBuying')).toMatchObject({ rates: { USD: '41.1' } })
    expect(read(small, 'BanknoteSelling')).toMatchObject({ rates: { USD: '41.31', RUB: null } })
  })

  test('uses the encoding that the file declares', () => {
    const turkish = small.replace('utf-8', 'ISO-8859-9').replace('İsim', 'İngiliz Sterlini, Danimarka Kronu ş ğ ı')
    const latin5: Record<string, number> = { İ: 0xdd, ş: 0xfe, ğ: 0xf0, ı: 0xfd }
    const bytes = Uint8Array.from(turkish.split('').map((letter) => latin5[letter] ?? letter.charCodeAt(0)))
    expect(read(bytes)).toMatchObject({ rates: { USD: '41.25' } })
    // The same bytes are invalid UTF-8.
    expect(
      readBulletin(
        Buffer.from(Buffer.from(bytes).toString('latin1').replace('ISO-8859-9', 'utf-8'), 'latin1'),
        'ForexSelling',
      ),
    ).toEqual({
      ok: false,
      problem: 'encoding',
    })
    expect(read(`\uFEFF${small}`)).toMatchObject({ rates: { USD: '41.25' } })
  })

  test.runIf(folder !== undefined)('reads the bulletin of 4 December 2015 as published', async () => {
    const bytes = await readFile(join(folder ?? '', 'tcmb_today_2015-12-04.xml'))
    expect(read(bytes)).toEqual({
      date: '2015-12-04',
      rates: expect.objectContaining({ USD: '2.8973', EUR: '3.152', JPY: '0.023644', IRR: '0.0000968' }) as object,
    })
    expect(read(bytes, 'BanknoteSelling')).toMatchObject({ rates: { USD: '2.9016', RUB: null } })
  })
})

describe('readBulletin with an invalid file', () => {
  const fine = bulletin([currencyOf('USD', { ForexSelling: '41.25' })])
  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "1"><!ENTITY b "&a;&a;&a;&a;">]>${fine.slice(fine.indexOf('<Tarih'))}`
  test.each([
    ['an empty file', '', 'empty'],
    ['white space', ' \n ', 'empty'],
    ['a web page', '<!DOCTYPE html><html><body>Bakım çalışması</body></html>', 'html'],
    ['a web page without a declaration', '\n<HTML lang="tr">', 'html'],
    ['plain text', 'Service Unavailable', 'malformed'],
    ['JSON', '{"USD": 41.25}', 'malformed'],
    ['a file truncated in the middle', fine.slice(0, fine.length - 40), 'malformed'],
    ['a file truncated within a tag', fine.slice(0, fine.indexOf('<Unit') + 3), 'malformed'],
    ['entity declarations', bomb, 'malformed'],
    ['an external entity', fine.replace('<Tarih', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><Tarih'), 'malformed'],
    ['a second document', `${fine}<Tarih_Date/>`, 'malformed'],
    ['overlapping tags', fine.replace('</Unit>', '</Isim>'), 'malformed'],
    ['elements nested too deeply', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, 'malformed'],
    ['a bulletin without currencies', bulletin([]), 'malformed'],
    ['another XML file', '<?xml version="1.0"?><rss><channel/></rss>', 'not_tcmb'],
    ['a missing date', fine.replace(/Tarih="[^"]*"/, ''), 'bad_value'],
    ['a day that does not exist', fine.replace('20.11.2026', '31.02.2026'), 'bad_value'],
    ['a rate that is not a number', fine.replace('41.25', 'kırk bir'), 'bad_value'],
    ['a reference in a rate', fine.replace('41.25', '&a;'), 'bad_value'],
    ['an unknown column', fine.replaceAll('ForexSelling', 'Selling'), 'bad_value'],
    ['a unit of zero', fine.replace('<Unit>1<', '<Unit>0<'), 'bad_value'],
    ['a duplicate currency', bulletin([currencyOf('USD', {}), currencyOf('USD', {})]), 'bad_value'],
    ['a duplicate unit', fine.replace('<Unit>', '<Unit>1</Unit><Unit>'), 'bad_value'],
    ['a wrong encoding', fine.replace('utf-8', 'utf-16'), 'encoding'],
    ['a megabyte', fine + ' '.repeat(1_000_000), 'too_large'],
  ])('rejects %s', (_, text, problem) => {
    expect(read(text)).toMatchObject({ ok: false, problem })
  })

  test('rejects a gzip file', () => {
    expect(read(Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]))).toMatchObject({ ok: false, problem: 'encoding' })
  })
})

test.each([
  ['2026-11-30', '2026-11-30'],
  ['2024-02-29', '2024-02-29'],
  ['2026-02-29', null],
  ['2026-13-01', null],
  ['30.11.2026', null],
  ['2026-11-30T10:00', null],
  ['', null],
])('readDay parses %j', (text, day) => {
  expect(readDay(text)).toBe(day)
})
