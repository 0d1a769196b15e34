import { expect, test } from 'vitest'
import { packedType } from './document.ts'

const zip = 'PK\x03\x04'

test.each([
  [zip, 'a.txt', 'zip'],
  [zip, '[Content_Types].xml xl/workbook.xml', 'xlsx'],
  [zip, '[Content_Types].xml xl/workbook.xml xl/vbaProject.bin', 'macros'],
  [zip, '[Content_Types].xml word/document.xml', 'zip'],
  ['%PDF', '', null],
  ['MZ', '', null],
])('a file that begins with %j and contains %j is %s', (head, names, expected) => {
  expect(packedType({ head, names })).toBe(expected)
})
