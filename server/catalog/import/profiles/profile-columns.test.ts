import { expect, test } from 'vitest'
import { mappingProblem } from './profile-columns.ts'

const movements = { kind: 'movements', shape: ['carikodu', 'tarih', 'tutar'] } as const

test.each([
  [{ 'Cari Kodu': 'dealer', Tutar: 'ignore' }, null],
  [{}, null],
  [{ Tutar: 'price' }, 'fieldUnknown'],
  [{ Tutar: ['price', 'list_price'] }, 'fieldUnknown'],
  [{ Tutar: 'debit', Tarih: 'debit' }, 'fieldTwice'],
  [{ Belge: 'document_no' }, 'columnUnknown'],
] as const)('columns %j of a profile of movements: %s', (mapping, problem) => {
  expect(mappingProblem(structuredClone(mapping) as Parameters<typeof mappingProblem>[0], movements)).toBe(problem)
})
