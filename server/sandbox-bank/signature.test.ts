import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signatureOf } from './signature.ts'

describe('the bank’s signature', () => {
  test('is SHA-512 of the escaped values in order of their names, followed by the store key', () => {
    const fields: [string, string][] = [
      ...([
        ['b', 'x|y'],
        ['A', 'c\\d'],
        ['a_', '1'],
        ['ab', '2'],
        ['encoding', 'no'],
        ['HASH', 'no'],
      ] as [string, string][]),
    ]
    const text = 'c\\\\d|2|1|x\\|y|key\\|\\\\'
    expect(signatureOf(fields, 'key|\\')).toBe(createHash('sha512').update(text).digest('base64'))
  })

  test('matches the published example', () => {
    const fields: [string, string][] = [
      ...([
        ['clientid', '190100000'],
        ['storetype', '3d'],
        ['amount', '100.25'],
        ['oid', 'order222'],
      ] as [string, string][]),
      ...([
        ['okUrl', 'https://domain.com/success'],
        ['failUrl', 'https://domain.com/fail_url'],
      ] as [string, string][]),
      ...([
        ['rnd', '12345'],
        ['hashAlgorithm', 'ver3'],
        ['lang', 'tr'],
        ['currency', '949'],
      ] as [string, string][]),
      ...([
        ['islemtipi', 'Auth'],
        ['taksit', ''],
      ] as [string, string][]),
    ]
    expect(signatureOf(fields, '123456')).toBe(
      '4aUsG5hqlIFLc9s8PKc5rWb2OLhmxDDewNgKa2XrwoYCIxlyVq8Fjl4IVaZzoqL983CfTseicmnTA0PjZr74xg==',
    )
  })
})
