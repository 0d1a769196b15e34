import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Rules for a part of the checks: what differs by theme, and what differs by width. */
const rules = {
  colors: ['color-contrast'],
  layout: ['target-size', 'scrollable-region-focusable', 'empty-table-header'],
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Accessibility violations with their location. `colors` and `layout`: those rules only, for a page already checked in
 * another theme or at another width. `within` is the selector of the part to check.
 */
export async function axeViolations(
  page: Page,
  only: 'all' | keyof typeof rules = 'all',
  within = 'html',
): Promise<{ id: string; impact: string; at: string }[]> {
  // A document loads the checks once. Passing elements are not described: naming each of them takes twice as long as
  // finding the violations.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    runOnly: only === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: rules[only] },
  }
  const { violations } = await page.evaluate(
    ([within, options]) => window.axe?.run(within, options) as Promise<AxeResults>,
    [within, options] as const,
  )
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact: impact ?? '',
    at: nodes
      .slice(0, 3)
      .map(({ html }) => html.slice(0, 200))
      .join(' | '),
  }))
}
