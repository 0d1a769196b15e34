import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { csrfTokenIn } from '#contract/core/csrf.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import { newVisitor, openBrowser, signIn } from '#e2e/support/browser.ts'
import { demoUrl } from '#e2e/support/demo-shop.ts'

describe('a page', () => {
  test('is the same bytes for all guests; the token comes in a cookie', async () => {
    const get = async () => {
      const answer = await fetch(`${demoUrl}/search?q=matkap`)
      const cookies = answer.headers.getSetCookie()
      return {
        state: answer.headers.get('x-page-cache'),
        policy: answer.headers.get('content-security-policy'),
        cookies,
        token: csrfTokenIn(cookies.map((line) => line.split(';')[0]).join('; ')),
        html: await answer.text(),
      }
    }
    const [first, second] = [await get(), await get()]
    expect(second).toMatchObject({ state: 'hit', html: first.html, policy: first.policy })
    expect(first.token).toMatch(/^[\w-]{43}$/)
    expect(second.token).not.toBe(first.token)
    expect(first.html).not.toContain(first.token)
    const cookie = first.cookies.map((line) => line.split(';')[0]).join('; ')
    const again = await fetch(`${demoUrl}/search?q=matkap`, { headers: { cookie } })
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('has only inline scripts whose hash its policy names, and no unsafe script source', async () => {
    for (const path of ['/', '/account/login', '/search?q=matkap']) {
      const answer = await fetch(`${demoUrl}${path}`)
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}=')+;/)
      expect(policy).toMatch(/frame-ancestors 'self'/)
      const scripts = [...(await answer.text()).matchAll(/<script([^>]*)>([^]*?)<\/script>/g)].filter(
        ([, attributes = '']) => !/src="|ld\+json/.test(attributes),
      )
      const hashes = scripts.map(([, , code = '']) => createHash('sha256').update(code).digest('base64'))
      expect(hashes.length).toBeGreaterThan(3)
      expect(hashes.filter((hash) => !policy.includes(`'sha256-${hash}'`))).toEqual([])
    }
  })

  test('is stored compressed: a hit is the same page in every encoding', async () => {
    const get = async (encoding: string) => {
      const answer = await fetch(`${demoUrl}/search?q=kablo`, { headers: { 'accept-encoding': encoding } })
      const { headers } = answer
      return { html: await answer.text(), sent: headers.get('content-encoding'), state: headers.get('x-page-cache') }
    }
    const { html } = await get('identity')
    for (const encoding of ['br', 'gzip', 'br']) {
      expect(await get(`${encoding}, deflate`)).toEqual({ html, sent: encoding, state: 'hit' })
    }
    expect(await get('identity')).toEqual({ html, sent: null, state: 'hit' })
  })

  test('of a dealer’s list weighs at most 150 kB, and 25 kB as sent', async () => {
    const browser = await openBrowser()
    const { page, context } = await newVisitor(browser, demoUrl)
    await signIn(page, 'bayi@example.com')
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    for (const encoding of ['br', 'gzip']) {
      const headers = { cookie, 'accept-encoding': encoding, 'accept-language': 'tr' }
      const answer = await fetch(`${demoUrl}/?page=2&view=list`, { headers })
      const sent = Number(answer.headers.get('content-length'))
      const html = await answer.text()
      expect(html.match(/<tr /g)?.length).toBeGreaterThanOrEqual(24)
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(150_000)
      expect(sent).toBeGreaterThan(10_000)
      expect(sent).toBeLessThanOrEqual(25_000)
    }
    await context.close()
    await browser.close()
  })

  test.each([
    '/_root.data',
    '/search.data',
    '/sepet.data',
    '/__manifest',
    '/_.data',
    '/checkout/summary.data?order=S2020000001',
  ])('the router’s own address %s is closed', async (path) => {
    const answer = await fetch(`${demoUrl}${path}`)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } })
  })

  test('that does not exist answers 404 in the visitor’s language', async () => {
    for (const path of ['/boyle-bir-yer-yok', '/a/b/c/d', '/x-p-999999', '/?page=999999']) {
      const answer = await fetch(`${demoUrl}${path}`)
      expect({ path, status: answer.status }).toEqual({ path, status: 404 })
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    }
    const english = await fetch(`${demoUrl}/nothing-here`, { headers: { 'accept-language': 'en' } })
    expect(await english.text()).toMatch(/<html lang="en"/)
  })

  test('of a product at another address redirects to its own', async () => {
    const list = (await (await fetch(`${demoUrl}/api/catalog/products`)).json()) as ProductList
    const [product] = list.items
    const answer = await fetch(`${demoUrl}/wrong-p-${product?.id}?unit=1`, { redirect: 'manual' })
    expect(answer.status).toBe(301)
    expect(answer.headers.get('location')).toBe(`${product?.url}?unit=1`)
  })
})
