import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mapRecord } from '#domain/erp/map-record.ts'
import type { InboundResource, OutboundKind } from '#domain/erp/mapping.ts'
import { ErpError, type ErpRecord, type ReadFrom, type Settings } from '#server/erp/adapters/adapter.ts'
import { failureOf, templateDocument } from '#server/erp/adapters/test-conversation.ts'
import { openTable } from '#server/platform/tables/open-table.ts'
import { inspectSource } from '#server/platform/tables/source.ts'
import { parseXml } from '#server/platform/xml/xml-tree.ts'
import { makeXlsx } from '#server/platform/xlsx/xlsx.ts'
import { readAll } from '#testing/sandbox-erp.ts'
import { folder as adapter } from './folder.ts'
import { completeFiles, namePattern } from './folder-files.ts'
import { localStore } from './local-store.ts'

let base: string
let root: string
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'toptan-erp-'))
  root = join(base, 'erp')
  await mkdir(root)
})
afterEach(() => rm(base, { recursive: true, force: true }))

const quick: Settings = { directory: 'erp', stableSeconds: '0' }
const open = (changes: Settings = {}, filesFolder: string | null = base) =>
  adapter.open(
    { ...quick, ...changes },
    {
      http: () => Promise.reject(new Error('no network')),
      filesFolder,
      now: () => new Date('2026-11-22T09:00:00Z'),
      note: () => {},
    },
  )
async function drop(name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(join(root, 'in'), { recursive: true })
  await writeFile(join(root, 'in', name), content)
}
const namesIn = async (...folders: string[]) =>
  (await readdir(join(root, ...folders), { withFileTypes: true }))
    .filter((each) => each.isFile())
    .map(({ name }) => name)
    .toSorted()
const changes: ReadFrom = { mark: null, pageSize: 1000, kind: 'changes' }
const read = (resource: InboundResource, from: ReadFrom = changes, settings: Settings = {}) =>
  readAll(open(settings), resource, from)
const pagesOf = (from: ReadFrom) => open().read('products', from)[Symbol.asyncIterator]()
const codesOf = (records: readonly ErpRecord[]) => records.map((record) => record['code'])
const rowOf = (resource: InboundResource, record: ErpRecord) => {
  const mapped = mapRecord(
    adapter.template,
    { ...(adapter.template.inbound?.[resource] ?? { fields: {} }), place: resource },
    record,
  )
  return mapped.state === 'row' ? mapped.row : expect.fail(JSON.stringify(mapped))
}

describe('reading files', () => {
  const row = { code: 'A-1', unit: 'ADET', price: '1234.5', currency: 'TRY', vatIncluded: false }
  const columns = ['code', 'unit', 'price', 'currency', 'vatIncluded'].map((title) => ({
    title,
    kind: 'text' as const,
    width: 9,
  }))
  test.each<[string, () => Promise<string | Uint8Array> | string | Uint8Array]>([
    ['prices.csv', () => 'Code;Unit;Price;Currency;VatIncluded\r\nA-1;ADET;1.234,50;TRY;H\r\n'],
    ['prices.json', () => JSON.stringify([{ ...row, price: 1234.5 }])],
    ['prices-lines.json', () => `${JSON.stringify(row)}\n`],
    [
      'prices.xml',
      () =>
        '<rows><row><code>A-1</code><unit>ADET</unit><price>1234,5</price><currency>TRY</currency><vatIncluded>0</vatIncluded></row><row><code>B</code></row></rows>',
    ],
    ['prices.xlsx', () => makeXlsx({ name: 'Fiyat', columns, rows: [['A-1', 'ADET', '1234,5', 'TRY', '0']] })],
  ])('%s becomes rows of the shop by the template', async (name, content) => {
    await drop(name, await content())
    const { records } = await read('prices')
    expect(rowOf('prices', records[0] ?? {})).toEqual(row)
    expect(records[0]).toMatchObject({ FILE: name, LINE: expect.any(Number) })
    expect([await namesIn('in'), await namesIn('in', 'done')]).toEqual([[], [name]])
  })

  test('Turkish letters of old programs (Windows-1254) are read right', async () => {
    await drop('dealers.csv', Buffer.from([...Buffer.from('code;name\n1;'), 0xde, 0xfd, 0xf0, 0x20, 0xdd]))
    expect((await read('dealers')).records).toMatchObject([{ code: '1', name: 'Şığ İ' }])
  })

  test('files are read in the order of their names, and each resource reads its own', async () => {
    await drop('stock-2.csv', 'code;quantity\nB;2\n')
    await drop('stock-1.csv', 'code;quantity\nA;1\n')
    await drop('STOK.TXT', 'code;quantity\nC;3\n')
    expect(codesOf((await read('stock')).records)).toEqual(['A', 'B'])
    expect(codesOf((await read('stock', changes, { stockFiles: 'yok*; stok.*' })).records)).toEqual(['C'])
    expect((await read('stock')).records).toEqual([])
  })

  test('names of columns with points are read with underscores', async () => {
    await drop('products.csv', 'Stok No.;Stok.Adı\nA;Çivi\n')
    expect((await read('products')).records).toMatchObject([{ 'Stok No_': 'A', Stok_Adı: 'Çivi' }])
  })

  const ten = `code;name\n${Array.from({ length: 10 }, (_, index) => `P${index};N\n`).join('')}`

  test('a file stays until its last page is in the shop, and a run that was interrupted goes on after its last page', async () => {
    await drop('products.csv', ten)
    const pages = pagesOf({ ...changes, pageSize: 4 })
    const first = await pages.next()
    expect(codesOf(first.value?.records ?? [])).toEqual(['P0', 'P1', 'P2', 'P3'])
    await pages.return?.()
    expect(await namesIn('in')).toEqual(['products.csv'])
    const rest = await read('products', { ...changes, mark: first.value?.mark ?? null, pageSize: 4 })
    expect(codesOf(rest.records)).toEqual(['P4', 'P5', 'P6', 'P7', 'P8', 'P9'])
    expect(await namesIn('in', 'done')).toEqual(['products.csv'])
  })

  test('a process that dies after the last page was stored does not read the file again', async () => {
    await drop('products.csv', ten)
    await drop('products-2.csv', 'code\nX\n')
    const pages = pagesOf(changes)
    await pages.next()
    const { value } = await pages.next()
    await pages.return?.()
    // products-2.csv comes first and is moved; of products.csv, only the mark of its last page is stored.
    expect([await namesIn('in'), await namesIn('in', 'done')]).toEqual([['products.csv'], ['products-2.csv']])
    expect((await read('products', { ...changes, mark: value?.mark ?? null })).records).toEqual([])
    expect(await namesIn('in', 'done')).toEqual(['products-2.csv', 'products.csv'])
  })

  test('a file with the same name and other content is another file', async () => {
    await drop('stock.csv', 'code;quantity\nA;1\n')
    const { mark } = await read('stock')
    await drop('stock.csv', 'code;quantity\nA;10\n')
    expect((await read('stock', { ...changes, mark })).records).toMatchObject([{ quantity: '10' }])
    expect(await namesIn('in', 'done')).toEqual(['20261122T090000Z-stock.csv', 'stock.csv'])
  })

  test('a file that changes while it is read stays and is read again', async () => {
    await drop('products.csv', ten)
    const pages = pagesOf({ ...changes, pageSize: 4 })
    await pages.next()
    await writeFile(join(root, 'in', 'products.csv'), `${ten}P10;N\n`)
    let last = await pages.next()
    for (let next = last; next.done !== true; next = await pages.next()) last = next
    expect(await namesIn('in')).toEqual(['products.csv'])
    const again = await read('products', { ...changes, mark: last.value?.mark ?? null })
    expect(codesOf(again.records)).toContain('P10')
  })

  test('files that are still written are left alone: other names, no content, without their .ok file', async () => {
    for (const name of ['stock.csv.tmp', '.stock.csv', 'stock.csv.part', '~stock.csv'])
      await drop(name, 'code;quantity\nA;1\n')
    await drop('stock-empty.csv', '')
    expect((await read('stock')).records).toEqual([])
    await drop('stock.csv', 'code;quantity\nA;1\n')
    const byMark = { completeBy: 'ok' }
    expect((await read('stock', changes, byMark)).records).toEqual([])
    await drop('stock.csv.ok', '')
    expect((await read('stock', changes, byMark)).records).toHaveLength(1)
    expect(await namesIn('in', 'done')).toEqual(['stock.csv', 'stock.csv.ok'])
  })

  test('a file that grows between two looks is not complete', async () => {
    await drop('stock.csv', 'code;quantity\nA;1\n')
    await drop('stock-2.csv', 'code;quantity\nA;1\n')
    const wait = () => writeFile(join(root, 'in', 'stock.csv'), 'B;2\n', { flag: 'a' })
    const files = await completeFiles(localStore, join(root, 'in'), { by: 'stable', wait })
    expect(files.map(({ name }) => name)).toEqual(['stock-2.csv'])
  })

  test.each<[string, string | Uint8Array, RegExp]>([
    [
      'products.xml',
      '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><r><p><code>&x;</code></p><p><code>B</code></p></r>',
      /DOCTYPE/,
    ],
    ['products.csv', 'code;name\n"A;B\n', /tırnak/i],
    ['products.json', '[{"code": "A"', /bozuk/],
    ['products.xlsx', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), /./],
  ])('%s that cannot be read is moved with a report, and the others are read', async (name, content, reason) => {
    await drop(name, content)
    await drop('products-good.csv', 'code\nGOOD\n')
    const read1: ErpRecord[] = []
    const error = await (async () => {
      for await (const page of open().read('products', changes)) read1.push(...page.records)
    })().catch((problem: unknown) => problem)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(ErpError)
    expect(String(error)).toMatch(reason)
    expect(codesOf(read1)).toEqual(['GOOD'])
    expect([await namesIn('in'), await namesIn('in', 'refused')]).toEqual([[], [name, `${name}.report.txt`]])
    expect(await readFile(join(root, 'in', 'refused', `${name}.report.txt`), 'utf8')).toMatch(reason)
    expect((await read('products')).records).toEqual([])
  })

  test('a line that does not fit has its place and reason in the record, and no other values', async () => {
    await drop('products.csv', 'code;name\nA;Çivi\nB;x;y;z\nC;Vida\n')
    expect((await read('products')).records).toEqual([
      { code: 'A', name: 'Çivi', FILE: 'products.csv', LINE: 2 },
      { FILE: 'products.csv', LINE: 3, PROBLEM: expect.any(String) },
      { code: 'C', name: 'Vida', FILE: 'products.csv', LINE: 4 },
    ])
  })

  test('a comparison and a preview leave the files where they are', async () => {
    await drop('products.csv', ten)
    expect((await read('products', { ...changes, kind: 'compare' })).records).toHaveLength(10)
    expect((await read('products', { mark: null, pageSize: 10 })).records).toHaveLength(10)
    expect(await namesIn('in')).toEqual(['products.csv'])
  })

  test('a full read without a new file takes the last one, and fails if there is none any more', async () => {
    const full: ReadFrom = { mark: null, pageSize: 100, kind: 'full' }
    expect((await read('products', { ...full, isKnown: false })).records).toEqual([])
    await drop('products-1.csv', 'code\nA\n')
    await read('products')
    await utimes(join(root, 'in', 'done', 'products-1.csv'), 1, 1)
    await drop('products-2.csv', 'code\nB\n')
    await read('products')
    expect(codesOf((await read('products', { ...full, isKnown: true })).records)).toEqual(['B'])
    for (const name of await namesIn('in', 'done')) await rm(join(root, 'in', 'done', name))
    const problem = await failureOf(read('products', { ...full, isKnown: true }))
    expect([problem.reason, problem.message]).toEqual(['unavailable', 'There is no file to read.'])
  })
})

describe('the folder', () => {
  test('is used only where the process allows it', async () => {
    const problem = await failureOf(open({}, null).check())
    expect([problem.reason, problem.message]).toEqual(['settings', expect.stringContaining('has no folder for files')])
  })

  test.each(['..', '../', 'erp/../..', '/etc', 'erp/../../x', '\0'])(
    '%j is not below the allowed one',
    async (directory) => {
      expect((await failureOf(open({ directory }).check())).reason).toBe('settings')
    },
  )

  test('that leads out by a link is refused, and so are linked files and folders in it', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'toptan-outside-'))
    await writeFile(join(outside, 'products.csv'), 'code\nSECRET\n')
    await symlink(outside, join(base, 'link'))
    expect((await failureOf(open({ directory: 'link' }).check())).message).toContain('leads out')
    await mkdir(join(root, 'in'))
    await symlink(join(outside, 'products.csv'), join(root, 'in', 'products.csv'))
    expect((await read('products')).records).toEqual([])
    await rm(join(root, 'in'), { recursive: true })
    await symlink(outside, join(root, 'in'))
    expect((await failureOf(read('products'))).message).toContain('is not a folder')
    await rm(outside, { recursive: true })
  })

  test('that does not exist is a matter of the settings', async () => {
    expect((await failureOf(open({ directory: 'yok' }).check())).message).toBe('The folder yok does not exist.')
  })

  test('is checked: what waits in it, and what no pattern fits', async () => {
    await drop('products.csv', 'code\nA\n')
    await drop('urun.csv', 'code\nA\n')
    expect(await open().check()).toEqual({ directory: root, waitingFiles: '1', unusedFiles: 'urun.csv' })
  })

  test.each(['../*', 'a/b', '', 'a\\b', '*a*b*c*d*e*'])('the pattern %j is refused', (pattern) => {
    expect(() => namePattern(pattern)).toThrow(ErpError)
  })

  test('patterns take any text for * and nothing else for points and brackets', () => {
    const fits = namePattern('stok*.csv; Fiyat?[1].txt')
    expect(['stok.csv', 'STOK 22.11.CSV', 'fiyatX[1].txt', 'stok-csv', 'fiyatX1.txt', 'xstok.csv'].map(fits)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

const number = 'S2026000017'
const answer = async (name: string, content: string) => {
  await mkdir(join(root, 'answers'), { recursive: true })
  await writeFile(join(root, 'answers', name), content)
}
const order = () => templateDocument(adapter, 'order')
const outText = async (name: string) => readFile(join(root, 'out', name), 'utf8')

describe('delivering documents', () => {
  test('an order is a file with our number in its name, and awaits the number of the ERP', async () => {
    const session = open()
    expect(await session.find('order', number)).toBeNull()
    expect(await session.write(order())).toEqual({ documentNo: null })
    expect(await namesIn('out')).toEqual([`order-${number}.json`])
    expect(JSON.parse(await outText(`order-${number}.json`))).toMatchObject({
      kind: 'order',
      number,
      dealerCode: '120.01',
      currency: 'USD',
      rate: '46.75',
      lines: [{ code: 'A-1', unit: 'KOLİ', quantity: 3, price: '3.33333333', amount: '10.00' }],
    })
    expect(await session.find('order', number)).toEqual({ documentNo: null })
    expect(await namesIn('sent')).toEqual([])
  })

  test.each<OutboundKind>(['order', 'cancellation', 'payment', 'refund'])('a %s in every format', async (kind) => {
    const write = async (format: string) => {
      await open({ format }).write({ ...templateDocument(adapter, kind), number: `${number}-${format}` })
      return `${kind}-${number}-${format}.${format}`
    }
    for (const name of [await write('csv'), await write('xlsx')]) {
      const table = await openTable(await inspectSource(join(root, 'out', name), name))
      const rows = []
      for await (const { cells } of table.rows()) rows.push(cells)
      expect(table.columns.slice(0, 2)).toEqual(['kind', 'number'])
      expect(rows).toEqual([expect.arrayContaining([kind, expect.stringContaining(number)])])
    }
    const xml = parseXml((await outText(await write('xml'))).replace(/^<\?.*\n/, ''))
    expect(xml).toMatchObject({ name: 'document', attributes: { kind, number: `${number}-xml` } })
    expect(xml?.children.some(({ name }) => name === 'lines')).toBe(kind === 'order')
  })

  test('texts of buyers stay texts in XML and start no formula in CSV', async () => {
    const { head, ...rest } = order()
    const note = '=HYPERLINK("x")<a href="&y;">\u0001'
    await open({ format: 'xml' }).write({ ...rest, head: { ...head, note } })
    expect(await outText(`order-${number}.xml`)).toContain(
      '<note>=HYPERLINK(&quot;x&quot;)&lt;a href=&quot;&amp;y;&quot;&gt;</note>',
    )
    await open({ format: 'csv' }).write({ ...rest, number: 'S2', head: { ...head, note } })
    expect(await outText('order-S2.csv')).toContain(`"'=HYPERLINK(""x"")`)
  })

  test('a number that is no file name becomes a digest', async () => {
    await open().write({ ...order(), number: '../../etc/passwd' })
    const [name = ''] = await namesIn('out')
    expect(name).toMatch(/^order-[A-Z\d]{26}\.json$/)
    expect(JSON.parse(await outText(name))).toMatchObject({ number: '../../etc/passwd' })
    expect(await open().find('order', '../../etc/passwd')).toEqual({ documentNo: null })
  })

  test('the number of an answer file is at the document, also after the process has died', async () => {
    await open().write(order())
    await open().write(templateDocument(adapter, 'cancellation'))
    await answer('a.csv', `number;documentNo\n${number};SIP-9\n`)
    await answer('b.json', JSON.stringify({ kind: 'cancellation', number, documentNo: 'IPT-1' }))
    // The session reads the answers and dies before the shop has stored them.
    await open().find('payment', 'X')
    expect([await namesIn('answers'), await namesIn('answers', 'done')]).toEqual([[], ['a.csv', 'b.json']])
    expect(await open().find('order', number)).toEqual({ documentNo: 'SIP-9' })
    expect(await open().find('cancellation', number)).toEqual({ documentNo: 'IPT-1' })
  })

  test('a refusal has the words of the ERP, and a retry delivers the document again', async () => {
    await open().write(order())
    await rm(join(root, 'out', `order-${number}.json`))
    await answer('a.csv', `number;error\n${number};Cari kart bulunamadı\n`)
    expect(await open().find('order', number)).toEqual({ documentNo: null, refusal: 'Cari kart bulunamadı' })
    expect(await open().find('order', number)).toBeNull()
    await open().write(order())
    expect(await namesIn('out')).toEqual([`order-${number}.json`])
    expect(await open().find('order', number)).toEqual({ documentNo: null })
  })

  test('answers to documents that are not there, or without a number, are in a report; the others count', async () => {
    await open().write(order())
    await answer('a.csv', `number;documentNo\nYOK-1;SIP-1\n${number};SIP-9\n;SIP-3\n${number};\n../../x;SIP-4\n`)
    expect(await open().find('order', number)).toEqual({ documentNo: 'SIP-9' })
    const report = await readFile(join(root, 'answers', 'refused', 'a.csv.report.txt'), 'utf8')
    expect(report.split('\r\n').map((line) => line.split(':')[0])).toEqual(['2', '4', '5', '6', ''])
  })

  test('without answers of the ERP, a delivered document counts with our number', async () => {
    const session = open({ acknowledges: '0' })
    expect(await session.write(order())).toEqual({ documentNo: number })
    expect(await session.find('order', number)).toEqual({ documentNo: number })
  })
})

describe('a process that dies', () => {
  const record = () => join(root, 'sent', `order-${number}`)

  test('before the delivery delivers the document with the next attempt, once', async () => {
    await open().write(order())
    await rename(join(root, 'out', `order-${number}.json`), join(record(), 'new'))
    expect(await open().find('order', number)).toBeNull()
    await open().write(order())
    expect(await namesIn('out')).toEqual([`order-${number}.json`])
    expect(await open().find('order', number)).toEqual({ documentNo: null })
  })

  test('after the delivery delivers nothing again, although the ERP has taken the file', async () => {
    await open().write(order())
    await rm(join(root, 'out', `order-${number}.json`))
    expect(await open().find('order', number)).toEqual({ documentNo: null })
    expect(await open().write(order())).toEqual({ documentNo: null })
    expect(await namesIn('out')).toEqual([])
  })

  test('while it writes its record leaves nothing in the folder that the ERP reads', async () => {
    await open().find('order', 'X')
    await mkdir(record(), { recursive: true })
    await writeFile(join(record(), '.new.tmp'), '{"kind": "or')
    expect(await open().find('order', number)).toBeNull()
    await open().write(order())
    expect(JSON.parse(await outText(`order-${number}.json`))).toMatchObject({ number })
    expect(await namesIn('sent', `order-${number}`)).toEqual(['copy'])
  })
})
