import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BrowserStep, Callback, CallbackResult, Charge } from './gateway.ts'
import { openGateway } from './gateways.ts'
import { card, charge, posted, type TestBank } from './test-bank.ts'
import { garantiHash, testGarantiBank } from './test-garanti-bank.ts'
import { testIyzicoBank, testIyzicoNotice } from './test-iyzico-bank.ts'
import { signed, testNestpayBank } from './test-nestpay-bank.ts'
import { testPaytrBank, testPaytrNotice } from './test-paytr-bank.ts'

type Way = { callback: Callback; read: (callback: Callback) => CallbackResult; charge: Charge; step: BrowserStep }

async function goToBank(bank: TestBank, mdStatus = '1'): Promise<Way> {
  const gateway = openGateway(bank.terms, bank.http, () => new Date())
  const started = await gateway.start(charge, bank.terms.mode === 'hosted' ? null : card)
  if (!started.ok) throw new Error('not started')
  const known = { ...charge, bankReference: started.bankReference ?? null }
  const read = (callback: Callback) => gateway.readCallback(callback, known)
  return { callback: bank.finish(started.step, mdStatus), read, charge: known, step: started.step }
}

const without = (name: string) => (fields: Callback['fields']) => fields.filter(([each]) => each !== name)
const withValue = (name: string, value: string) => (fields: Callback['fields']) =>
  fields.map((each): readonly [string, string] => (each[0] === name ? [name, value] : each))

/**
 * Changes, leaves out and adds any field that the signature covers (`covered`), and doubles any field: all of it is forged.
 */
function expectForged(way: Way, covered: readonly string[], mayAdd: boolean): void {
  const { fields } = way.callback
  const isForged = (changed: Callback['fields']) => way.read(posted(changed)).kind === 'forged'
  expect(way.read(posted(fields)).kind).not.toBe('forged')
  for (const name of covered) {
    expect([name, isForged(withValue(name, 'x')(fields))]).toEqual([name, true])
  }
  fc.assert(
    fc.property(fc.constantFrom(...covered), fc.string(), (name, value) => {
      const told = fields.find(([each]) => each === name)?.[1]
      fc.pre(told !== undefined && told !== value)
      expect(isForged(withValue(name, value)(fields))).toBe(true)
    }),
  )
  for (const name of covered) {
    const [, value = ''] = fields.find(([each]) => each === name) ?? []
    if (value !== '') expect([name, isForged(without(name)(fields))]).toEqual([name, true])
  }
  for (const [name, value] of fields) expect(isForged([...fields, [name.toLowerCase(), value]])).toBe(true)
  if (mayAdd) {
    const added = fc.stringMatching(/^[a-z]{3,12}$/)
    fc.assert(
      fc.property(added, fc.string(), (name, value) => {
        fc.pre(!['encoding', 'nationalidno', 'hash'].includes(name))
        expect(isForged([...fields, [name, value]])).toBe(true)
      }),
    )
  }
}

const names = ({ callback }: Way) => callback.fields.map(([name]) => name)

describe('a callback of NestPay', () => {
  it.each(['1', '0'])('is forged whatever is changed in it (mdStatus %s)', async (mdStatus) => {
    const way = await goToBank(testNestpayBank('own_form'), mdStatus)
    expectForged(
      way,
      names(way).filter((name) => name !== 'encoding'),
      true,
    )
  })

  it('that tells of taken money is forged whatever is changed in it', async () => {
    const way = await goToBank(testNestpayBank('hosted'))
    expectForged(
      way,
      names(way).filter((name) => name !== 'encoding'),
      true,
    )
  })

  it('counts the fields that the hash does not have, even if empty ones are left out', async () => {
    const way = await goToBank(testNestpayBank('own_form'))
    expect(way.read(posted(without('_charset_')(way.callback.fields))).kind).toBe('forged')
  })

  it('is read with Turkish letters in ISO-8859-9', async () => {
    const bank = testNestpayBank('own_form')
    bank.isTurkish = true
    const way = await goToBank(bank, '0')
    expect(way.callback.raw.toString()).toContain('%DE')
    const text = 'Şifre yanlış girildi, İŞLEM ĞÜÇİ'
    expect(way.read(way.callback)).toEqual({ kind: 'declined', code: '3D-0', text })
    const raw = Buffer.from(way.callback.raw.toString().replace('1234.50', '1234.51'))
    expect(way.read({ raw, fields: [...new URLSearchParams(raw.toString())], headers: {} }).kind).toBe('forged')
  })

  it.each(['2', '3', '4', '5', '6', '7', '8', '9', '0', ''])(
    'with mdStatus %j is no authentication',
    async (mdStatus) => {
      const way = await goToBank(testNestpayBank('own_form'), mdStatus)
      expect(way.read(way.callback)).toMatchObject({ kind: 'declined', code: `3D-${mdStatus}` })
    },
  )

  it('with money taken on half an authentication has to give it back', async () => {
    const way = await goToBank(testNestpayBank('hosted'), '2')
    expect(way.read(way.callback)).toMatchObject({ kind: 'captured', unwanted: 'mdStatus 2' })
    const good = await goToBank(testNestpayBank('hosted'))
    expect(good.read(good.callback)).toEqual({
      kind: 'captured',
      receipt: {
        ...{ authCode: 'P12345', bankReference: '400300744233', transaction: '24003Vl7F13152' },
        ...{ cardFirst6: '450803', cardLast4: '4509' },
      },
    })
  })
})

describe('a callback of NestPay that takes the money itself', () => {
  it('and does not say so makes us ask', async () => {
    const bank = testNestpayBank('hosted')
    const way = await goToBank(bank)
    const bare = way.callback.fields.filter(([name]) => name !== 'Response' && name !== 'HASH')
    expect(way.read(posted([...bare, ['HASH', signed(bare)]]))).toEqual({ kind: 'returned', ask: true })
  })
})

describe('an answer about an iyzico payment', () => {
  const open = async (change: (text: string) => string, mode: 'own_form' | 'hosted') => {
    const bank = testIyzicoBank(mode)
    const http: TestBank['http'] = async (request) => {
      const answer = await bank.http(request)
      const isTold = /auth$|detail$/.test(request.url)
      return answer.ok && isTold ? { ...answer, text: change(answer.text) } : answer
    }
    const way = await goToBank({ ...bank, http })
    return { ...way, gateway: openGateway(bank.terms, http, () => new Date()) }
  }
  const proof = { paymentId: '22484292', conversationData: 'dat=a' }

  it.each([
    ['the amount', '"paidPrice":1234.5', '"paidPrice":1234.4'],
    ['the payment', '"paymentId":"22484292"', '"paymentId":"22484293"'],
    ['the basket', '"basketId":"A', '"basketId":"B'],
    ['the currency', '"currency":"TRY"', '"currency":"USD"'],
    ['the signature', '"signature":"', '"signature":"0'],
    ['its review', '"fraudStatus":1', '"fraudStatus":0'],
  ])('is not believed with %s changed', async (_, from, to) => {
    const { gateway, charge } = await open((text) => text.replace(from, to), 'own_form')
    expect((await gateway.capture(charge, proof)).kind).toBe('unknown')
    const hosted = await open((text) => text.replace(from, to), 'hosted')
    expect((await hosted.gateway.inquire(hosted.charge, null)).kind).toBe('pending')
  })

  it('that tells of half an authentication has to be given back', async () => {
    const { gateway, charge } = await open((text) => text.replace('"mdStatus":1', '"mdStatus":2'), 'hosted')
    expect(await gateway.inquire(charge, null)).toMatchObject({ kind: 'captured', unwanted: 'mdStatus 2' })
  })
})

describe('a callback of Garanti', () => {
  const covered = ['clientid', 'oid', 'mdstatus', 'cavv', 'eci', 'md', 'rnd', 'authcode', 'procreturncode', 'response']
  const compared = [
    'orderid',
    'txnamount',
    'txncurrencycode',
    'txninstallmentcount',
    'terminalid',
    'hashparams',
    'hash',
  ]

  it.each(['1', '0'])('is forged where anything signed or compared is changed (mdstatus %s)', async (mdStatus) => {
    const way = await goToBank(testGarantiBank(), mdStatus)
    expectForged(way, [...covered, ...compared.filter((name) => name !== 'terminalid')], false)
    expect(way.read(posted(withValue('terminalid', '1')(way.callback.fields))).kind).toBe('forged')
  })

  it('may not choose what it signs', async () => {
    const way = await goToBank(testGarantiBank())
    for (const list of [
      'clientid:oid:mdstatus',
      'clientid',
      '',
      'oid:clientid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd',
    ]) {
      const fields = new Map(withValue('hashparams', list)(way.callback.fields))
      fields.set('hash', garantiHash(fields))
      expect(way.read(posted([...fields])).kind).toBe('forged')
    }
  })

  it('may not cut its values anew', async () => {
    const way = await goToBank(testGarantiBank(), '0')
    // 99 Error 0 and the md, cut so that its digit 1 becomes the mdstatus: the same text, the same hash.
    const fields = new Map(way.callback.fields)
    fields.set('md', 'a1b')
    fields.set('hash', garantiHash(fields))
    expect(way.read(posted([...fields])).kind).toBe('declined')
    for (const [name, value] of [
      ['authcode', '99Error0a'],
      ['procreturncode', ''],
      ['response', ''],
      ['mdstatus', '1'],
      ['md', 'b'],
    ] as const) {
      fields.set(name, value)
    }
    expect(garantiHash(fields)).toBe(fields.get('hash'))
    expect(way.read(posted([...fields]))).toEqual({ kind: 'forged', reason: 'response' })
  })

  it.each(['0', '2', '3', '4', '5', '7'])('with mdstatus %s is no authentication', async (mdStatus) => {
    const bank = testGarantiBank()
    bank.isTurkish = true
    const way = await goToBank(bank, mdStatus)
    const text = 'Doğrulama yapılamadı, şifre yanlış'
    expect(way.read(way.callback)).toEqual({ kind: 'declined', code: `3D-${mdStatus}`, text })
  })

  it('proves what the provision sends, and names no amount of its own', async () => {
    const way = await goToBank(testGarantiBank())
    const proof = { md: 'aW5kZXg6MDJr==', xid: 'fbd8e1ec-3d98', eci: '02', cavv: 'xgT+4XVH=' }
    expect(way.read(way.callback)).toEqual({ kind: 'authenticated', proof })
  })
})

describe('a callback of iyzico', () => {
  it.each(['1', '0'])('is forged whatever signed field is changed (mdStatus %s)', async (mdStatus) => {
    const way = await goToBank(testIyzicoBank('own_form'), mdStatus)
    expectForged(way, ['status', 'paymentId', 'conversationData', 'conversationId', 'mdStatus', 'signature'], false)
  })

  it('of another payment of the same shop is forged', async () => {
    const bank = testIyzicoBank('own_form')
    const way = await goToBank(bank)
    const gateway = openGateway(bank.terms, bank.http, () => new Date())
    expect(gateway.readCallback(way.callback, { ...way.charge, bankReference: '22484293' })).toMatchObject({
      reason: 'paymentId',
    })
  })

  it('of the Checkout Form has to bring the token that was given out', async () => {
    const way = await goToBank(testIyzicoBank('hosted'))
    expect(way.read(posted([['token', 'another']]))).toEqual({ kind: 'forged', reason: 'token' })
    expect(way.read(posted([]))).toEqual({ kind: 'returned', ask: true })
    expect(way.read(way.callback)).toEqual({ kind: 'returned', ask: true })
  })

  it('from server to server is signed in its header, and settles nothing by itself', async () => {
    const way = await goToBank(testIyzicoBank('hosted'))
    expect(way.read(testIyzicoNotice())).toEqual({ kind: 'returned', ask: true })
    for (const name of ['paymentConversationId', 'token', 'status', 'iyziEventType', 'iyziPaymentId']) {
      expect(way.read(testIyzicoNotice({ [name]: 'x' })).kind).toBe('forged')
    }
    expect(way.read(testIyzicoNotice({}, { 'x-iyz-signature-v3': '' })).kind).toBe('forged')
    expect(way.read({ ...testIyzicoNotice(), raw: Buffer.from('{') }).kind).toBe('forged')
    const { terms, http } = testIyzicoBank('own_form')
    const ownForm = openGateway(terms, http, () => new Date())
    expect(ownForm.readCallback(testIyzicoNotice(), charge)).toEqual({ kind: 'returned' })
    expect(ownForm.readNotice?.(testIyzicoNotice())).toEqual({ reference: charge.reference })
    expect(ownForm.readNotice?.(posted([]))).toBeNull()
  })
})

describe('a notice of PayTR', () => {
  it.each(['1', '0'])('is forged whatever signed field is changed (paid: %s)', async (mdStatus) => {
    const way = await goToBank(testPaytrBank('own_form'), mdStatus)
    expectForged(way, ['merchant_oid', 'status', 'total_amount', 'hash'], false)
  })

  it('may tell of a larger amount in the iFrame, where PayTR adds vade farkı, and of no smaller one', async () => {
    const bank = testPaytrBank('hosted')
    bank.vadeFarki = 5025
    const way = await goToBank(bank)
    expect(way.read(way.callback).kind).toBe('captured')
    expect(way.read(testPaytrNotice({ total_amount: '123449' }))).toEqual({ kind: 'forged', reason: 'total_amount' })
    const own = await goToBank(testPaytrBank('own_form'))
    expect(own.read(testPaytrNotice({ total_amount: '128475' }))).toEqual({ kind: 'forged', reason: 'total_amount' })
  })

  it('names the payment and wants to hear OK', async () => {
    const bank = testPaytrBank('hosted')
    const gateway = openGateway(bank.terms, bank.http, () => new Date())
    expect(gateway.readNotice?.(testPaytrNotice({}))).toEqual({ reference: charge.reference })
    expect(gateway.readNotice?.(testPaytrNotice({ merchant_oid: 'x' }))).toBeNull()
    expect(gateway.noticeAnswer).toBe('OK')
  })

  it('is not the browser that comes back: that proves nothing', async () => {
    const way = await goToBank(testPaytrBank('own_form'))
    expect(way.read(posted([]))).toEqual({ kind: 'returned', ask: true })
    expect(way.read(posted([['fail_message', 'Kart limiti yetersiz']]))).toEqual({ kind: 'returned', ask: true })
    expect(way.read(posted([['status', 'success']])).kind).toBe('forged')
  })
})
