import { expect, test } from 'vitest'
import {
  adminBankFindingsPath,
  adminPickingPath,
  adminPriceComparisonPath,
  adminWebhooksPath,
} from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { adminDealerPath, adminStatementPath } from '#contract/core/record-paths.ts'
import { areaOfPage } from './admin-nav.tsx'
import { plainClasses } from './area-link.tsx'

test.each([
  [pages.admin, undefined],
  [adminDealerPath(3), 'people'],
  [adminStatementPath(3), 'people'],
  [adminPickingPath(3), 'orders'],
  [adminBankFindingsPath, 'payments'],
  [adminPriceComparisonPath, 'prices'],
  [adminWebhooksPath, 'settings'],
  [pages.home, undefined],
])('the page %s belongs to the area %s', (path, area) => {
  expect(areaOfPage(path)).toBe(area)
})

test('text in the place of a link has neither its color nor its area', () => {
  const link =
    'tap code font-medium text-brand-ink after:absolute after:inset-0 hover:underline pointer-coarse:min-h-11'
  expect(plainClasses(link)).toBe('code font-medium')
  expect(plainClasses('line-clamp-2 underline')).toBe('line-clamp-2')
  expect(plainClasses()).toBe('')
})
