import { describe, expect, test } from 'vitest'
import type { ProductList } from '#contract/shop/catalog.ts'
import { demoUrl } from '#e2e/support/demo-shop.ts'

describe('a page', () => {
  test('carries its own token and nonce, also from the cache', async () => {
    const get = async () => {
      const answer = await fetch(`${demoUrl}/search?q=matkap`)
      const html = await answer.text()
      const found = (text: RegExp, source: string) => text.exec(source)?.[1]
      return {
        state: answer.headers.get('x-page-cache'),
        token: found(/name="csrf-token" content="([^"]+)"/, html),
        nonce: found(/<script nonce="([^"]+)"/, html),
        allowed: found(/'nonce-([^']+)'/, answer.headers.get('content-security-policy') ?? ''),
        rest: html.replaceAll(/nonce="[^"]+"|content="[\w-]{43}"/g, ''),
      }
    }
    const [first, second] = [await get(), await get()]
    expect(second.state).toBe('hit')
    expect(first.nonce).toBe(first.allowed)
    expect(second.nonce).toBe(second.allowed)
    expect(first.token).toMatch(/^[\w-]{43}$/)
    expect(second.token).not.toBe(first.token)
    expect(second.nonce).not.toBe(first.nonce)
    expect(second.rest).not.toContain(second.token)
  })

  test('has no inline script without a nonce and no unsafe script source', async () => {
    const answer = await fetch(`${demoUrl}/`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+';/)
    expect(policy).toMatch(/frame-ancestors 'self'/)
    const scripts = (await answer.text()).match(/<script[^>]*>/g) ?? []
    expect(scripts.filter((script) => !/nonce="|src="/.test(script) && !script.includes('ld+json'))).toEqual([])
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
