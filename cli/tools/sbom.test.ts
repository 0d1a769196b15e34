import { expect, test } from 'vitest'
import { licenseTable } from './sbom.ts'

test('groups packages by licence, each version once, those without one last', () => {
  const of = (name: string, version: string, licenses?: object[]) => ({ name, version, ...(licenses && { licenses }) })
  const components = [
    of('nameless', '1.0.0'),
    of('b', '2.0.0', [{ license: { id: 'MIT' } }]),
    of('a', '1.0.0', [{ license: { id: 'MIT' } }]),
    of('a', '1.0.0', [{ license: { id: 'MIT' } }]),
    of('both', '1.0.0', [{ expression: '(MIT OR CC0-1.0)' }]),
    of('own', '1.0.0', [{ license: { name: 'Own' } }]),
  ]
  expect(licenseTable({ components })).toEqual([
    '(MIT OR CC0-1.0): both@1.0.0',
    'MIT: b@2.0.0, a@1.0.0',
    'Own: own@1.0.0',
    'not in the lockfile: nameless@1.0.0',
  ])
})
