import { expect, test } from 'vitest'
import type { XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import { textOf } from './cell-text.ts'
import { makeCsv } from './write-csv.ts'

const columns: XlsxColumn[] = [
  { title: 'Müşteri', kind: 'text', width: 10 },
  { title: 'Gün', kind: 'day', width: 10 },
  { title: 'Tutar', kind: 'amount', width: 10 },
]

test('writes separators and decimals that spreadsheets of the language expect', () => {
  const rows = [
    ['Çağrı; "Şen"\nAş.', '2026-11-20', 1234.5],
    [null, null, null],
  ]
  expect(makeCsv({ columns, rows }, 'tr').toString()).toBe(
    '\uFEFF"Müşteri";"Gün";"Tutar"\r\n"Çağrı; ""Şen""\nAş.";20.11.2026;1234,50\r\n;;\r\n',
  )
  expect(makeCsv({ columns, rows: [['a', '2026-11-20', -0.125]] }, 'en').toString()).toBe(
    '\uFEFF"Müşteri","Gün","Tutar"\r\n"a",20.11.2026,-0.13\r\n',
  )
})

test.each(['=1+1', '+90 212', '-2+3', '@SUM(A1)', '\t=1', '\r\n=1', ' =1', '＝1+1'])(
  'keeps %j from becoming a formula',
  (text) => {
    const [, line] = makeCsv({ columns, rows: [[text, null, null]] }, 'tr')
      .toString()
      .split('"Tutar"\r\n')
    expect(line).toBe(`"'${text}";;\r\n`)
  },
)

test.each(['00123', '8690504015833', '1E5', '12e-3', '10-12', '1/2', '1.5.2026'])(
  'writes %j so that spreadsheets keep it as text and an import reads it back',
  (text) => {
    const [, line = ''] = makeCsv({ columns, rows: [[text, null, null]] }, 'tr')
      .toString()
      .split('"Tutar"\r\n')
    expect(line).toBe(`"=""${text}""";;\r\n`)
    expect(textOf(line.slice(1, -5).replaceAll('""', '"'))).toBe(text)
  },
)

test.each(['123', '06A 905-115', 'B-1', '0532 000 00 00', '4.5 mm'])('writes %j unchanged', (text) => {
  expect(makeCsv({ columns, rows: [[text, null, null]] }, 'tr').toString()).toContain(`"${text}";;`)
})

test('writes words in a column of amounts as text', () => {
  const csv = makeCsv(
    {
      columns,
      rows: [
        ['a', null, '=yok'],
        ['b', null, '2.5'],
      ],
    },
    'tr',
  ).toString()
  expect(csv.split('\r\n').slice(1, -1)).toEqual([`"a";;"'=yok"`, '"b";;2,50'])
})

test('writes other texts unchanged, with unpaired surrogates replaced', () => {
  const [, line] = makeCsv({ columns, rows: [['a=1 \uD800', null, null]] }, 'tr')
    .toString()
    .split('"Tutar"\r\n')
  expect(line).toBe('"a=1 \uFFFD";;\r\n')
})
