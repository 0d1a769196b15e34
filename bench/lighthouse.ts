import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { browserFlags, ensureBrowser } from '#cli/tools/browser.ts'
import { freePort } from '#e2e/support/shop.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Seconds until the first and the largest content is visible; seconds in which the page does not respond. */
export type Waits = { first: number; largest: number; blocked: number }

export type Scores = {
  url: string
  scores: Record<string, number>
  scriptKilobytes: number
  layoutShift: number
  waits: Waits
}

/** Runs Lighthouse with its mobile settings on pages as a guest sees them. Scores are 0 to 100. */
export async function scorePages(urls: readonly string[]): Promise<Scores[]> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [...browserFlags, `--remote-debugging-port=${port}`],
  })
  try {
    const results: Scores[] = []
    for (const url of urls) results.push(await scorePage(url, port))
    return results
  } finally {
    await browser.close()
  }
}

async function scorePage(url: string, port: number): Promise<Scores> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...categories] })
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}`)
  const { lhr } = result
  const requests = lhr.audits['network-requests']?.details as
    | { items: { resourceType: string; transferSize: number }[] }
    | undefined
  const secondsOf = (audit: string) => (lhr.audits[audit]?.numericValue ?? 0) / 1000
  const scripts = requests?.items.filter(({ resourceType }) => resourceType === 'Script') ?? []
  for (const name of categories) {
    for (const { id } of lhr.categories[name]?.auditRefs ?? []) {
      const audit = lhr.audits[id]
      const hasFailed = audit?.score !== null && (audit?.score ?? 1) < 0.9 && audit?.scoreDisplayMode !== 'informative'
      if (hasFailed) console.error(`  ${name}: ${audit?.title} ${audit?.displayValue ?? ''}`)
    }
  }
  return {
    url,
    scores: Object.fromEntries(categories.map((name) => [name, Math.round((lhr.categories[name]?.score ?? 0) * 100)])),
    scriptKilobytes: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    layoutShift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 0,
    waits: {
      first: secondsOf('first-contentful-paint'),
      largest: secondsOf('largest-contentful-paint'),
      blocked: secondsOf('total-blocking-time'),
    },
  }
}
