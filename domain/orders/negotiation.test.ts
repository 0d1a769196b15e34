import { expect, test } from 'vitest'
import { mayFollow, negotiationStates, roundKinds, sideOf, stateAfter } from './negotiation.ts'

const states = [null, ...negotiationStates]

test.each([
  ['request', [null, 'asked', 'answered', 'declined', 'refused']],
  ['version', ['asked', 'answered']],
  ['refusal', ['asked', 'answered']],
  ['acceptance', ['answered']],
  ['decline', ['asked', 'answered']],
] as const)('a %s follows only its states', (kind, allowed) => {
  expect(states.filter((state) => mayFollow(kind, state, false))).toEqual(allowed)
})

test('an expired version cannot be accepted, and expired agreed prices can be asked for again', () => {
  expect(mayFollow('acceptance', 'answered', true)).toBe(false)
  expect(mayFollow('request', 'agreed', false)).toBe(false)
  expect(mayFollow('request', 'agreed', true)).toBe(true)
})

test('each turn hands the negotiation to the other side or ends it', () => {
  expect(roundKinds.map((kind) => [kind, sideOf(kind), stateAfter[kind]])).toEqual([
    ['request', 'dealer', 'asked'],
    ['version', 'store', 'answered'],
    ['refusal', 'store', 'refused'],
    ['acceptance', 'dealer', 'agreed'],
    ['decline', 'dealer', 'declined'],
  ])
})
