import { describe, expect, it } from 'vitest'
import { charge, posted, type TestBank } from '#server/payments/gateways/test-bank.ts'
import { expectForged, names, without } from '#server/payments/gateways/test-forged-callbacks.ts'
import { signed, testNestpayBank } from './test-nestpay-bank.ts'
import { visitBank, opened, paid } from '#server/payments/gateways/test-bank-visit.ts'

describe('a callback of NestPay', () => {
  it.each([
    ['own_form', '1'],
    ['own_form', '0'],
    // Reports captured money.
    ['hosted', '1'],
  ] as const)('is forged if anything in it is changed (%s, mdStatus %s)', async (mode, mdStatus) => {
    const visit = await visitBank(testNestpayBank(mode), mdStatus)
    const covered = names(visit).filter((name) => name !== 'encoding')
    await expectForged(visit, covered, true)
  })

  it('counts the fields that the hash does not cover, even if empty ones are omitted', async () => {
    const visit = await visitBank(testNestpayBank('own_form'))
    expect((await visit.read(posted(without('_charset_')(visit.callback.fields)))).kind).toBe('forged')
  })

  it('is read with Turkish letters in ISO-8859-9', async () => {
    const bank = testNestpayBank('own_form')
    bank.isTurkish = true
    const visit = await visitBank(bank, '0')
    expect(visit.callback.raw.toString()).toContain('%DE')
    const text = 'Şifre yanlış girildi, İŞLEM ĞÜÇİ'
    expect(await visit.read(visit.callback)).toEqual({ kind: 'declined', code: '3D-0', text })
    const raw = Buffer.from(visit.callback.raw.toString().replace('1234.50', '1234.51'))
    expect((await visit.read({ raw, fields: [...new URLSearchParams(raw.toString())], headers: {} })).kind).toBe(
      'forged',
    )
  })

  it.each(['2', '3', '4', '5', '6', '7', '8', '9', '0', ''])('is declined with mdStatus %j', async (mdStatus) => {
    const visit = await visitBank(testNestpayBank('own_form'), mdStatus)
    expect(await visit.read(visit.callback)).toMatchObject({ kind: 'declined', code: `3D-${mdStatus}` })
  })

  it('with money taken on an incomplete authentication marks it as unwanted', async () => {
    const visit = await visitBank(testNestpayBank('hosted'), '2')
    expect(await visit.read(visit.callback)).toMatchObject({ kind: 'captured', unwanted: 'mdStatus 2' })
    const good = await visitBank(testNestpayBank('hosted'))
    expect(await good.read(good.callback)).toEqual({
      kind: 'captured',
      receipt: {
        authCode: 'P12345',
        bankReference: '400300744233',
        transaction: '24003Vl7F13152',
        cardFirst6: '450803',
        cardLast4: '4509',
      },
    })
  })

  it('is read whatever the case of its names', async () => {
    const visit = await visitBank(testNestpayBank('own_form'))
    const shout = ([name, value]: readonly [string, string]) => [name.toUpperCase(), value] as const
    expect(await visit.read(posted(visit.callback.fields.map(shout)))).toEqual(visit.result)
    const hosted = await visitBank(testNestpayBank('hosted'))
    expect(await hosted.read(posted(hosted.callback.fields.map(shout)))).toEqual(hosted.result)
    const twice = [...visit.callback.fields, ['MDSTATUS', '1'] as const]
    expect((await visit.read(posted(twice))).kind).toBe('forged')
  })

  it('in a mode that takes the money, without a result, triggers an inquiry', async () => {
    const bank = testNestpayBank('hosted')
    const visit = await visitBank(bank)
    const bare = visit.callback.fields.filter(([name]) => name !== 'Response' && name !== 'HASH')
    expect(await visit.read(posted([...bare, ['HASH', signed(bare)]]))).toEqual({ kind: 'returned', ask: true })
  })
})

describe('an error of NestPay on a capture', () => {
  /** The answer that a bank gave on 2022-10-30, with our order number. */
  const answer = (errorCode: string, more = '<AuthCode></AuthCode><HostRefNum></HostRefNum>', oid = charge.reference) =>
    `<CC5Response><OrderId>${oid}</OrderId><GroupId>${oid}</GroupId><Response>Error</Response>${more}` +
    '<ProcReturnCode>99</ProcReturnCode><TransId>22303LtCH15933</TransId><ErrMsg>Taksit tablosu icin gecersiz deger</ErrMsg>' +
    `<Extra><SETTLEID></SETTLEID><TRXDATE>20221030 11:45:02</TRXDATE><ERRORCODE>${errorCode}</ERRORCODE></Extra></CC5Response>`

  async function capture(text: string) {
    const { gateway, charge, result } = await visitBank({
      ...testNestpayBank('own_form'),
      http: () => Promise.resolve({ ok: true, status: 200, text, contentType: '' }),
    })
    if (result.kind !== 'authenticated') throw new Error(result.kind)
    return gateway.capture(charge, result.proof)
  }

  it.each(['CORE-2603', 'CORE-2601', 'CORE-2204', 'CORE-1023', 'CORE-2201', 'CORE-2253'])(
    'is a decline where the request is rejected before the issuing bank is asked (%s)',
    async (code) => {
      expect(await capture(answer(code))).toEqual({
        kind: 'declined',
        code,
        text: 'Taksit tablosu icin gecersiz deger',
      })
    },
  )

  it.each(['CORE-2507', 'CORE-2302', 'CORE-2304', 'CORE-2500', 'CORE-2700', 'CORE-2900', 'BM-9102', 'ISO8583-91', ''])(
    'is unknown where money may have moved (%s)',
    async (code) => {
      expect((await capture(answer(code))).kind).toBe('unknown')
    },
  )

  it('is unknown if it names another order or an authorisation', async () => {
    expect((await capture(answer('CORE-2603', '', 'ZZ12CD34EF56GH78JK90'))).kind).toBe('unknown')
    expect((await capture(answer('CORE-2603', '<AuthCode>P12345</AuthCode>'))).kind).toBe('unknown')
    expect((await capture(answer('CORE-2603', '<HostRefNum>230300671782</HostRefNum>'))).kind).toBe('unknown')
  })

  it('triggers an inquiry where the bank takes the money itself', async () => {
    const visit = await visitBank(testNestpayBank('hosted'))
    const values: Record<string, string> = { Response: 'Error', ProcReturnCode: '99', AuthCode: '', HostRefNum: '' }
    const fields = visit.callback.fields
      .filter(([name]) => name !== 'HASH')
      .map(([name, value]): [string, string] => [name, values[name] ?? value])
    expect(await visit.read(posted([...fields, ['HASH', signed(fields)]]))).toEqual({ kind: 'returned', ask: true })
  })
})

describe('a decline of NestPay where the bank takes the money itself', () => {
  it.each(['91', '96'])('triggers an inquiry if the issuing bank did not answer (code %s)', async (code) => {
    const bank = testNestpayBank('hosted')
    bank.declineWith = code
    expect((await visitBank(bank)).result).toEqual({ kind: 'returned', ask: true })
  })
})

describe('an error of NestPay that does not say whether money moved', () => {
  it.each(['91', '96'])('leaves the refund unknown if the issuing bank did not answer (code %s)', async (code) => {
    const { gateway, charge, receipt, bank } = await paid(testNestpayBank('own_form'))
    const text = `<CC5Response><Response>Error</Response><ProcReturnCode>${code}</ProcReturnCode></CC5Response>`
    const http: TestBank['http'] = () => Promise.resolve({ ok: true, status: 200, text, contentType: '' })
    const cut = opened({ ...bank, http })
    expect((await cut.refund(charge, receipt, '1.00')).kind).toBe('unknown')
    expect((await gateway.refund(charge, receipt, '1.00')).kind).toBe('done')
  })
})
