import { expect, test } from 'vitest'
import { maskAddress, maskAddresses } from './mask-address.ts'

test.each([
  ['satis@example.com', 's…@example.com'],
  ['a@example.com', 'a…@example.com'],
  ['"a@b"@example.com', '"…@example.com'],
  ['😀k@example.com', '😀…@example.com'],
  ['@example.com', '…'],
  ['no address', '…'],
  ['', '…'],
])('shows the first character and the domain of %j: %j', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})

test('masks every address in the answer of a mail server', () => {
  expect(maskAddresses('550 <satis@example.com>: unknown; try depo@example.com, please')).toBe(
    '550 <s…@example.com>: unknown; try d…@example.com, please',
  )
})
