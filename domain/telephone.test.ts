import { expect, test } from 'vitest'
import { isTelephone } from './telephone.ts'

test.each([
  ['0212 555 10 20', true],
  ['+90 (212) 555-10-20', true],
  ['0212/555.10.20', true],
  ['5551020', true],
  ['555102', false],
  ['abc', false],
  ['0212 555 10 20 dahili', false],
  ['', false],
])('%j: %s', (text, is) => expect(isTelephone(text)).toBe(is))
