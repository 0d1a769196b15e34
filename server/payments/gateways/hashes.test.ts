import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callbackHash, formHash, messageHash } from '#server/payments/gateways/garanti/garanti-hash.ts'
import {
  isIyzicoSigned,
  iyzicoAuthorization,
  iyzicoPrice,
  signedPrices,
} from '#server/payments/gateways/iyzico/iyzico-signature.ts'
import { nestpayHash } from '#server/payments/gateways/nestpay/nestpay-hash.ts'
import { directToken, iframeToken, noticeHash } from '#server/payments/gateways/paytr/paytr-token.ts'
import vectors from './test-vectors.json' with { type: 'json' }

type Inputs = Record<string, string> & { fields: Record<string, string>; values: string[]; parts: string[] }

const paytrKeys = (of: Inputs) => ({ merchantKey: of['merchant_key'] ?? '', merchantSalt: of['merchant_salt'] ?? '' })
const paytrBuyer = (of: Inputs) => ({
  merchantId: of['merchant_id'] ?? '',
  userIp: of['user_ip'] ?? '',
  merchantOid: of['merchant_oid'] ?? '',
  email: of['email'] ?? '',
  amount: of['payment_amount'] ?? '',
  currency: of['currency'] ?? '',
  testMode: of['test_mode'] ?? '',
})

/** The result of our code for a vector's inputs. */
function computed(id: string, kind: string, of: Inputs): string | boolean {
  const { storeKey = '', password = '', terminalId = '', orderId = '', amount = '' } = of
  if (id.startsWith('nestpay')) return nestpayHash(Object.entries(of.fields), storeKey)
  if (kind === 'provision-hash')
    return messageHash({ terminalId, orderId, amount, currency: of['currencyCode'] ?? '' }, password)
  if (kind === 'callback-hash') return callbackHash(of.values, storeKey)
  if (kind === 'authorization') {
    const keys = { apiKey: of['apiKey'] ?? '', secretKey: of['secretKey'] ?? '' }
    return iyzicoAuthorization(keys, {
      random: of['randomKey'] ?? '',
      path: of['uriPath'] ?? '',
      body: of['body'] ?? '',
    })
  }
  if (kind === 'iframe-token') {
    const [noInstallment, maxInstallment] = [of['no_installment'] ?? '', of['max_installment'] ?? '']
    return iframeToken(paytrKeys(of), {
      ...paytrBuyer(of),
      basket: of['user_basket'] ?? '',
      noInstallment,
      maxInstallment,
    })
  }
  if (kind === 'direct-token') {
    return directToken(paytrKeys(of), { ...paytrBuyer(of), installment: of['installment_count'] ?? '' })
  }
  if (id.startsWith('paytr')) {
    const [merchantOid, status] = [of['merchant_oid'] ?? '', of['status'] ?? '']
    return noticeHash(paytrKeys(of), { merchantOid, status, totalAmount: of['total_amount'] ?? '' })
  }
  const { fields } = of
  return formHash(
    {
      terminalId: fields['terminalid'] ?? '',
      orderId: fields['orderid'] ?? '',
      amount: fields['txnamount'] ?? '',
      currency: fields['txncurrencycode'] ?? '',
      successUrl: fields['successurl'] ?? '',
      errorUrl: fields['errorurl'] ?? '',
      type: fields['txntype'] ?? '',
      installment: fields['txninstallmentcount'] ?? '',
    },
    { password, storeKey },
  )
}

describe('public and derived vectors', () => {
  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s', (id, { kind, inputs, expected }) => {
    const of = inputs as unknown as Inputs
    if (id.startsWith('iyzico') && kind !== 'authorization') {
      const names = ['conversationData', 'conversationId', 'mdStatus', 'paymentId', 'status']
      const parts = of.parts ?? names.map((name) => of.fields[name] ?? '')
      expect(isIyzicoSigned(of['secretKey'] ?? '', parts, expected)).toBe(true)
      expect(isIyzicoSigned(`${of['secretKey']}x`, parts, expected)).toBe(false)
    } else expect(computed(id, kind, of)).toBe(expected)
  })

  it('include the eight public ones', () => {
    expect(vectors.filter(({ id }) => id.includes('public'))).toHaveLength(8)
  })
})

describe('the NestPay hash, version 3', () => {
  const name = fc.stringMatching(/^[A-Za-z_.]{1,12}$/)

  it('does not depend on the order of the fields or the case of their names', () => {
    const fields = fc.uniqueArray(fc.tuple(name, fc.string()), { selector: ([name]) => name.toUpperCase() })
    fc.assert(
      fc.property(fields, fc.string(), (fields, key) => {
        const shouted = fields.map(([name, value]) => [name.toUpperCase(), value] as const).toReversed()
        expect(nestpayHash(shouted, key)).toBe(nestpayHash(fields, key))
      }),
    )
  })

  it('takes the values in the order of the bank’s sample: no case, `_` after letters, numbers by their value', () => {
    const ordered = ['a', 'B', 'Name.1', 'name1', 'NAME2', 'name10', 'name10a', 'NameX', 'name_1', 'oid', '_charset_']
    const text = `${ordered.join('|')}|key`
    const expected = createHash('sha512').update(text).digest('base64')
    fc.assert(
      fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (names) => {
        expect(
          nestpayHash(
            names.map((name) => [name, name]),
            'key',
          ),
        ).toBe(expected)
      }),
    )
  })

  it('differs for different values, whatever characters they contain', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (a, b, c, d) => {
        fc.pre(a !== c || b !== d)
        const hash = (x: string, y: string) =>
          nestpayHash(
            [
              ['a', x],
              ['b', y],
            ],
            'key',
          )
        expect(hash(a, b)).not.toBe(hash(c, d))
      }),
    )
    expect(
      nestpayHash(
        [
          ['a', '|'],
          ['b', ''],
        ],
        'k',
      ),
    ).not.toBe(
      nestpayHash(
        [
          ['a', ''],
          ['b', '|'],
        ],
        'k',
      ),
    )
    expect(
      nestpayHash(
        [
          ['a', '\\'],
          ['b', '|'],
        ],
        'k',
      ),
    ).not.toBe(
      nestpayHash(
        [
          ['a', '\\|'],
          ['b', ''],
        ],
        'k',
      ),
    )
  })
})

describe('iyzico prices', () => {
  it('have no trailing zeros in requests, except one for a whole price', () => {
    expect(['10.50', '10.00', '10.05', '1200.00', '0.10'].map(iyzicoPrice)).toEqual([
      '10.5',
      '10.0',
      '10.05',
      '1200.0',
      '0.1',
    ])
  })

  it('of answers are read in every form that may be signed', () => {
    expect(signedPrices(10.5)).toEqual(['10.5'])
    expect(signedPrices('10.50')).toEqual(['10.5'])
    expect(signedPrices(10)).toEqual(['10', '10.0'])
    expect(signedPrices(null)).toEqual([])
    expect(signedPrices('1e3')).toEqual([])
  })
})
