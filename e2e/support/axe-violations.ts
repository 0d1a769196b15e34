import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Minified: a document parses it in half the time. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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
  // A document loads the checks once.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(source)
    // Otherwise the HTML of every checked element is read, passing ones included.
    await page.evaluate(() => window.axe?.configure({ noHtml: true }))
  }
  const options: RunOptions = {
    // Passing elements are not described: naming each of them takes twice as long as finding the violations.
    resultTypes: ['violations'],
    elementRef: true,
    runOnly: only === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: rules[only] },
  }
  return page.evaluate(
    async ([within, options]) => {
      if (window.axe === undefined) throw new Error('The checks are not loaded.')
      const { violations } = await window.axe.run(within, options)
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact: impact ?? '',
        at: nodes
          .slice(0, 3)
          .map(({ element }) => element?.outerHTML.slice(0, 200))
          .join(' | '),
      }))
    },
    [within, options] as const,
  )
}
