import { describe, expect, it } from 'vitest'
import type { Callback } from '#server/payments/gateways/gateway.ts'
import { card, charge, posted } from '#server/payments/gateways/test-bank.ts'
import { opened, visitBank } from '#server/payments/gateways/test-bank-visit.ts'
import { answering } from '#server/payments/gateways/test-damaged-xml.ts'
import { expectForged, withValue, without } from '#server/payments/gateways/test-forged-callbacks.ts'
import { param } from '#server/sandbox-bank/dialects/param/param.ts'
import { testDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import {
  callbackFields,
  failed,
  givenBack,
  opened3D,
  paymentGuid,
  proof,
  recording,
  requestHash,
  securePage,
  signed,
  started,
  terms,
} from './test-param-answers.ts'

const at = (text: string, status?: number) => opened({ terms, http: answering(text, status) })
const read = (fields: Callback['fields'], of = {}) => at('').readCallback(posted(fields), { ...started, ...of })

const operation = (name: string) => `"https://turkpos.com.tr/${name}"`

describe('starting at Param', () => {
  it('sends the card, the amount with a comma and the hash, and posts the form that goes on to 3-D Secure', async () => {
    const { gateway, sent } = recording(opened3D())
    expect(await gateway.start(charge, card)).toEqual({
      ok: true,
      bankReference: paymentGuid,
      step: {
        kind: 'form',
        action: 'https://vpos.example/mdpaympi/MerchantServer',
        fields: [
          ['txid', '32360341'],
          ['TDS2_Navigator_language', ''],
          ['digest', 'gr3kz8S943+/9q8='],
        ],
      },
    })
    expect(sent[0]).toMatchObject({
      url: 'https://testposws.param.com.tr/turkpos.ws/service_turkpos_prod.asmx',
      operation: operation('TP_WMD_UCD'),
    })
    for (const part of [
      '<TP_WMD_UCD xmlns="https://turkpos.com.tr/"><G><CLIENT_CODE>20815</CLIENT_CODE>',
      `<KK_No>${card.number}</KK_No><KK_SK_Ay>12</KK_SK_Ay><KK_SK_Yil>2030</KK_SK_Yil>`,
      '<Taksit>3</Taksit><Islem_Tutar>1234,50</Islem_Tutar><Toplam_Tutar>1234,50</Toplam_Tutar>',
      `<Islem_Hash>${requestHash('3', '1234,50')}</Islem_Hash><Islem_Guvenlik_Tip>3D</Islem_Guvenlik_Tip>`,
    ]) {
      expect(sent[0]?.body).toContain(part)
    }
    const single = recording(opened3D())
    await single.gateway.start({ ...charge, installment: 1 }, card)
    expect(single.sent[0]?.body).toContain('<Taksit>1</Taksit>')
  })

  it('is refused in other currencies, without a request', async () => {
    const { gateway, sent } = recording(opened3D())
    expect(await gateway.start({ ...charge, currency: 'EUR' }, card)).toMatchObject({ text: 'currency EUR' })
    expect(sent).toEqual([])
  })

  it('is declined with the issuing bank’s code', async () => {
    const text = failed('TP_WMD_UCD', '-1', 'Geçersiz kart', '14')
    expect(await at(text).start(charge, card)).toMatchObject({ kind: 'declined', code: '14', text: 'Geçersiz kart' })
  })

  it.each([
    ['an error of Param', failed('TP_WMD_UCD', '-3', 'Hash değeri hatalı.')],
    ['its own code 99', failed('TP_WMD_UCD', '-1', 'Tekrar girin, tekrar deneyin.', '99')],
    ['another order number', opened3D(securePage, 'ZZ12CD34EF56GH78JK90')],
    ['a page with two forms', opened3D(securePage.replace(' target="tdsMmethodTgtFrame"', ''))],
    ['a page', '<html/>'],
  ])('is unreachable with %s', async (_, text) => {
    expect(await at(text).start(charge, card)).toMatchObject({ ok: false, kind: 'unreachable' })
  })

  it('gives back what Param charged without 3-D Secure', async () => {
    const { gateway, sent } = recording(opened3D('NONSECURE'), givenBack)
    expect(await gateway.start(charge, card)).toEqual({ ok: false, kind: 'unreachable', text: 'NONSECURE' })
    expect(sent[1]?.operation).toBe(operation('TP_Islem_Iptal_Iade_Kismi2'))
    expect(sent[1]?.body).toContain(`<Durum>IPTAL</Durum><Siparis_ID>${charge.reference}</Siparis_ID>`)
  })
})

describe('a callback of Param', () => {
  it.each(['1', '0'])('of the sandbox bank is forged if it is changed (mdStatus %s)', async (mdStatus) => {
    await expectForged(
      await visitBank(testDialectBank(param, 'own_form'), mdStatus),
      ['md', 'mdStatus', 'orderId', 'islemGUID', 'islemHash', 'transactionAmount'],
      false,
    )
  })

  it('proves the md and the payment', async () => {
    expect(await read(callbackFields())).toEqual({ kind: 'authenticated', proof })
    // After the capture, the stored reference is the bank's.
    expect(await read(callbackFields(), { bankReference: '632519200463' })).toEqual({ kind: 'authenticated', proof })
  })

  it('is forged if a signed or compared field is changed, removed or repeated', async () => {
    for (const name of ['md', 'mdStatus', 'orderId', 'islemGUID', 'islemHash', 'transactionAmount']) {
      for (const fields of [
        withValue(name, '2')(callbackFields()),
        without(name)(callbackFields()),
        [...callbackFields(), [name.toUpperCase(), '1'] as const],
      ]) {
        expect([name, (await read(fields)).kind]).toEqual([name, 'forged'])
      }
    }
  })

  it('is forged for another order, amount or start', async () => {
    for (const of of [
      { reference: 'ZZ12CD34EF56GH78JK90' },
      { amount: '1234.51' },
      { bankReference: 'd68ac15c-17ca-4b7d-a046-107002910002' },
    ]) {
      expect((await read(callbackFields(), of)).kind).toBe('forged')
    }
  })

  it('is forged if its values are split differently', async () => {
    const [md, order] = [proof.md.slice(0, -1), charge.reference]
    const fields = withValue('mdStatus', '01')(withValue('md', md)(callbackFields()))
    const hash = signed(paymentGuid, md, '01', order)
    expect(hash).toBe(new Map(callbackFields()).get('islemHash'))
    expect(await read(fields)).toEqual({ kind: 'forged', reason: 'islemGUID' })
  })

  it.each(['0', '2', '3', '4', '5', '7'])('is declined with mdStatus %s', async (mdStatus) => {
    expect(await read(callbackFields(mdStatus))).toEqual({
      kind: 'declined',
      code: `3D-${mdStatus}`,
      text: 'N-status/Challenge authentication via ACS',
    })
  })

  it('that is not signed proves nothing', async () => {
    expect(await read(without('islemHash')(callbackFields('0')))).toMatchObject({
      kind: 'forged',
      reason: expect.stringMatching(/^not signed: N-status/),
    })
  })
})
