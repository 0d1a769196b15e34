import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { afterAttempt } from './retries.ts'
import { bodyMax, bodyOf } from './bodies.ts'
import { newWebhookSecret, signedHeaders } from './signature.ts'

describe('the signature of a webhook', () => {
  test('matches the example of Standard Webhooks', () => {
    // The test vector of the specification's reference libraries.
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const body = '{"test": 2432232314}'
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
    expect(signedHeaders({ id, body }, [secret], new Date(1_614_265_330_000))).toEqual({
      'webhook-id': id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('is made with every valid secret', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const { 'webhook-signature': signature = '' } = signedHeaders({ id: 'evt_1', body: '{}' }, secrets, new Date(5000))
    const expected = secrets.map((secret) => {
      const key = Buffer.from(secret.slice(6), 'base64')
      expect(key).toHaveLength(32)
      return `v1,${createHmac('sha256', key).update('evt_1.5.{}').digest('base64')}`
    })
    expect(signature.split(' ')).toEqual(expected)
  })
})

describe('what follows an attempt', () => {
  test('pauses grow, and the last attempt is a day after the first', () => {
    const pauses: number[] = []
    for (let attempts = 1; ; attempts++) {
      const next = afterAttempt({ status: 500, retryAfter: null }, attempts, 0)
      if (next.step !== 'retry') {
        expect(next).toEqual({ step: 'dead' })
        break
      }
      pauses.push(next.seconds)
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
    expect(pauses.reduce((sum, each) => sum + each, 0)).toBe(24 * 3600)
  })

  test.each([
    [200, { step: 'delivered' }],
    [204, { step: 'delivered' }],
    [299, { step: 'delivered' }],
    [301, { step: 'retry', seconds: 5 }],
    [404, { step: 'retry', seconds: 5 }],
    [410, { step: 'gone' }],
    [500, { step: 'retry', seconds: 5 }],
    [null, { step: 'retry', seconds: 5 }],
  ])('an answer with status %s leads to %j', (status, next) => {
    expect(afterAttempt({ status, retryAfter: null }, 1, 0)).toEqual(next)
  })

  test.each([
    [429, '90', 90],
    [503, '90', 90],
    [500, '90', 5],
    [429, '2', 5],
    [429, '999999', 6 * 3600],
    [429, 'soon', 5],
    [429, '-5', 5],
  ])('status %s with Retry-After %s waits %s seconds', (status, retryAfter, seconds) => {
    expect(afterAttempt({ status, retryAfter }, 1, 0)).toEqual({ step: 'retry', seconds })
  })

  test('deliveries that failed together are spread over a tenth of the pause', () => {
    expect(afterAttempt({ status: 500, retryAfter: null }, 4, 1)).toEqual({ step: 'retry', seconds: 660 })
  })
})

describe('the body of a message', () => {
  const at = new Date('2026-11-23T10:00:00Z')

  test('has the type, the time of the event and the record', () => {
    expect(JSON.parse(bodyOf('order.created', at, { orderNo: 'S1', lines: [1] }))).toEqual({
      type: 'order.created',
      timestamp: '2026-11-23T10:00:00.000Z',
      data: { orderNo: 'S1', lines: [1] },
    })
  })

  test('leaves out the lines of a record that would be too long, and says so', () => {
    const lines = Array.from({ length: 1000 }, (_, n) => ({ lineNo: n, name: 'Çift taraflı bant' }))
    const body = bodyOf('order.created', at, { orderNo: 'S1', lines, stock: lines })
    expect(Buffer.byteLength(body)).toBeLessThan(bodyMax)
    expect(JSON.parse(body)).toMatchObject({ data: { orderNo: 'S1', hasMoreLines: true } })
    expect(JSON.parse(body)).not.toHaveProperty('data.lines')
  })
})
