import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { craftgateSignature, isCraftgateSigned } from './craftgate-signature.ts'
import { answerOf, answering, charge, proof, secrets } from './test-craftgate.ts'

describe('the signature of a request to Craftgate', () => {
  // craftgate/craftgate-php-client (Apache-2.0) unit-tests/Craftgate/Tests/Util/SignatureTest.php
  it.each([
    ['/installment/v1/installments', '', 'uK7LkWOEzVH+Px/YOiMuSXvPkHLR4KoA7PuykXcYovQ='],
    [
      '/payment/v1/cards',
      '{"cardUserKey":"de050909-39a9-473c-a81a-f186dd55cfef"}',
      'kQm62AfjXCw6rS6QBCLXta9tV1GqD/SXsAlYP+cEhG8=',
    ],
    [
      '/onboarding/v1/members?name=Zeytinya%C4%9F%C4%B1%20%C3%9Cretim',
      '',
      'vxYA+5LH3F4m8tHQA2LpVBwzVgCqGRHue4XAgcVjjYQ=',
    ],
  ])('is that of the published samples (%s)', (path, body, expected) => {
    const keys = { apiKey: 'api-key', secretKey: 'secret-key' }
    expect(craftgateSignature(keys, { url: `http://localhost:8000${path}`, random: '1234', body })).toBe(expected)
  })

  it('covers the address with its query and the body as sent', async () => {
    const { gateway, sent } = answering([answerOf('report-partly-refunded')])
    await gateway.inquire(charge, null)
    await gateway.capture(charge, proof)
    for (const { url, headers = {}, body = '' } of sent) {
      const text = `${decodeURIComponent(url)}${secrets.apiKey}${secrets.secretKey}${headers['x-rnd-key']}${body}`
      expect(headers).toMatchObject({ 'x-api-key': secrets.apiKey, 'x-auth-version': '1' })
      expect(headers['x-signature']).toBe(createHash('sha256').update(text).digest('base64'))
    }
    expect(sent.map(({ method, url }) => [method, url.replace('https://sandbox-api.craftgate.io', '')])).toEqual([
      ['GET', '/payment-reporting/v1/payments?conversationId=AB12CD34EF56GH78JK90&page=0&size=100'],
      ['GET', '/payment/v1/card-payments/415449'],
      ['POST', '/payment/v1/card-payments/3ds-complete'],
    ])
  })
})

describe('the hash of a return from Craftgate', () => {
  // craftgate/craftgate-node-client@95929f30 (Apache-2.0) samples/payment/Verify3DSCallback.js; the others are the two of
  // test/adapter/PaymentAdapter.test.js, recomputed with a made-up key and own numbers.
  it.each([
    [
      'merchantThreeDsCallbackKeySndbox',
      {
        hash: '1d3fa1e51fe7c350185c5a7f8c3ff513a991367b08c16a56f4ab9abeb738a1e1',
        paymentId: '5',
        conversationData: 'conversation-data',
        conversationId: 'conversation-id',
        status: 'SUCCESS',
        completeStatus: 'WAITING',
      },
    ],
    [
      'made-up-callback-key',
      {
        hash: '48ea5c4110374d349be4d3ef1446157106776da5ed94491dec524df75e279b05',
        paymentId: '415449',
        conversationId: 'AB12CD34EF56GH78JK90',
        status: 'SUCCESS',
        completeStatus: 'WAITING',
      },
    ],
    [
      'made-up-callback-key',
      {
        hash: '3d8baf886e78135bd97220ff491f15fab4ff5852fc61c0564ad53a0af9df8e17',
        status: 'FAILURE',
        completeStatus: '',
        paymentId: '415449',
        conversationData: '',
        conversationId: 'AB12CD34EF56GH78JK90',
        callbackStatus: 'ALREADY_RETURNED',
      },
    ],
  ])('is that of the samples (%s)', (key, fields: Record<string, string>) => {
    expect(isCraftgateSigned(key, (name) => fields[name] ?? '')).toBe(true)
    expect(isCraftgateSigned(`${key}x`, (name) => fields[name] ?? '')).toBe(false)
    expect(isCraftgateSigned(key, (name) => (name === 'paymentId' ? '6' : (fields[name] ?? '')))).toBe(false)
  })
})
