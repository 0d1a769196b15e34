import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectSource } from './source.ts'
import { TableError } from './table-error.ts'
import { openTable } from './open-table.ts'
import type { Row } from './table.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-xml-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(content: string | Buffer) {
  const path = join(folder, 'feed')
  await writeFile(path, content)
  const { columns, rows } = await openTable(await inspectSource(path, 'feed.xml'))
  const all: Row[] = []
  for await (const row of rows()) all.push(row)
  return { columns, lines: all.map(({ line }) => line), cells: all.map(({ cells }) => cells) }
}

async function refusal(content: string | Buffer): Promise<TableError> {
  const error: unknown = await read(content).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(TableError)
  return error as TableError
}

const feed = (body: string, head = '<?xml version="1.0" encoding="UTF-8"?>') => `${head}\n<urunler>${body}</urunler>`
const two = '<urun><Kod>A1</Kod><Ad>Şişe &amp; ığİ</Ad></urun><urun><Kod>A2</Kod><Ad/></urun>'
const shown = { columns: ['Kod', 'Ad'], cells: ['A1,Şişe & ığİ', 'A2,'].map((row) => row.split(',')) }
const LATIN5: Record<string, number> = { ş: 0xfe, Ş: 0xde, ı: 0xfd, İ: 0xdd, ğ: 0xf0, Ğ: 0xd0 }
const latin5 = (text: string) => Buffer.from(Array.from(text, (letter) => LATIN5[letter] ?? letter.charCodeAt(0)))

describe('openTable with a feed: each record is a row, identified by its number', () => {
  test.each([
    ['UTF-8', feed(two)],
    ['no declaration', feed(two, '')],
    ['a byte order mark', `\uFEFF${feed(two)}`],
    ['gzip', gzipSync(feed(two))],
    ['windows-1254', latin5(feed(two, '<?xml version="1.0" encoding="windows-1254"?>'))],
    ['ISO-8859-9', latin5(feed(two, "<?xml version='1.0' encoding='iso-8859-9' standalone='yes'?>"))],
    ['windows-1254 that nobody declared', latin5(feed(two, ''))],
  ])('%s', async (_, content) => {
    expect(await read(content)).toEqual({ ...shown, lines: [1, 2] })
  })

  test('finds the repeated element as the record and removes prefixes, except those of merchant feeds', async () => {
    const rss = `<rss xmlns:g="http://base.example/ns" version="2.0"><channel><title>Mağaza</title><link>x</link>
      <item><g:id>1</g:id><ns:title>Bir</ns:title></item><item><g:id>2</g:id><ns:title>İki</ns:title></item></channel></rss>`
    expect(await read(rss)).toMatchObject({
      columns: ['g:id', 'title'],
      cells: [
        ['1', 'Bir'],
        ['2', 'İki'],
      ],
    })
  })

  test('reads a single product with pictures as one record, and joins its lists', async () => {
    const one = `<urun no="7"><Kod>A</Kod><Fiyat doviz="TL">5,00</Fiyat>
      <Resimler><Resim>a.jpg</Resim><Resim>b.jpg</Resim></Resimler></urun>`
    expect(await read(feed(one))).toEqual({
      columns: ['no', 'Kod', 'Fiyat', 'Fiyat doviz', 'Resimler/Resim'],
      cells: [['7', 'A', '5,00', 'TL', 'a.jpg|b.jpg']],
      lines: [1],
    })
  })

  test('does not read variants within a product as rows', async () => {
    const product = (code: string) =>
      `<urun><Kod>${code}</Kod><Ad>x</Ad><Marka>y</Marka><V><Beden>S</Beden></V><V><Beden>M</Beden></V></urun>`
    const { columns, cells } = await read(feed(product('A') + product('B')))
    expect({ columns, cells }).toEqual({
      columns: ['Kod', 'Ad', 'Marka', 'V/Beden'],
      cells: [
        ['A', 'x', 'y', 'S|M'],
        ['B', 'x', 'y', 'S|M'],
      ],
    })
    expect((await read(feed(product('A')))).cells).toEqual([['A', 'x', 'y', 'S|M']])
  })

  test('returns HTML of descriptions in CDATA and in escaped text', async () => {
    const row = (text: string) => `<urun><Kod>A</Kod><Detay>${text}</Detay></urun>`
    const { cells } = await read(feed(row('<![CDATA[<p>Ç&uuml;</p>]]>') + row('&lt;p&gt;Ç&lt;/p&gt; &nbsp;5')))
    expect(cells).toEqual([
      ['A', '<p>Ç&uuml;</p>'],
      ['A', '<p>Ç</p> \u00a05'],
    ])
  })

  test('joins values that arrive in several pieces', async () => {
    const long = 'ığ '.repeat(150_000).trim()
    expect((await read(feed(`<u><a>${long}</a></u><u><a>1</a></u>`))).cells).toEqual([[long], ['1']])
  })
})

describe('refuses', () => {
  const bomb = '<!DOCTYPE a [<!ENTITY x "xxxxxxxx"><!ENTITY y "&x;&x;">]>'
  test.each([
    ['a definition of entities', `<?xml version="1.0"?>${bomb}<a><b><c>&y;</c></b></a>`, 'xml_doctype'],
    ['an address of a definition', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'xml_doctype'],
    ['an unknown entity', feed('<u><a>&y;</a></u>'), 'xml_broken'],
    ['one that was cut off', feed(two).slice(0, -12), 'xml_broken'],
    ['crossed elements', feed('<u><a><b></a></b></u>'), 'xml_broken'],
    ['text after the end', `${feed(two)}<more/>`, 'xml_broken'],
    ['elements without end', '<a>'.repeat(50), 'xml_depth'],
    ['no record', '<?xml version="1.0"?><urunler></urunler>', 'xml_no_records'],
    ['an unknown encoding', feed(two, '<?xml version="1.0" encoding="koi8-r"?>'), 'xml_encoding'],
    ['letters that are not as declared', latin5(feed(two)), 'xml_encoding'],
    ['names without end', feed(Array.from({ length: 600 }, (_, i) => `<u><a${i}/></u>`).join('')), 'sheet_columns'],
    [
      'attributes without end',
      `<urunler><urun ${Array.from({ length: 600 }, (_, i) => `a${i}=""`).join(' ')}`,
      'sheet_columns',
    ],
    ['a record without end', feed(`<u><a>${'x'.repeat(1_000_001)}</a></u><u><a>1</a></u>`), 'record_too_large'],
    ['a part of a record without end', feed(`<u><a><![CDATA[${'x'.repeat(1_100_000)}`), 'xml_broken'],
  ])('%s', async (_, content, code) => {
    expect((await refusal(content)).code).toBe(code)
  })

  test('reports the line of the error', async () => {
    expect((await refusal('<a>\n<b>\n</a>')).facts).toMatchObject({ file: 'feed.xml', line: 3 })
  })
})
