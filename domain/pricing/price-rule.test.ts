import { expect, test } from 'vitest'
import { makeRule } from '#testing/price-oracle/make-rule.ts'
import { compareCandidates, isValidOn, type PriceRule, type RuleCandidate } from './price-rule.ts'

type Terms = Partial<PriceRule> & { distance?: number }

const candidate = ({ distance = 0, ...terms }: Terms): RuleCandidate => ({
  rule: makeRule({ kind: 'tier', ...terms }),
  distance,
})

/** The criteria of decision 075, the first one first, each with the terms that win and the terms that lose. */
const criteria: [string, Terms, Terms][] = [
  ['the higher priority', { priority: 1 }, { priority: 0 }],
  ['the closer buyers', { dealerId: 1 }, { groupId: 1 }],
  ['the closer goods', { productId: 1 }, { brandId: 1 }],
  ['the nearer category or product', { distance: 0 }, { distance: 1 }],
  ['a unit', { unit: 'KOLİ' }, { unit: null }],
  ['the greater quantity', { minQuantity: '10' }, { minQuantity: '9.5' }],
  ['the later first day', { startsOn: '2026-03-02' }, { startsOn: '2026-03-01' }],
  ['the higher id', { id: 2 }, { id: 1 }],
]

test.each(criteria.map(([name], index) => [name, index] as const))(
  '%s decides before everything that comes after it in the order',
  (_, index) => {
    const below = criteria.slice(index + 1)
    const winner = candidate(Object.assign({}, ...below.map(([, , loses]) => loses), criteria[index]![1]))
    const loser = candidate(Object.assign({}, ...below.map(([, wins]) => wins), criteria[index]![2]))
    expect(compareCandidates(winner, loser)).toBeLessThan(0)
    expect(compareCandidates(loser, winner)).toBeGreaterThan(0)
  },
)

test.each([
  ['a dealer before a group', { dealerId: 1 }, { groupId: 1 }],
  ['a dealer before everyone', { dealerId: 1 }, {}],
  ['a group before a region', { groupId: 1 }, { region: 'ege' }],
  ['a region before everyone', { region: 'ege' }, {}],
  ['a product before a brand', { productId: 1 }, { brandId: 1 }],
  ['a brand before a category', { brandId: 1 }, { categoryId: 1 }],
  ['a brand before the nearest category', { brandId: 1, distance: 0 }, { categoryId: 1, distance: 0 }],
  ['a category before all products', { categoryId: 1 }, {}],
  ['a distant category before all products', { categoryId: 1, distance: 9 }, {}],
  ['a variant before its parent', { productId: 2, distance: 0 }, { productId: 1, distance: 1 }],
  ['a parent before a brand', { productId: 1, distance: 1 }, { brandId: 1, distance: 0 }],
  ['a category before the one above it', { categoryId: 2, distance: 0 }, { categoryId: 1, distance: 1 }],
  ['priority 0 before a negative one', { priority: 0 }, { priority: -1 }],
  ['quantities by value, not by text', { minQuantity: '100' }, { minQuantity: '20' }],
  ['a first day before none', { startsOn: '2000-01-01' }, {}],
  ['first days in another year', { startsOn: '2026-01-01' }, { startsOn: '2025-12-31' }],
  ['ids by value, not by text', { id: 10 }, { id: 9 }],
] satisfies [string, Terms, Terms][])('%s', (_, first, second) => {
  // The other rule has the higher id, so that the last criterion does not decide for the expected one.
  const [a, b] = [candidate({ id: 1, ...first }), candidate({ id: 2, ...second })]
  expect([b, a].toSorted(compareCandidates)).toEqual([a, b])
})

test('a last day does not count in the order', () => {
  const [newer, older] = [candidate({ id: 2, endsOn: '2026-01-01' }), candidate({ id: 1, endsOn: '2027-01-01' })]
  expect(compareCandidates(newer, older)).toBeLessThan(0)
})

test.each([
  ['without days', null, null, true],
  ['on its first day', '2026-03-15', null, true],
  ['before its first day', '2026-03-16', null, false],
  ['on its last day', null, '2026-03-15', true],
  ['after its last day', null, '2026-03-14', false],
  ['on its only day', '2026-03-15', '2026-03-15', true],
  ['between its days', '2026-03-01', '2026-03-31', true],
  ['in a year after its last day', '2025-01-01', '2025-12-31', false],
])('a rule %s: first %s, last %s, valid on 2026-03-15: %s', (_, startsOn, endsOn, isValid) => {
  expect(isValidOn({ startsOn, endsOn }, '2026-03-15')).toBe(isValid)
})
