import { expect, test } from 'vitest'

test('each error code belongs to one feature', () => {
  const tables = import.meta.glob<Record<string, Record<string, number>>>(
    ['./*.ts', '!./errors.ts', '!./*.test.ts', '../core/errors.ts'],
    { eager: true },
  )
  const codes = Object.values(tables).flatMap((module) =>
    Object.entries(module)
      .filter(([name]) => name.endsWith('Errors'))
      .flatMap(([, table]) => Object.keys(table)),
  )
  expect(codes).toEqual([...new Set(codes)])
})
