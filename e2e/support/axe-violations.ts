import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What keeps somebody out, with where it stands. `colors`: of those that colours make, for a page known in another theme. */
export async function axeViolations(
  page: Page,
  only: 'all' | 'colors' = 'all',
): Promise<{ id: string; impact: string; at: string }[]> {
  // Without frames in the page the legacy mode finds the same in half the time: it opens no other page to add up.
  // What passes need not be described: naming each element of it takes twice as long as finding what does not.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (only === 'all' ? axe.withTags(tags) : axe.withRules(['color-contrast'])).analyze()
  return violations.map(({ id, impact, nodes }) => ({
    ...{ id, impact: impact ?? '' },
    at: nodes
      .slice(0, 3)
      .map(({ html }) => html.slice(0, 200))
      .join(' | '),
  }))
}
