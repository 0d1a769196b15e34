import { expect, test } from 'vitest'
import { mayBeImported } from './import-files.ts'

test.each([
  ['urunler.csv', true],
  ['LİSTE.XLSX', true],
  ['besleme.xml.gz', true],
  ['foto.png', false],
  // Shop systems save web tables under this name.
  ['eski.xls', true],
  ['csv', false],
])('%s may be imported: %s', (name, expected) => {
  expect(mayBeImported(name)).toBe(expected)
})
