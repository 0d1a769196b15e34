import { expect, test } from 'vitest'
import { formatsOf } from '#domain/text/format.ts'
import { formatCell, formatRowName } from './format-report.ts'

test.each([
  ['tr', '₺1.234,50', '1.240', '%12,3', '31.12.2026'],
  ['en', '₺1,234.50', '1,240', '%12.3', '31.12.2026'],
])('figures in the language %s', (language, money, count, percent, day) => {
  const format = (cell: number | string, kind: Parameters<typeof formatCell>[3]) =>
    formatCell(formatsOf(language), (number) => `%${number}`, cell, kind)
  expect([format('1234.5', 'money'), format(1240, 'count'), format(12.34, 'percent')]).toEqual([money, count, percent])
  expect(format('2026-12-31', 'day')).toBe(day)
})

test('rows are named by their day, their month with the year, or as they are', () => {
  expect(formatRowName('2026-12-31', 'day', 'tr')).toBe('31.12.2026')
  expect(formatRowName('2026-01', 'month', 'tr')).toBe('Ocak 2026')
  expect(formatRowName('2026-01', 'month', 'en')).toBe('January 2026')
  expect(formatRowName('2026', 'brand', 'tr')).toBe('2026')
})
