import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newVisitor, desktop, openBrowser, phone, visit } from '#e2e/support/browser.ts'
import { demoUrl, listOf } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Kilobytes of JavaScript, packed by gzip, that the first page may load (docs/decisions, 008). */
const firstLoadMax = 150

type Shown = { src: string; drawn: [number, number]; place: [number, number]; given: [string | null, string | null] }

/** The pictures that have loaded: source, position, and the size reserved for each. */
const shownPictures = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('main img')]
      .filter((image) => image.complete && image.naturalWidth > 0 && image.clientWidth > 0)
      .map(
        (image): Shown => ({
          src: image.currentSrc,
          drawn: [image.naturalWidth, image.naturalHeight],
          place: [image.clientWidth, image.clientHeight],
          given: [image.getAttribute('width'), image.getAttribute('height')],
        }),
      ),
  )

async function pathWithGallery(page: Page): Promise<string> {
  for (const { url } of (await listOf(page, '?limit=96')).items) {
    const { images } = (await (await page.request.get(`/api/catalog/product/${url.split('-p-')[1]}`)).json()) as {
      images: string[]
    }
    if (images.length > 2) return url
  }
  throw new Error('The demo store has no product with three pictures.')
}

describe('pictures', () => {
  test.each([
    ['grid', '/?view=grid', desktop],
    ['list', '/?view=list', desktop],
    ['grid', '/?view=grid', phone],
    ['list', '/?view=list', phone],
  ])('of the %s (%s) load in the size of their box, which is reserved for them', async (_, path, screen) => {
    const { page, context } = await newVisitor(browser, demoUrl, { screen })
    await visit(page, path)
    await expect.poll(async () => (await shownPictures(page)).length).toBeGreaterThan(2)
    for (const { src, drawn, place, given } of await shownPictures(page)) {
      if (src.endsWith('/images/404.png')) continue
      expect(src).toMatch(/\?fit=\d+x\d+$/)
      expect({ src, isTooLarge: drawn[0] > place[0] * 1.4 && drawn[1] > place[1] * 1.4 }).toEqual({
        src,
        isTooLarge: false,
      })
      expect(given.map(Number).every((side) => side > 0)).toBe(true)
    }
    await context.close()
  })

  test.each([
    ['before', true],
    ['after', false],
  ])('that fail %s the page hydrates are replaced by the placeholder', async (_, isBefore) => {
    const { page, context } = await newVisitor(browser, demoUrl)
    let releaseScripts = () => {}
    const failed = new Promise<void>((resolve) => (releaseScripts = resolve))
    await page.route(/\/images\/(?!404)/, async (route) => {
      await route.fulfill({ status: 404, body: '' })
      releaseScripts()
    })
    if (isBefore) {
      await page.route(/\/assets\/.*\.js$/, async (route) => {
        await failed
        await route.continue()
      })
    }
    await visit(page, '/?view=list')
    const pictures = page.locator('main [data-products] img')
    await expect
      .poll(() => pictures.first().evaluate((image: HTMLImageElement) => [image.currentSrc, image.naturalWidth > 0]))
      .toEqual([`${demoUrl}/images/404.png`, true])
    await context.close()
  })

  test('of a product are enlarged by buttons, keys, wheel and double click, and moved within their edges', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await visit(page, await pathWithGallery(page))
    await page.getByRole('button', { name: t('product.enlarge') }).click()
    const dialog = page.getByRole('dialog')
    const picture = dialog.getByTestId('zoomed')
    const place = () =>
      picture.evaluate((element) => {
        const { a: scale, e: x, f: y } = new DOMMatrix(element.style.transform)
        return { scale, x, y }
      })
    await dialog.getByRole('button', { name: t('product.zoom.in') }).click()
    expect((await place()).scale).toBe(1.5)
    await page.keyboard.press('+')
    expect((await place()).scale).toBe(2.25)
    await dialog.getByText(t('catalog.percent', { value: 225 })).waitFor()
    // The arrow keys move the enlarged picture, not to the next one.
    const number = await dialog.getByText(/^1 \/ \d+$/).innerText()
    await page.keyboard.press('ArrowRight')
    expect((await place()).x).toBe(-60)
    await dialog.getByText(number, { exact: true }).waitFor()
    const box = (await picture.locator('..').boundingBox()) ?? expect.fail()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2 + 5_000, box.y + box.height / 2, { steps: 3 })
    await page.mouse.up()
    const edge = (box.width * 1.25) / 2
    expect((await place()).x).toBeCloseTo(edge, 0)
    await page.keyboard.press('0')
    expect(await place()).toEqual({ scale: 1, x: 0, y: 0 })

    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2)
    await page.mouse.wheel(0, -300)
    await expect.poll(async () => (await place()).scale).toBeGreaterThan(1.5)
    // What is under the pointer stays there: the picture moves to the right.
    expect((await place()).x).toBeGreaterThan(0)
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
    expect(await place()).toEqual({ scale: 1, x: 0, y: 0 })
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2)
    expect((await place()).scale).toBe(2.5)
    expect(problems).toEqual([])
    await context.close()
  })

  test('of a product are enlarged by two fingers and by a double tap', async () => {
    const { page, context } = await newVisitor(browser, demoUrl, { screen: phone })
    await visit(page, await pathWithGallery(page))
    await page.getByRole('button', { name: t('product.enlarge') }).click()
    const picture = page.getByRole('dialog').getByTestId('zoomed')
    const scale = () => picture.evaluate((element) => new DOMMatrix(element.style.transform).a)
    const send = (events: [type: string, pointerId: number, x: number][]) =>
      picture.evaluate((element, sent) => {
        const frame = element.parentElement ?? element
        // Synthetic pointers cannot be captured.
        frame.setPointerCapture = () => {}
        const { left, width, top, height } = frame.getBoundingClientRect()
        for (const [type, pointerId, x] of sent) {
          const place = { clientX: left + width / 2 + x, clientY: top + height / 2 }
          frame.dispatchEvent(new PointerEvent(type, { pointerId, pointerType: 'touch', bubbles: true, ...place }))
        }
      }, events)
    await send([
      ['pointerdown', 1, -40],
      ['pointerdown', 2, 40],
      ['pointermove', 2, 120],
      ['pointerup', 1, -40],
      ['pointerup', 2, 120],
    ])
    expect(await scale()).toBe(2)
    const tap: [string, number, number][] = [
      ['pointerdown', 3, 0],
      ['pointerup', 3, 0],
    ]
    await send([...tap, ...tap])
    expect(await scale()).toBe(1)
    await send([...tap, ...tap])
    expect(await scale()).toBe(2.5)
    await context.close()
  })

  test('of a product can be browsed by thumbnail, button, arrow keys and swipe; Escape returns', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl, { screen: phone })
    await visit(page, await pathWithGallery(page))
    const gallery = page.getByRole('region', { name: t('product.images') })
    const thumb = (at: number) => gallery.getByRole('button', { name: t('product.showImage', { at }) })
    await thumb(2).click()
    await expect.poll(() => thumb(2).getAttribute('aria-current')).toBe('true')
    const enlarge = gallery.getByRole('button', { name: t('product.enlarge') })
    await enlarge.click()
    const dialog = page.getByRole('dialog')
    const isAt = async (at: number) => {
      const count = await gallery.getByRole('listitem').count()
      await dialog.getByText(t('product.imageOf', { at, count }), { exact: true }).waitFor()
    }
    await isAt(2)
    await page.keyboard.press('ArrowRight')
    await isAt(3)
    await page.keyboard.press('ArrowLeft')
    await isAt(2)
    await dialog.getByRole('button', { name: t('product.previousImage') }).click()
    await isAt(1)
    const swipe = (from: number, to: number) =>
      dialog.getByRole('img').evaluate(
        (image, [from, to]) => {
          const touch = (x: number) => new Touch({ identifier: 1, target: image, clientX: x, clientY: 300 })
          const send = (type: string, x: number) =>
            image.dispatchEvent(
              new TouchEvent(type, {
                bubbles: true,
                changedTouches: [touch(x)],
                touches: type === 'touchend' ? [] : [touch(x)],
              }),
            )
          send('touchstart', from)
          send('touchend', to)
        },
        [from, to] as const,
      )
    await swipe(300, 120)
    await isAt(2)
    await swipe(120, 140)
    await isAt(2)
    await swipe(120, 300)
    await isAt(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await enlarge.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('the first page', () => {
  test(`loads ${firstLoadMax} kB of packed JavaScript at most, and waits for no style sheet`, async () => {
    const { page, context } = await newVisitor(browser, demoUrl, { screen: phone })
    const scripts: Promise<[string, number]>[] = []
    const sheets: string[] = []
    page.on('response', (response) => {
      const kind = response.request().resourceType()
      if (kind === 'script')
        scripts.push(response.body().then((body) => [new URL(response.url()).pathname, gzipSync(body).length / 1000]))
      if (kind === 'stylesheet') sheets.push(response.url())
    })
    await visit(page, '/')
    await page.waitForLoadState('networkidle')
    const sizes = await Promise.all(scripts)
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    const parts = sizes.map(([path, size]) => `${path} ${size.toFixed(1)}`).join('\n')
    expect(total, `${total.toFixed(1)} kB:\n${parts}`).toBeLessThanOrEqual(firstLoadMax)
    expect(sheets).toEqual([])
    expect(await page.locator('main').evaluate((main) => getComputedStyle(main).flexGrow)).toBe('1')
    await context.close()
  })
})
