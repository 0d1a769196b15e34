import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** What the types of the library leave out. */
type Color = { r: number; g: number; b: number; alpha: number; parseString(text: string): Color }
type Commons = { color: { Color: { prototype: Color } } }

declare global {
  interface Window {
    axe?: typeof axe & { commons: Commons }
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

/** Runs in the page. */
function prepare(): void {
  if (window.axe === undefined) throw new Error('The checks are not loaded.')
  // Otherwise the HTML of every checked element is read, passing ones included.
  window.axe.configure({ noHtml: true })
  // A page has thousands of elements in a few colors, and reading a color is a sixth of checking contrasts.
  const color = window.axe.commons.color.Color.prototype
  const parse = color.parseString
  const known = new Map<string, Omit<Color, 'parseString'>>()
  color.parseString = function (text) {
    const same = known.get(text)
    if (same !== undefined) return Object.assign(this, same)
    const { r, g, b, alpha } = parse.call(this, text)
    known.set(text, { r, g, b, alpha })
    return this
  }
}

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
    await page.evaluate(prepare)
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
