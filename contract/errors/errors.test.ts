import { expect, test } from 'vitest'
import { loadModules } from '#testing/load-modules.ts'

test('each error code belongs to one feature', async () => {
  const tables = [
    ...(await loadModules('contract/errors/!(errors).ts')),
    ...(await loadModules('contract/core/errors.ts')),
  ]
  const codes = tables.flatMap((module) =>
    Object.entries(module)
      .filter(([name]) => name.endsWith('Errors'))
      .flatMap(([, table]) => Object.keys(table as Record<string, number>)),
  )
  expect(codes).toEqual([...new Set(codes)])
})
