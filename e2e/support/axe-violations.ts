import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Rules for a part of the checks: what differs by theme, and what differs by width. */
const rules = {
  colors: ['color-contrast'],
  layout: ['target-size', 'scrollable-region-focusable', 'empty-table-header'],
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Accessibility violations with their location. `colors` and `layout`: those rules only, for a page already checked in
 * another theme or at another width.
 */
export async function axeViolations(
  page: Page,
  only: 'all' | keyof typeof rules = 'all',
): Promise<{ id: string; impact: string; at: string }[]> {
  // Legacy mode finds the same in half the time on pages without frames, because it opens no second page for
  // aggregation. Passing elements are not described: naming each of them takes twice as long as finding the violations.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (only === 'all' ? axe.withTags(tags) : axe.withRules(rules[only])).analyze()
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact: impact ?? '',
    at: nodes
      .slice(0, 3)
      .map(({ html }) => html.slice(0, 200))
      .join(' | '),
  }))
}
