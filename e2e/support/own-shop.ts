import type { Browser, Page } from 'playwright-core'
import { newVisitor, openBrowser, signIn } from './browser.ts'
import { openShop, type Shop } from './shop.ts'

/** A small demo store that one file of journeys has for itself, with a browser. */
export type OwnShop = {
  shop: Shop
  browser: Browser
  /** What went wrong on the pages, one list for each. */
  problems: string[][]
  /** Opens a page of somebody who is signed in. */
  open(username: string, path: string): Promise<Page>
  remove(): Promise<void>
}

export async function openOwnShop(): Promise<OwnShop> {
  const shop = await openShop({ demo: 'small' })
  const browser = await startWithBrowser(shop)
  const problems: string[][] = []
  return {
    shop,
    browser,
    problems,
    async open(username, path) {
      const visitor = await newVisitor(browser, shop.url)
      problems.push(visitor.problems)
      await signIn(visitor.page, username, 'demo1234', path)
      return visitor.page
    },
    async remove() {
      await browser.close()
      await shop.remove()
    },
  }
}

/** Leaves no store behind if it does not start. */
async function startWithBrowser(shop: Shop): Promise<Browser> {
  try {
    await shop.start()
    return await openBrowser()
  } catch (error) {
    await shop.remove()
    throw error
  }
}
