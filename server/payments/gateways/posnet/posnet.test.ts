import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Charge, Gateway, PosTerms } from '#server/payments/gateways/gateway.ts'
import { openGateway } from '#server/payments/gateways/gateways.ts'
import { charge as baseCharge, posted } from '#server/payments/gateways/test-bank.ts'
import { visitBank } from '#server/payments/gateways/test-bank-visit.ts'
import { changedAnswers } from '#server/payments/gateways/test-changed-answers.ts'
import { without, withValue } from '#server/payments/gateways/test-forged-callbacks.ts'
import { posnet as dialect } from '#server/sandbox-bank/dialects/posnet/posnet.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import answers from './posnet-answers.json' with { type: 'json' }

const { encKey, ...numbers } = answers.keys
const terms: PosTerms = {
  id: 1,
  adapter: 'posnet',
  mode: 'own_form',
  environment: 'test',
  settings: { gateway: 'https://bank.example/3ds', api: 'https://bank.example/xml', ...numbers },
  secrets: { encKey },
}
const charge: Charge = { ...baseCharge, reference: answers.reference, amount: '57.97', installment: 1 }

const hash = (text: string) => createHash('sha256').update(text).digest('base64')
/** The bank's mac of an answer about the charge. */
const mac = (first: string, amount = '5797', currency = 'TL') =>
  hash(
    `${first};${charge.reference};${amount};${currency};${numbers.merchantId};${hash(`${encKey};${numbers.terminalId}`)}`,
  )

/** A gateway whose bank answers with these texts, one after the other, and then no more. */
function answering(...texts: string[]): Gateway & { sent: { body: string; headers: Record<string, string> }[] } {
  const sent: { body: string; headers: Record<string, string> }[] = []
  const gateway = openGateway(
    terms,
    ({ body = '', headers = {} }) => {
      sent.push({ body: new URLSearchParams(body).get('xmldata') ?? '', headers })
      const text = texts.shift()
      if (text === undefined) return Promise.resolve({ ok: false, reason: 'timeout' })
      return Promise.resolve({ ok: true, status: 200, text, contentType: 'text/xml' })
    },
    () => new Date('2026-11-21T09:00:00Z'),
  )
  return { ...gateway, sent }
}

const proof = { bankData: 'B', merchantData: 'M', sign: 'S', cardFirst6: '450634' }
const signedBy = (text: string, first: string) => text.replace('{{mac}}', mac(first))
const approved = signedBy(answers.capture.approved, '0000000002P0906031')
const callback = posted([
  ['MerchantPacket', 'M'],
  ['BankPacket', 'B'],
  ['Sign', 'S'],
  ['CCPrefix', '450634'],
  ['TranType', 'Sale'],
  ['Amount', '5797'],
  ['Xid', charge.reference],
  ['MerchantId', numbers.merchantId],
])

describe('an answer to a capture', () => {
  it('is captured only if its mac is the bank’s', async () => {
    const receipt = { authCode: '801477', bankReference: '0000000002P0906031', transaction: null, cardFirst6: '450634' }
    expect(await answering(approved).capture(charge, proof)).toEqual({ kind: 'captured', receipt })
    const others = [
      mac('0000000002P0906032'),
      mac('0000000002P0906031', '5798'),
      mac('0000000002P0906031', '5797', 'US'),
    ]
    for (const other of others) {
      const text = answers.capture.approved.replace('{{mac}}', other)
      expect((await answering(text).capture(charge, proof)).kind).toBe('unknown')
    }
  })

  it.each([
    ['used', 'unknown', undefined],
    ['limit', 'declined', '51'],
    ['address', 'declined', '0148'],
    ['issuer', 'unknown', undefined],
    ['host', 'unknown', undefined],
    ['database', 'unknown', undefined],
  ] as const)('%s is %s', async (name, kind, code) => {
    const outcome = await answering(answers.capture[name]).capture(charge, proof)
    expect(outcome).toMatchObject(code === undefined ? { kind } : { kind, code })
  })

  it('sends the stored amount with its mac, and the numbers of the merchant in the headers', async () => {
    const gateway = answering(approved)
    await gateway.capture(charge, proof)
    expect(gateway.sent[0]?.body).toContain(
      `<oosTranData><bankData>B</bankData><merchantData>M</merchantData><sign>S</sign><wpAmount>0</wpAmount><mac>${hash(`${charge.reference};5797;TL;${numbers.merchantId};${hash(`${encKey};${numbers.terminalId}`)}`)}</mac></oosTranData>`,
    )
    expect(gateway.sent[0]?.headers).toMatchObject({
      'x-merchant-id': numbers.merchantId,
      'x-terminal-id': numbers.terminalId,
      'x-posnet-id': numbers.posnetId,
      'x-correlation-id': charge.reference,
    })
  })
})

describe('a return of PosNet', () => {
  const full = signedBy(answers.resolve.full, '1')

  it('is authenticated if the bank’s mac covers the stored order', async () => {
    expect(await answering(full).readCallback(callback, charge)).toEqual({ kind: 'authenticated', proof })
    for (const change of [
      { amount: '57.98' },
      { currency: 'USD' },
      { installment: 3 },
      { reference: 'YKB_0000260603153824' },
    ] as const) {
      expect((await answering(full).readCallback(callback, { ...charge, ...change })).kind).toBe('forged')
    }
    const moved = full.replace('<mdStatus>1', '<mdStatus>2')
    expect(await answering(moved).readCallback(callback, charge)).toEqual({ kind: 'forged', reason: 'mac' })
  })

  it.each(['0', '2', '3', '4', '5', '6', '7', '8', '9'])('is declined with mdStatus %s', async (mdStatus) => {
    const text = signedBy(answers.resolve.none, mdStatus).replace('<mdStatus>9', `<mdStatus>${mdStatus}`)
    const read = await answering(text).readCallback(callback, charge)
    expect(read).toEqual({ kind: 'declined', code: `3D-${mdStatus}`, text: 'None 3D - Secure Transaction' })
  })

  it('changes nothing if the bank does not answer, refuses the shop or finds a wrong mac', async () => {
    expect(await answering().readCallback(callback, charge)).toEqual({ kind: 'returned' })
    expect(await answering(answers.capture.address).readCallback(callback, charge)).toEqual({ kind: 'returned' })
    const forged = await answering(answers.resolve.mac).readCallback(callback, charge)
    expect(forged).toEqual({ kind: 'forged', reason: 'E216 Mac Doğrulama hatalı' })
  })

  it('is forged if a readable field is changed, missing or repeated, and the bank is not asked', async () => {
    for (const name of ['Xid', 'MerchantId', 'Amount']) {
      const gateway = answering(full)
      expect((await gateway.readCallback(posted(withValue(name, '1')(callback.fields)), charge)).kind).toBe('forged')
      expect(gateway.sent).toEqual([])
    }
    for (const name of ['Xid', 'MerchantId', 'BankPacket', 'MerchantPacket', 'Sign']) {
      const gateway = answering(full)
      expect((await gateway.readCallback(posted(without(name)(callback.fields)), charge)).kind).toBe('forged')
      expect((await gateway.readCallback(posted([...callback.fields, [name.toLowerCase(), '1']]), charge)).kind).toBe(
        'forged',
      )
      expect(gateway.sent).toEqual([])
    }
  })

  it.each(['BankPacket', 'MerchantPacket', 'Sign'])('is forged if %s is changed: the bank finds it', async (name) => {
    const visit = await visitBank(testDialectBank(dialect, 'own_form'))
    expect(visit.result.kind).toBe('authenticated')
    const changed = posted(withValue(name, 'ABCDEF')(visit.callback.fields))
    expect((await visit.read(changed)).kind).toBe('forged')
  })
})

describe('an inquiry of PosNet', () => {
  it('finds a sale, and its refunds and voids', async () => {
    const sale = answers.agreement.sale
    const receipt = {
      authCode: '801477',
      bankReference: '0000000002P0906031',
      transaction: null,
      cardFirst6: '450634',
      cardLast4: '4509',
    }
    const found = { kind: 'captured', amount: '57.97', refunded: '0.00', receipt }
    expect(await answering(sale).inquire(charge, null)).toEqual(found)
    const row = /<transaction>.*<\/transaction>/.exec(sale)?.[0] ?? ''
    const withRow = (state: string, amount: string, status = '1') =>
      sale.replace(
        row,
        row + row.replace('Sale', state).replace('57,97', amount).replace('<txnStatus>1', `<txnStatus>${status}`),
      )
    expect(await answering(withRow('Return', '10,50')).inquire(charge, null)).toEqual({ ...found, refunded: '10.50' })
    expect(await answering(withRow('Return', '10,50', '0')).inquire(charge, null)).toEqual(found)
    expect(await answering(withRow('Reverse', '57,97')).inquire(charge, null)).toEqual({ ...found, refunded: '57.97' })
    expect(await answering(withRow('Point', '57,97')).inquire(charge, null)).toMatchObject({ kind: 'pending' })
    const large = sale.replace('57,97', '1.234.567,89')
    expect(await answering(large).inquire(charge, null)).toMatchObject({ amount: '1234567.89' })
  })

  it('asks for both beginnings of the order number before it finds none', async () => {
    const gateway = answering(answers.agreement.missing, answers.agreement.missing)
    expect(await gateway.inquire(charge, null)).toEqual({ kind: 'none' })
    const asked = gateway.sent.map(({ body }) => /<orderID>(.*)<\/orderID>/.exec(body)?.[1])
    expect(asked).toEqual([`TDSC${charge.reference}`, `TDS_${charge.reference}`])
    const later = answering(answers.agreement.missing, answers.agreement.sale)
    expect(await later.inquire(charge, null)).toMatchObject({ kind: 'captured' })
    expect(await answering(answers.agreement.missing).inquire(charge, null)).toMatchObject({ kind: 'pending' })
  })

  it.each([answers.agreement.open, answers.capture.address, answers.capture.database])(
    'is pending if the bank has no result: %s',
    async (text) => {
      expect(await answering(text).inquire(charge, null)).toMatchObject({ kind: 'pending' })
    },
  )
})

describe('a recorded answer that is cut or changed', () => {
  it('is captured only if amount and reference are the bank’s', async () => {
    for (const { change, text } of changedAnswers(approved)) {
      const outcome = await answering(text).capture(charge, proof)
      const isSame = outcome.kind === 'captured' && outcome.receipt.bankReference === '0000000002P0906031'
      expect([change, outcome.kind]).toEqual([change, isSame ? 'captured' : 'unknown'])
      if (/^(approved|mac|hostlogkey) (removed|emptied|doubled)|^cut/.test(change))
        expect([change, isSame]).toEqual([change, false])
    }
    for (const { change, text } of changedAnswers(answers.agreement.sale)) {
      const found = await answering(text).inquire(charge, null)
      const isSame = found.kind === 'captured' && found.amount === '57.97' && found.refunded === '0.00'
      expect([change, found.kind]).toEqual([change, isSame ? 'captured' : 'pending'])
      if (
        /^(approved|amount|state|txnStatus|orderID|currencyCode|hostlogkey) (removed|emptied|doubled)|^cut/.test(change)
      )
        expect([change, isSame]).toEqual([change, false])
    }
  })

  it('authenticates nobody unless the bank’s mac covers the order', async () => {
    for (const { change, text } of changedAnswers(signedBy(answers.resolve.full, '1'))) {
      const { kind } = await answering(text).readCallback(callback, charge)
      if (/^(approved|xid|amount|currency|mdStatus|mac) (removed|emptied|doubled)|^cut/.test(change))
        expect([change, kind]).toEqual([change, expect.stringMatching(/forged|returned/)])
    }
  })
})
