import { describe, expect, it } from 'vitest'
import { akbank as dialect } from '#server/sandbox-bank/dialects/akbank/akbank.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import { card, charge, posted } from '#server/payments/gateways/test-bank.ts'
import { opened, visitBank } from '#server/payments/gateways/test-bank-visit.ts'
import { expectForged } from '#server/payments/gateways/test-forged-callbacks.ts'
import { answeringGateway } from '#server/payments/gateways/test-recorded-answers.ts'
import recorded from './akbank-answers.json' with { type: 'json' }
import { akbankHash } from './akbank-hash.ts'
import { recordedTerms } from './test-akbank-terms.ts'

const { secretKey } = recorded

describe('a recorded callback of Akbank', () => {
  const gateway = answeringGateway(recordedTerms, { text: '{}' })
  const { success, failure } = recorded.callbacks
  const read = async (fields: Record<string, string>) => gateway.readCallback(posted(Object.entries(fields)), charge)
  const signed = (fields: Record<string, string>) => {
    const names = (fields['hashParams'] ?? '').split('+')
    return { ...fields, hash: akbankHash(names.map((name) => fields[name] ?? '').join(''), secretKey) }
  }

  it('of a success proves what the capture sends', async () => {
    const { secureId, secureEcomInd, secureData, secureMd } = success.fields
    const proof = { secureId, secureEcomInd, secureData, secureMd }
    expect(await read(success.fields)).toEqual({ kind: 'authenticated', proof })
    expect(await read(signed({ ...success.fields, secureEcomInd: '05' }))).toMatchObject({ kind: 'authenticated' })
  })

  it('of a failure declines', async () => {
    const text = 'BKM 3DS Server Doğrulama Başarısız'
    expect(await read(failure.fields)).toEqual({ kind: 'declined', code: '3D-VPS-1279', text })
  })

  it.each(['01', '06', '07', ''])(
    'with the indicator of an incomplete authentication (%j) declines',
    async (secureEcomInd) => {
      const result = await read(signed({ ...success.fields, secureEcomInd }))
      expect(result).toMatchObject({ kind: 'declined', code: `3D-ECI ${secureEcomInd}` })
    },
  )

  it.each(['0', '2', '4', ''])('with an mdStatus other than 1 (%j) declines', async (mdStatus) => {
    expect(await read({ ...success.fields, mdStatus })).toMatchObject({ kind: 'declined', code: `3D-${mdStatus}` })
    const hashParams = `${success.fields.hashParams}+mdStatus`
    expect(await read(signed({ ...success.fields, mdStatus, hashParams }))).toMatchObject({ kind: 'declined' })
    expect(await read(signed({ ...success.fields, mdStatus: '1', hashParams }))).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('that signs fewer fields, or in another order, is forged', async () => {
    const names = success.fields.hashParams.split('+')
    for (const list of [
      [],
      names.slice(1),
      names.toReversed(),
      [...names, 'orderId'],
      ['responseCode', 'responseMessage', 'orderId'],
    ]) {
      expect(await read(signed({ ...success.fields, hashParams: list.join('+') }))).toEqual({
        kind: 'forged',
        reason: 'hash',
      })
    }
    const { hash: _hash, ...unsigned } = success.fields
    expect((await read(unsigned as Record<string, string>)).kind).toBe('forged')
  })

  it('that is split differently is forged', async () => {
    const { fields } = success
    const moved = {
      ...fields,
      merchantSafeId: fields.merchantSafeId + fields.terminalSafeId.slice(0, 1),
      terminalSafeId: fields.terminalSafeId.slice(1),
    }
    expect(await read(moved)).toEqual({ kind: 'forged', reason: 'merchantSafeId' })
    const early = { ...fields, txnCode: '300', responseCode: '1VPS-0000' }
    expect((await read(early)).kind).toBe('forged')
    const late = { ...fields, responseMessage: `${fields.responseMessage}2`, txnDateTime: fields.txnDateTime.slice(1) }
    expect(await read(late)).toEqual({ kind: 'forged', reason: 'txnDateTime' })
  })

  it('with another amount, currency, installments, order, merchant or terminal is forged, signed or not', async () => {
    const same = { amount: '1234.5', currencyCode: '949', installCount: '3' }
    expect((await read({ ...success.fields, ...same })).kind).toBe('authenticated')
    for (const [name, value] of Object.entries({ amount: '1.00', currencyCode: '840', installCount: '1' })) {
      expect(await read({ ...success.fields, [name]: value })).toEqual({ kind: 'forged', reason: name })
    }
    for (const name of ['orderId', 'merchantSafeId', 'terminalSafeId']) {
      expect(await read(signed({ ...success.fields, [name]: 'OTHER' }))).toEqual({ kind: 'forged', reason: name })
    }
    expect((await read(signed({ ...failure.fields, terminalSafeId: 'OTHER' }))).kind).toBe('forged')
  })
})

describe('a recorded callback of Akbank’s own page', () => {
  const { hosted, hostedDeclined, failure } = recorded.callbacks
  const paid = { ...recorded.answers.find(({ id }) => id === 'a paid order')?.answer }
  const gateway = answeringGateway({ ...recordedTerms, mode: 'hosted' }, { text: JSON.stringify(paid) })
  const read = async (fields: Record<string, string>) => gateway.readCallback(posted(Object.entries(fields)), charge)

  it('triggers an inquiry, since it signs no amount', async () => {
    expect(gateway.takesMoneyItself).toBe(true)
    expect(await read(hosted.fields)).toEqual({ kind: 'returned', ask: true })
    expect(await read(hostedDeclined.fields)).toEqual({ kind: 'returned', ask: true })
  })

  it('of a failed authentication declines', async () => {
    expect(await read(failure.fields)).toMatchObject({ kind: 'declined', code: '3D-VPS-1279' })
  })

  it('with an incomplete authentication returns the money that the inquiry finds', async () => {
    const result = await read({ ...hosted.fields, mdStatus: '2' })
    expect(result).toMatchObject({ kind: 'captured', unwanted: 'mdStatus 2', receipt: { authCode: '306455' } })
  })

  it('is forged if it is changed, or is that of the other mode', async () => {
    for (const name of [
      'responseCode',
      'txnDateTime',
      'merchantSafeId',
      'orderId',
      'authCode',
      'rrn',
      'hashParams',
      'hash',
    ]) {
      expect([name, (await read({ ...hosted.fields, [name]: 'x' })).kind]).toEqual([name, 'forged'])
    }
    expect((await read(recorded.callbacks.success.fields)).kind).toBe('forged')
    const ownForm = answeringGateway(recordedTerms, { text: '{}' })
    expect((await ownForm.readCallback(posted(Object.entries(hosted.fields)), charge)).kind).toBe('forged')
  })

  it('follows a form without a card', async () => {
    const started = await gateway.start(charge, null)
    if (!started.ok || started.step.kind !== 'form') throw new Error('not started')
    expect(started.step.action).toBe('https://virtualpospaymentgatewaypre.akbank.com/payhosting')
    const names = started.step.fields.map(([name]) => name)
    expect(names.filter((name) => ['creditCard', 'expiredDate', 'cvv'].includes(name))).toEqual([])
    expect(new Map(started.step.fields).get('paymentModel')).toBe('3D_PAY_HOSTING')
  })
})

describe('a callback of the sandbox’s Akbank', () => {
  const covered = [
    'txnCode',
    'responseCode',
    'responseMessage',
    'txnDateTime',
    'merchantSafeId',
    'terminalSafeId',
    'orderId',
    'secureId',
    'secureEcomInd',
    'secureData',
    'secureMd',
    'hashParams',
    'hash',
  ]

  it('is forged if anything that it signs is changed', async () => {
    await expectForged(await visitBank(testDialectBank(dialect, 'own_form')), covered, false)
    const failed = await visitBank(testDialectBank(dialect, 'own_form'), '0')
    await expectForged(failed, ['responseCode', 'responseMessage', 'orderId', 'hashParams', 'hash'], false)
  })

  it.each(['2', '3', '4'])('declines a half authentication (mdStatus %s)', async (mdStatus) => {
    const visit = await visitBank(testDialectBank(dialect, 'own_form'), mdStatus)
    expect(visit.result).toMatchObject({ kind: 'declined', code: '3D-ECI 06' })
  })

  it('with Turkish letters in ISO-8859-9 is read', async () => {
    const bank = testDialectBank(dialect, 'own_form')
    bank.isTurkish = true
    expect((await visitBank(bank)).result.kind).toBe('authenticated')
    expect((await visitBank(bank, '0')).result).toMatchObject({ kind: 'declined', text: 'Kart sahibi doğrulanamadı.' })
  })
})

describe('amounts in foreign currency', () => {
  it.each(['USD', 'EUR'] as const)('are charged and refunded in %s', async (currency) => {
    const bank = testDialectBank(dialect, 'own_form')
    const gateway = opened(bank)
    const foreign = { ...charge, currency, installment: 1 }
    const started = await gateway.start(foreign, card)
    if (!started.ok) throw new Error('not started')
    const read = await gateway.readCallback(await bank.finish(started.step, '1'), foreign)
    if (read.kind !== 'authenticated') throw new Error(read.kind)
    const paid = await gateway.capture(foreign, read.proof)
    if (paid.kind !== 'captured') throw new Error(paid.kind)
    expect(await gateway.inquire(foreign, null)).toMatchObject({ kind: 'captured', amount: '1234.50' })
    expect((await gateway.inquire(charge, null)).kind).toBe('pending')
    expect((await gateway.refund(charge, paid.receipt, '1.00')).kind).toBe('refused')
    expect((await gateway.refund(foreign, paid.receipt, '1.00')).kind).toBe('done')
    expect(await gateway.transactions?.('2026-11-21')).toMatchObject({
      transactions: [
        { kind: 'sale', amount: '1234.50', currency, reference: charge.reference },
        { kind: 'refund', amount: '1.00', currency, reference: charge.reference },
      ],
    })
  })
})
