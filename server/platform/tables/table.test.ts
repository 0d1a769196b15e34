import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { TableError } from './table-error.ts'
import { separatorOf } from './delimited.ts'
import { inspectSource } from './source.ts'
import { openTable } from './open-table.ts'
import type { Row } from './table.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-table-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(content: string | Buffer, maxUnpackedBytes?: number) {
  const path = join(folder, 'file')
  await writeFile(path, content)
  const table = await openTable(await inspectSource(path, 'file', maxUnpackedBytes))
  const rows: Row[] = []
  for await (const row of table.rows()) rows.push(row)
  return { ...table, rows }
}

async function refusal(content: string | Buffer, maxUnpackedBytes?: number): Promise<string> {
  const error: unknown = await read(content, maxUnpackedBytes).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(TableError)
  return (error as TableError).code
}

const LATIN5: Record<string, number> = { ş: 0xfe, Ş: 0xde, ı: 0xfd, İ: 0xdd, ğ: 0xf0, Ğ: 0xd0 }
const latin5 = (text: string) => Buffer.from(Array.from(text, (letter) => LATIN5[letter] ?? letter.charCodeAt(0)))

describe('openTable with delimited files', () => {
  test.each([
    ['UTF-8', Buffer.from('kod;ad\n1;Şişe ığİ\n')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFkod;ad\n1;Şişe ığİ\n')],
    ['windows-1254', latin5('kod;ad\n1;Şişe ığİ\n')],
    ['UTF-16', Buffer.from('\uFEFFkod;ad\n1;Şişe ığİ\n', 'utf16le')],
    ['gzip', gzipSync('kod;ad\n1;Şişe ığİ\n')],
    ['gzip of windows-1254', gzipSync(latin5('kod;ad\r\n1;Şişe ığİ\r\n'))],
    ['Excel’s sep line', Buffer.from('sep=;\r\nkod;ad\r\n1;Şişe ığİ\r\n')],
    ['no line end at the end', Buffer.from('kod;ad\n1;Şişe ığİ')],
  ])('%s', async (_, content) => {
    const { columns, rows } = await read(content)
    expect(columns).toEqual(['kod', 'ad'])
    expect(rows.map(({ cells }) => cells)).toEqual([['1', 'Şişe ığİ']])
  })

  test.each([
    ['a,b;c,d', ','],
    ['a;b;c', ';'],
    ['a\tb,c\td', '\t'],
    ['"a;b;c",d', ','],
    ['a', ','],
    ['"a ""x"", b";c', ';'],
  ])('finds that the separator of %j is %j', (header, separator) => {
    expect(separatorOf(`${header}\n1;2;3;4;5;6`)).toBe(separator)
  })

  test('decodes a UTF-8 character that is split between two pieces of the file', async () => {
    const name = 'ş'.repeat(200_000)
    const { rows } = await read(`kod,ad\n1,x${name}\n`)
    expect(rows[0]?.cells[1]).toBe(`x${name}`)
  })

  test('returns the line on which each row starts', async () => {
    const { rows } = await read('kod,ad\r\n1,"iki\r\nsatır"\r\n\r\n2,x\r\n,\r\n3,y\r\n')
    expect(rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [2, '1'],
      [5, '2'],
      [7, '3'],
    ])
  })

  test('reads quotes within a value, such as inch marks', async () => {
    const { rows } = await read('kod,ad\n1,Vida 1/2" x 3"\n2,"Boru 3/4"""\n')
    expect(rows.map(({ cells }) => cells[1])).toEqual(['Vida 1/2" x 3"', 'Boru 3/4"'])
  })

  test('fills missing cells and reports surplus ones', async () => {
    const { rows } = await read('a,b,c\n1\n1,2,3,,\n1,2,3,4\n')
    expect(rows.map(({ problem }) => problem?.code)).toEqual([undefined, undefined, 'cell_count'])
  })

  test('openTable with invalid files', async () => {
    expect(await refusal(gzipSync('kod,ad\n1,a\n'.repeat(1_000)).subarray(0, 60))).toBe('file_broken')
    expect(await refusal('kod,ad\n1,"a\n2,b\n')).toBe('quote_open')
    expect(await refusal('')).toBe('file_empty')
    expect(await refusal(' \n \n')).toBe('file_empty')
    expect(await refusal(gzipSync(''))).toBe('file_empty')
    expect(await refusal('<html></html>')).toBe('file_empty')
    expect(await refusal('<list></list>')).toBe('xml_no_records')
    expect(await refusal('ab\u0000\u0001\u0002')).toBe('file_unknown')
    expect(await refusal('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\n')).toBe('file_unknown')
    expect(await refusal('{\\rtf1\\ansi Ekstre\n}')).toBe('file_unknown')
    expect(await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('file_broken')
    expect(await refusal(gzipSync(gzipSync('kod,ad\n1,a\n')))).toBe('gzip_twice')
    expect(await refusal(gzipSync(Buffer.from('504b030414000000', 'hex')))).toBe('gzip_workbook')
    expect(await refusal(`kod${',x'.repeat(500)}\n1\n`)).toBe('sheet_columns')
    expect(await refusal(`a,b\n1,"${'x'.repeat(1_100_000)}`)).toBe('record_too_large')
    // One long line is a JSON document; this one breaks off.
    expect(await refusal(`{"a":"${'x'.repeat(1_100_000)}`)).toBe('file_broken')
    expect(await refusal(`{"a":1}\n{"a":"${'x'.repeat(1_100_000)}`)).toBe('record_too_large')
  })
})

describe('a gzipped file that exceeds the maximum unpacked size', () => {
  const most = 2 ** 16
  const row = '1,a\n'
  const head = 'kod,ad\n'
  test.each([
    ['rows', head + row.repeat(most / row.length)],
    ['one line without end', 'x'.repeat(most + 1)],
    ['a feed', `<u>${'<p><k>1</k><a>a</a></p>'.repeat(most / 20)}</u>`],
    ['UTF-16', Buffer.from(`\uFEFF${head}${row.repeat(most / row.length)}`, 'utf16le')],
  ])('is refused: %s', async (_, content) => {
    const bomb = gzipSync(content)
    expect(bomb.length).toBeLessThan(most / 50)
    expect(await refusal(bomb, most)).toBe('unpacked_too_large')
  })

  test('reads a gzipped file of exactly the maximum size, and an unpacked file of any size', async () => {
    const content = head + row.repeat((most - head.length) / row.length)
    expect((await read(gzipSync(content), most)).rows.length).toBe(Math.floor((most - head.length) / row.length))
    expect((await read(content + row.repeat(100), most)).columns).toEqual(['kod', 'ad'])
  })
})

describe('the ratio of a gzipped file', () => {
  test('refuses a file that unpacks to more than 100 times its size', async () => {
    const bomb = gzipSync(`kod;ad\n${`K1;${'a'.repeat(1_000)}\n`.repeat(20_000)}`, { level: 9 })
    expect(await refusal(bomb)).toBe('archive_ratio')
  })

  test('accepts any ratio for small files', async () => {
    const { rows } = await read(gzipSync(`kod;ad\n${'K1;a\n'.repeat(100_000)}`, { level: 9 }))
    expect(rows).toHaveLength(100_000)
  })
})

test('reports a row of JSON lines with deeply nested lists as unreadable', async () => {
  const deep = `${'['.repeat(100_000)}1${']'.repeat(100_000)}`
  const { rows } = await read(`{"kod":"1","ad":${deep}}\n{"kod":"2","ad":"b"}\n`)
  expect(rows).toEqual([
    { line: 1, cells: [], problem: { code: 'json_invalid', facts: {} } },
    { line: 2, cells: ['2', 'b'] },
  ])
})

test('uses all names that occur in JSON lines as columns', async () => {
  const { columns, rows } = await read(
    '{"kod":"01","fiyat":12.5}\n\nx\n{"kod":"2","resimler":["a.jpg","b.jpg"],"aktif":true,"ad":null}\n',
  )
  expect(columns).toEqual(['kod', 'fiyat', 'resimler', 'aktif', 'ad'])
  expect(rows).toEqual([
    { line: 1, cells: ['01', 12.5, '', '', ''] },
    { line: 3, cells: [], problem: { code: 'json_invalid', facts: {} } },
    { line: 4, cells: ['2', '', 'a.jpg|b.jpg', '1', ''] },
  ])
})

describe('openTable with workbooks', () => {
  test('reads texts and numbers of the first sheet', async () => {
    const buffer = await writeWorkbook([
      [{ value: 'Stok Kodu' }, { value: 'Fiyat' }, { value: 'Aktif' }],
      [{ value: '00123' }, { value: 1234.56 }, { value: true }],
      [{ value: 'B' }, null, null],
    ]).toBuffer()
    const { columns, rows } = await read(Buffer.from(buffer))
    expect(columns).toEqual(['Stok Kodu', 'Fiyat', 'Aktif'])
    expect(rows).toEqual([
      { line: 2, cells: ['00123', 1234.56, '1'] },
      { line: 3, cells: ['B', '', ''] },
    ])
  })

  test('refuses archives that exceed the limits before unpacking them', async () => {
    expect(await refusal(zip([{ name: 'xl/a.xml', content: Buffer.alloc(3 * 2 ** 20) }]))).toBe('sheet_ratio')
    const stored = {
      name: 'xl/media.bin',
      content: Buffer.alloc(2 ** 20, 'x'),
      size: 250 * 2 ** 20,
      packed: 240 * 2 ** 20,
    }
    expect(await refusal(zip([stored]))).toBe('sheet_unpacked_too_large')
    expect(await refusal(zip([{ name: 'xl/a.xml', content: Buffer.alloc(5_000), size: 100 }]))).toBe('file_broken')
    const rows = Buffer.from(`<sheetData>${'<row/>'.repeat(50_002)}${random(20_000)}</sheetData>`)
    expect(await refusal(zip([{ name: 'xl/worksheets/sheet1.xml', content: rows }]))).toBe('sheet_rows')
  })

  test.each([
    ['one cell in the last column', '<row r="1"><c r="XFD1"><v>1</v></c></row>', 'sheet_columns'],
    ['one cell in the last row', '<row r="1048576"><c r="A1048576"><v>1</v></c></row>', 'sheet_rows'],
    ['a row that no sheet has', '<row r="1e9"><c r="A1"><v>1</v></c></row>', 'file_broken'],
    ['columns without addresses', `<row r="1">${'<c><v>1</v></c>'.repeat(501)}</row>`, 'sheet_columns'],
    ['another prefix and quotes', `<x:row r='1'><x:c s=">" r='ZZZ1'><x:v>1</x:v></x:c></x:row>`, 'sheet_columns'],
    [
      'a few cells that span a large area',
      '<row r="1"><c r="A1"><v>1</v></c><c r="SF1"><v>1</v></c></row><row r="50000"><c r="A50000"><v>1</v></c></row>',
      'sheet_cells',
    ],
  ])('refuses %s before the sheet is read, wherever the workbook keeps it', async (_, cells, code) => {
    const content = Buffer.from(`<worksheet><sheetData>${cells}</sheetData></worksheet>`)
    expect(await refusal(zip([{ name: 'xl/worksheets/sheet1.xml', content }]))).toBe(code)
    expect(await refusal(zip([{ name: 'any/part', content }]))).toBe(code)
  })

  test('reads a sheet whose last column and row only have a format', async () => {
    const sheet = `<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row><row r="2"><c r="A2"><v>7</v></c></row>
      <row r="1048576"><c r="A1048576" s="1"/></row>`
    const { rows } = await read(workbookOf(sheet))
    expect(rows).toEqual([{ line: 2, cells: [7] }])
  })

  test("refuses parts that the archive's directory does not list", async () => {
    const hidden = zip([{ name: 'xl/b.xml', content: Buffer.from('x') }])
    const local = hidden.subarray(0, hidden.indexOf('PK\u0001\u0002'))
    expect(await refusal(zip([{ name: 'xl/a.xml', content: Buffer.from('y') }], local))).toBe('sheet_hidden_parts')
  })

  test('refuses a zip that is not a workbook, and a damaged workbook', async () => {
    expect(await refusal(zip([{ name: 'a.txt', content: Buffer.from('x') }]))).toBe('file_broken')
    expect(await refusal(Buffer.from('PK\u0003\u0004 and nothing else'))).toBe('file_broken')
    const huge = Buffer.alloc(20 * 2 ** 20 + 1)
    huge.write('PK\u0003\u0004')
    expect(await refusal(huge)).toBe('file_too_large')
  })
})

/** The parts that every workbook needs, with one sheet. */
function workbookOf(rows: string): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  }
  return zip(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })))
}

type Part = { name: string; content: Buffer; size?: number; packed?: number }

/** Builds a zip archive by hand, with a directory that may contain wrong values. */
function zip(parts: Part[], before: Buffer = Buffer.alloc(0)): Buffer {
  const locals: Buffer[] = [before]
  const entries: Buffer[] = []
  let offset = before.length
  for (const { name, content, size = content.length, packed } of parts) {
    const data = deflateRawSync(content)
    const sizes = Buffer.alloc(8)
    sizes.writeUInt32LE(packed ?? data.length, 0)
    sizes.writeUInt32LE(size, 4)
    const local = Buffer.alloc(30)
    local.write('PK\u0003\u0004', 'latin1')
    local.writeUInt16LE(8, 8)
    sizes.copy(local, 18)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.write('PK\u0001\u0002', 'latin1')
    entry.writeUInt16LE(8, 10)
    sizes.copy(entry, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    entries.push(entry, Buffer.from(name))
    locals.push(local, Buffer.from(name), data)
    offset += 30 + name.length + data.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...entries, end])
}

/** Incompressible text from a fixed seed. */
function random(length: number): string {
  let seed = 1
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCharCode(97 + (seed % 26))
  }).join('')
}
