import { describe, expect, test } from 'vitest'
import { declineGroup, isUnanswered } from './decline.ts'

describe('declineGroup', () => {
  test.each([
    ...(['51', '61', '65'] as const).map((code) => [code, 'limit'] as const),
    ...(['14', '54', '82'] as const).map((code) => [code, 'card'] as const),
    ...(['57', '93', '10093'] as const).map((code) => [code, 'closed'] as const),
    ...(['CORE-2603', 'CORE-2204', '8'] as const).map((code) => [code, 'installment'] as const),
    ...(['91', '92', '96', '99', 'unreachable'] as const).map((code) => [code, 'bank'] as const),
    ...(['3D-0', '3D-5', 'md7'] as const).map((code) => [code, 'authentication'] as const),
  ])('maps %s to %s', (code, group) => expect(declineGroup(code)).toBe(group))

  test.each(['04', '07', '34', '41', '43', '05', '', '00', 'anything', null])(
    'maps %s to other: it may mean a lost or stolen card, or is unknown',
    (code) => expect(declineGroup(code)).toBe('other'),
  )
})

test('a refusal without an answer of the issuing bank is no outcome', () => {
  expect(['91', '96', '10091', '10096'].every(isUnanswered)).toBe(true)
  expect(['05', '51', '92', '99', '9', '916', '10051', 'CORE-91', '', '3D-96'].some(isUnanswered)).toBe(false)
})
