import type { Locator, Page } from 'playwright-core'
import type { Campaign } from '#contract/shop/campaigns.ts'
import { t } from './words.ts'

export const campaignsOf = async (page: Page) =>
  (await (await page.request.get('/api/catalog/campaigns')).json()) as Campaign[]

/** A campaign's carousel with one row and more products than any screen shows at once. */
export async function longCarousel(page: Page): Promise<{ campaign: Campaign; box: Locator }> {
  const campaign = (await campaignsOf(page)).find(({ products, rowCount }) => rowCount === 1 && products.length > 6)
  if (campaign === undefined) throw new Error('The demo store has no long campaign.')
  return { campaign, box: page.getByRole('region', { name: campaign.name }) }
}

/** The name of the current page of slides. */
export const current = (box: Locator) => box.locator('[aria-current=true]').getAttribute('aria-label')
export const pageName = (page: number, pages: number) => t('catalog.pages.ofPages', { page, pages })
