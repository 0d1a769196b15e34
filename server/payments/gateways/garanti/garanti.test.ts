import { describe, expect, it } from 'vitest'
import { posted } from '#server/payments/gateways/test-bank.ts'
import { expectForged, withValue } from '#server/payments/gateways/test-forged-callbacks.ts'
import { garantiHash, testGarantiBank } from './test-garanti-bank.ts'
import { visitBank } from '#server/payments/gateways/test-bank-visit.ts'

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

  it.each(['1', '0'])('is forged if any signed or compared field is changed (mdstatus %s)', async (mdStatus) => {
    const visit = await visitBank(testGarantiBank(), mdStatus)
    await expectForged(visit, [...covered, ...compared.filter((name) => name !== 'terminalid')], false)
    expect((await visit.read(posted(withValue('terminalid', '1')(visit.callback.fields)))).kind).toBe('forged')
  })

  it('is forged if it changes the list of signed fields', async () => {
    const visit = await visitBank(testGarantiBank())
    for (const list of [
      'clientid:oid:mdstatus',
      'clientid',
      '',
      'oid:clientid:authcode:procreturncode:response:mdstatus:cavv:eci:md:rnd',
    ]) {
      const fields = new Map(withValue('hashparams', list)(visit.callback.fields))
      fields.set('hash', garantiHash(fields))
      expect((await visit.read(posted([...fields]))).kind).toBe('forged')
    }
  })

  it('is forged if its values are split differently', async () => {
    const visit = await visitBank(testGarantiBank(), '0')
    // "99", "Error", "0" and the md, split so that a digit 1 of the md becomes the mdstatus: the same text and hash.
    const fields = new Map(visit.callback.fields)
    fields.set('md', 'a1b')
    fields.set('hash', garantiHash(fields))
    expect((await visit.read(posted([...fields]))).kind).toBe('declined')
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
    expect(await visit.read(posted([...fields]))).toEqual({ kind: 'forged', reason: 'response' })
  })

  it.each(['0', '2', '3', '4', '5', '7'])('is declined with mdstatus %s', async (mdStatus) => {
    const bank = testGarantiBank()
    bank.isTurkish = true
    const visit = await visitBank(bank, mdStatus)
    const text = 'Doğrulama yapılamadı, şifre yanlış'
    expect(await visit.read(visit.callback)).toEqual({ kind: 'declined', code: `3D-${mdStatus}`, text })
  })

  it('that is not signed proves nothing, whatever failure it reports, and its text is for staff', async () => {
    const visit = await visitBank(testGarantiBank(), '7')
    const unsigned = visit.callback.fields.filter(([name]) => !name.startsWith('hash'))
    const reason = 'not signed, mdstatus 7: Doğrulama yapılamadı, şifre yanlış'
    expect(await visit.read(posted(unsigned))).toEqual({ kind: 'forged', reason })
    expect((await visit.read(posted(withValue('mdstatus', '1')(unsigned)))).kind).toBe('forged')
  })

  it('proves the fields that the capture sends, and contains no amount for it', async () => {
    const visit = await visitBank(testGarantiBank())
    const proof = { md: 'aW5kZXg6MDJr==', xid: 'fbd8e1ec-3d98', eci: '02', cavv: 'xgT+4XVH=' }
    expect(await visit.read(visit.callback)).toEqual({ kind: 'authenticated', proof })
  })
})
