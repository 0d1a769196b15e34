import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, desktop, openBrowser, phone, type Screen, visit } from '#e2e/support/browser.ts'
import { campaignsOf, current, longCarousel, pageName } from '#e2e/support/carousel.ts'
import { demoUrl } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** The slides that are fully visible in the carousel. */
const visibleSlides = (box: Locator) =>
  box.evaluate((section) => {
    const slides = [...section.querySelectorAll('[role=group] a')].map((link) => link.closest('[role=group]')!)
    const track = slides[0]!.parentElement!.getBoundingClientRect()
    return slides.flatMap((slide, i) => {
      const { left, right } = slide.getBoundingClientRect()
      return left >= track.left - 1 && right <= track.right + 1 ? [i] : []
    })
  })

/** Whether a new observer reports the campaign as visible: an earlier one has reported it too. */
const isInSight = (page: Page, id: number) =>
  page.locator(`#kampanya-${id}`).evaluate(
    (section) =>
      new Promise<boolean>((resolve) => {
        new IntersectionObserver(([entry]) => resolve(entry?.isIntersecting ?? false), { threshold: 0.5 }).observe(
          section,
        )
      }),
  )

describe('slides side by side', () => {
  const screens: [Screen, number][] = [
    [phone, 2],
    [{ width: 599, height: 800 }, 2],
    [{ width: 600, height: 800 }, 4],
    [{ width: 700, height: 900 }, 4],
    [{ width: 999, height: 800 }, 4],
    [{ width: 1000, height: 800 }, 6],
    [desktop, 6],
  ]
  let page: Page
  beforeAll(async () => {
    ;({ page } = await newVisitor(browser, demoUrl))
  })
  afterAll(() => page?.context().close())

  test.each(screens)('%j: %d, 10 pixels apart', async (screen, perView) => {
    await page.setViewportSize(screen)
    await visit(page, '/kampanyalar')
    const { box, campaign } = await longCarousel(page)
    expect(await visibleSlides(box)).toEqual(Array.from({ length: perView }, (_, i) => i))
    const [first, second] = [
      box.locator('[role=group]:has(> img)').nth(0),
      box.locator('[role=group]:has(> img)').nth(1),
    ]
    const [a, b] = [await first.boundingBox(), await second.boundingBox()]
    expect(Math.round((b?.x ?? 0) - (a?.x ?? 0) - (a?.width ?? 0))).toBe(10)
    const picture = await first.locator('img').boundingBox()
    expect((picture?.height ?? 0) / (picture?.width ?? 1)).toBeCloseTo(413 / 280, 1)
    await expect.poll(() => current(box)).toBe(pageName(1, Math.ceil(campaign.products.length / perView)))
  })

  test('a campaign with two rows has two products in each column', async () => {
    await page.setViewportSize(desktop)
    await visit(page, '/kampanyalar')
    const double = (await campaignsOf(page)).find(({ rowCount }) => rowCount === 2)
    const box = page.getByRole('region', { name: double?.name ?? '' })
    expect(await visibleSlides(box)).toHaveLength(12)
    const tops = await box
      .locator('[role=group]:has(> img)')
      .evaluateAll((slides) => [...new Set(slides.map((slide) => slide.getBoundingClientRect().top))])
    expect(tops).toHaveLength(2)
  })
})

describe('stepping through a campaign', () => {
  test('works by dots, buttons, arrow keys and touch', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await visit(page, '/kampanyalar')
    const { box, campaign } = await longCarousel(page)
    const pages = Math.ceil(campaign.products.length / 6)
    const isAt = async (at: number) => {
      await expect.poll(() => current(box)).toBe(pageName(at, pages))
    }
    await isAt(1)
    await box.getByRole('button', { name: pageName(2, pages) }).click()
    await isAt(2)
    expect(await visibleSlides(box)).not.toContain(0)
    await box.getByRole('button', { name: t('catalog.pages.previous') }).click()
    await isAt(1)
    await box.getByRole('button', { name: t('catalog.pages.previous') }).click()
    await isAt(pages)
    expect(await visibleSlides(box)).toContain(campaign.products.length - 1)
    await box.getByRole('button', { name: t('catalog.pages.next') }).click()
    await isAt(1)
    await page.keyboard.press('ArrowRight')
    await isAt(2)
    await page.keyboard.press('ArrowLeft')
    await isAt(1)
    // Touch scrolling is done by the browser.
    await box.locator('[role=group]:has(> img)').nth(6).scrollIntoViewIfNeeded()
    await isAt(2)
    expect(problems).toEqual([])
    await context.close()
  })

  test('each slide links to its product, which names the campaign and links back', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await visit(page, '/kampanyalar')
    const { box, campaign } = await longCarousel(page)
    const [product, other] = campaign.products
    await box.getByRole('link', { name: product?.name ?? '' }).click()
    await page.waitForURL(`**${product?.url}`)
    const link = page.getByRole('link', { name: t('campaigns.ofProduct', { name: campaign.name }) })
    await link.waitFor()
    await page
      .getByRole('region', { name: campaign.name })
      .getByRole('link', { name: other?.name ?? '' })
      .waitFor()
    await link.click()
    await page.waitForURL(`**/kampanyalar#kampanya-${campaign.id}`)
    await page.getByRole('heading', { level: 1, name: t('campaigns.title') }).waitFor()
    await context.close()
  })
})

describe('autoplay', () => {
  /** From here on the page's clock only moves with the test. Steps are counted, because scrolling takes real time. */
  async function openMoving(reducedMotion: 'reduce' | 'no-preference' = 'no-preference') {
    const { page, context } = await newVisitor(browser, demoUrl)
    await page.emulateMedia({ reducedMotion })
    await page.clock.install()
    await page.addInitScript(() => {
      const counter = { steps: 0 }
      Object.assign(window, { counted: counter })
      const { scrollTo } = Element.prototype
      Element.prototype.scrollTo = new Proxy(scrollTo, {
        apply(original, element, args) {
          counter.steps += 1
          Reflect.apply(original, element, args)
        },
      })
    })
    await visit(page, '/kampanyalar')
    const { box, campaign } = await longCarousel(page)
    for (const other of (await campaignsOf(page)).filter(({ id }) => id !== campaign.id))
      await page.locator(`#kampanya-${other.id}`).evaluate((section) => section.remove())
    await box.evaluate((section) => section.scrollIntoView({ block: 'center' }))
    await expect.poll(() => current(box)).not.toBeNull()
    // The browser reports this in real time.
    await expect.poll(() => isInSight(page, campaign.id)).toBe(true)
    await page.clock.pauseAt(Date.now() + 1_000)
    const steps = () => page.evaluate(() => (window as unknown as { counted: { steps: number } }).counted.steps)
    /** The number of steps within this time. */
    const stepsDuring = async (milliseconds: number) => {
      const before = await steps()
      await page.clock.runFor(milliseconds)
      return (await steps()) - before
    }
    const pages = Math.ceil(campaign.products.length / 6)
    const isAt = async (at: number) => {
      await expect.poll(() => current(box)).toBe(pageName(at, pages))
    }
    return { page, context, box, passing: stepsDuring, isAt }
  }

  test('advances every 5 seconds, but not under the pointer, with focus inside, or when stopped', async () => {
    const { page, context, box, passing: stepsDuring, isAt } = await openMoving()
    const movePointerAway = () => page.mouse.move(1, 1)
    const button = (name: string) => box.getByRole('button', { name: t(name) })
    const link = box.getByRole('link').first()
    expect(await stepsDuring(5_000)).toBe(1)
    await isAt(2)
    expect(await stepsDuring(4_900)).toBe(0)
    expect(await stepsDuring(200)).toBe(1)
    await box.getByRole('heading', { level: 2 }).hover()
    expect(await stepsDuring(11_000)).toBe(0)
    await movePointerAway()
    await link.focus()
    expect(await stepsDuring(11_000)).toBe(0)
    await link.evaluate((element) => element.blur())
    expect(await stepsDuring(5_100)).toBe(1)
    await button('campaigns.pause').click()
    await movePointerAway()
    await button('campaigns.play').evaluate((element) => element.blur())
    expect(await stepsDuring(11_000)).toBe(0)
    // Focus on the play button does not stop it.
    await button('campaigns.play').click()
    await movePointerAway()
    expect(await stepsDuring(5_100)).toBe(1)
    await context.close()
  })

  test('pauses in a hidden tab', async () => {
    const { page, context, passing: stepsDuring } = await openMoving()
    const hide = (isHidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
        document.dispatchEvent(new Event('visibilitychange'))
      }, isHidden)
    await hide(true)
    expect(await stepsDuring(11_000)).toBe(0)
    await hide(false)
    expect(await stepsDuring(5_100)).toBe(1)
    await context.close()
  })

  test('never runs with reduced motion, and has no stop button', async () => {
    const { context, box, passing: stepsDuring } = await openMoving('reduce')
    expect(await stepsDuring(21_000)).toBe(0)
    expect(await box.getByRole('button', { name: t('campaigns.pause') }).isVisible()).toBe(false)
    await context.close()
  })
})
