import { beforeAll, describe, expect, test, vi } from 'vitest'
import { saveSetting } from '#server/settings/settings.ts'
import { codeOf, sentenceOf } from '#testing/shop.ts'
import { inquire, dataOf, dealer, mine, service, serviceUrl, shop, staff, useTestWarranty } from './test-warranty.ts'

useTestWarranty()

const technical = 'Teknik bir hata yaşandı. Lütfen daha sonra tekrar deneyin.'

describe('an external warranty service', () => {
  beforeAll(async () => {
    const { pool } = shop.database
    await saveSetting(pool, 'warrantyServiceKey', 'gizli-anahtar')
    await saveSetting(pool, 'warrantyServiceUrl', serviceUrl)
    await shop.setSetting('storeHours', 'dış servis')
  })

  const say = (content: unknown, status = 200) => {
    service.answer = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof content === 'string' ? content : JSON.stringify(content))
    }
  }
  const sale = { tarih: '04.03.2025', durum: 'Satış', belgeNo: 'D-1' }

  test('is called with the serial number, the dealer’s code and the key', async () => {
    say({ success: true, data: null })
    expect(await dataOf(mine, ' dış-1 ')).toBeNull()
    expect(Object.fromEntries(service.heard?.form ?? [])).toEqual({
      serialNumber: 'dış-1',
      dealerCode: dealer.dealer?.code,
    })
    expect(service.heard?.key).toBe('Bearer gizli-anahtar')
    await inquire(staff, 'dış-1')
    expect(service.heard?.form.get('dealerCode')).toBe('')
  })

  test('is not asked by a copy that makes no outside calls', async () => {
    say({ success: true, data: null })
    vi.stubEnv('OUTSIDE_CALLS', 'off')
    try {
      delete service.heard
      const answer = await inquire(mine, 'A1')
      expect([answer.status, codeOf(answer), service.heard]).toEqual([409, 'outside_calls_off', undefined])
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test.each([[[sale]], [sale]])('accepts movements as %j', async (hareket) => {
    say({ success: true, data: { garantiSuresi: '-35', hareket, product: { code: 'X', name: 'Y', url: '/sepet' } } })
    expect(await dataOf(mine, 'A1')).toEqual({
      garantiSuresi: -35,
      hareket: [{ tarih: '2025-03-04', durum: 'SATIŞ', belgeNo: 'D-1' }],
      product: { code: 'X', name: 'Y', url: null },
    })
  })

  test.each([200, 400, 500])('returns the service’s refusal in its own words, with the status %i', async (status) => {
    say({ success: false, error: { messages: { type: 'Servis <b>bakımda</b>.' } } }, status)
    const answer = await inquire(mine, 'A1')
    expect([answer.status, codeOf(answer), sentenceOf(answer)]).toEqual([
      422,
      'warranty_refused',
      'Servis <b>bakımda</b>.',
    ])
  })

  test.each<[string, unknown, number]>([
    ['a page', '<html>', 200],
    ['nothing', '', 200],
    ['half', '{"success": true, "data": {', 200],
    ['a list', [], 200],
    ['an unknown format', { ok: 1 }, 200],
    ['a movement without a day', { success: true, data: { garantiSuresi: 1, hareket: { durum: 'SATIŞ' } } }, 200],
    ['invalid days', { success: true, data: { garantiSuresi: 'çok', hareket: [] } }, 200],
    ['a success with an error’s status', { success: true, data: null }, 500],
    ['a redirect', '', 302],
    ['too much', { success: true, data: null, more: 'x'.repeat(300_000) }, 200],
    ['deeply nested JSON', '['.repeat(100_000), 200],
  ])('reports %s as a technical error', async (_name, content, status) => {
    say(content, status)
    const answer = await inquire(mine, 'A1')
    expect([answer.status, codeOf(answer), sentenceOf(answer)]).toEqual([503, 'warranty_unavailable', technical])
  })

  test('reports timeouts and broken connections as technical errors', async () => {
    service.answer = () => {}
    service.timeout = 100
    expect(codeOf(await inquire(mine, 'A1'))).toBe('warranty_unavailable')
    service.timeout = 60_000
    service.answer = (_request, response) => void response.destroy()
    expect(sentenceOf(await inquire(mine, 'A1'))).toBe(technical)
  })

  test('never reveals its address or key', async () => {
    for (const visitor of [mine, staff, await shop.guest()]) {
      const { text } = await visitor.send('GET', '/api/visitor')
      expect(text).not.toMatch(/garanti\.example|gizli-anahtar|warrantyService/)
    }
  })
})
