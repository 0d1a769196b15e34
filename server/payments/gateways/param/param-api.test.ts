import { describe, expect, it } from 'vitest'
import { charge } from '#server/payments/gateways/test-bank.ts'
import { opened } from '#server/payments/gateways/test-bank-visit.ts'
import { answering, expectDoubt } from '#server/payments/gateways/test-damaged-xml.ts'
import {
  captured,
  failed,
  givenBack,
  inquired,
  listed,
  listRow,
  paymentGuid,
  proof,
  receipt,
  recording,
  soap,
  started,
  state,
  terms,
} from './test-param-answers.ts'

const at = (text: string, status?: number) => opened({ terms, http: answering(text, status) })

describe('a capture at Param', () => {
  it('is captured by a receipt number for this order', async () => {
    const { gateway, sent } = recording(captured)
    expect(await gateway.capture(started, proof)).toEqual({ kind: 'captured', receipt })
    expect(sent[0]?.body).toContain(
      `<UCD_MD>${proof.md}</UCD_MD><Islem_GUID>${paymentGuid}</Islem_GUID><Siparis_ID>${charge.reference}</Siparis_ID>`,
    )
    // The address in the callback is never called.
    expect(sent[0]?.url).not.toContain('elsewhere')
    await expectDoubt(captured, ['Sonuc', 'Dekont_ID', 'Siparis_ID'], async (text) => {
      return (await at(text).capture(started, proof)).kind !== 'unknown'
    })
  })

  it('is declined by the code of the issuing bank', async () => {
    const text = failed('TP_WMD_Pay', '-1', 'Yetersiz bakiye', '51')
    const declined = { kind: 'declined', code: '51', text: 'Yetersiz bakiye' }
    expect(await at(text).capture(started, proof)).toEqual(declined)
    expect(await at(failed('TP_WMD_Pay', '0', '', '5')).capture(started, proof)).toMatchObject({ code: '05' })
    await expectDoubt(text, ['Sonuc', 'Bank_Sonuc_Kod'], async (each) => {
      return (await at(each).capture(started, proof)).kind !== 'unknown'
    })
  })

  it.each([
    ['no account', failed('TP_WMD_Pay', '-100', 'Hesap bulunamadı.')],
    ['an answer that Param could not get', failed('TP_WMD_Pay', '-1', 'İşlem bilgisi sorgulanamadı.')],
    ['no answer of the issuing bank', failed('TP_WMD_Pay', '-1', 'Banka yanıt vermedi', '91')],
    ['Param’s own code 99', failed('TP_WMD_Pay', '-1', 'Genel hata', '99')],
    ['no receipt number', captured.replace('3007295376', '0')],
    ['another order', captured.replace(charge.reference, 'ZZ12CD34EF56GH78JK90')],
    [
      'a fault',
      soap('X', '').replace(/<XResponse.*XResponse>/, '<soap:Fault><faultstring>Error</faultstring></soap:Fault>'),
    ],
    ['a page', '<html/>'],
  ])('is unknown with %s', async (_, text) => {
    expect((await at(text).capture(started, proof)).kind).toBe('unknown')
  })
})

describe('an inquiry at Param', () => {
  const found = {
    kind: 'captured',
    amount: '1234.50',
    refunded: '0.00',
    receipt: { ...receipt, cardFirst6: '450803', cardLast4: '4509' },
  }
  const set = (rows: string) =>
    `<diffgr:diffgram xmlns:diffgr="x"><NewDataSet xmlns="">${rows}</NewDataSet></diffgr:diffgram>`

  it.each([
    ['a payment', inquired(state()), found],
    ['a payment in a data set', inquired(set(`<DT_Islem_Sorgulama4>${state()}</DT_Islem_Sorgulama4>`)), found],
    ['a void', inquired(state({ Odeme_Sonuc: '12', Durum: 'CANCEL' })), { ...found, refunded: '1234.50' }],
    [
      'a refund',
      inquired(state({ Odeme_Sonuc: '13', Durum: 'REFUND', Toplam_Iade_Tutar: '1234.50' })),
      { ...found, refunded: '1234.50' },
    ],
    [
      'a refund in part',
      inquired(state({ Durum: 'PARTIAL_REFUND', Toplam_Iade_Tutar: '34.5' })),
      { ...found, refunded: '34.50' },
    ],
    [
      'a decline',
      inquired(state({ Odeme_Sonuc: '2', Durum: 'BANK_FAIL', Dekont_ID: '0', Banka_Sonuc_Aciklama: 'Yetersiz' })),
      { kind: 'declined', code: '2', text: 'Yetersiz' },
    ],
    ['nothing', inquired(''), { kind: 'none' }],
    ['no such payment', failed('TP_Islem_Sorgulama4', '-1', 'İşlem kaydı bulunamadı.'), { kind: 'none' }],
  ])('finds %s', async (_, text, expected) => {
    expect(await at(text).inquire(started, null)).toEqual(expected)
  })

  it.each([
    ['an unknown account', failed('TP_Islem_Sorgulama4', '-100', 'Hesap bulunamadı.')],
    ['an error', failed('TP_Islem_Sorgulama4', '-1', 'İşlem bilgisi sorgulanamadı.')],
    ['another order', inquired(state({ Siparis_ID: 'ZZ12CD34EF56GH78JK90' }))],
    ['a success without a receipt number', inquired(state({ Dekont_ID: '0' }))],
    ['a failure with a receipt number', inquired(state({ Durum: 'FAIL' }))],
    ['a refund in part without its amount', inquired(state({ Durum: 'PARTIAL_REFUND' }))],
    ['an unknown state', inquired(state({ Durum: 'WAITING' }))],
    ['a page', '<html/>'],
  ])('is pending with %s', async (_, text) => {
    expect((await at(text).inquire(started, null)).kind).toBe('pending')
  })

  it('is pending if the answer is cut off, or a field is missing or doubled', async () => {
    const needed = ['Sonuc', 'Durum', 'Dekont_ID', 'Toplam_Tutar', 'Toplam_Iade_Tutar']
    await expectDoubt(inquired(state()), needed, async (text) => {
      return (await at(text).inquire(started, null)).kind !== 'pending'
    })
  })
})

describe('a refund at Param', () => {
  it('is IPTAL for a void and IADE for a refund, with a decimal point', async () => {
    const { gateway, sent } = recording(givenBack, givenBack)
    expect(await gateway.void(started, receipt)).toEqual({ kind: 'done', code: '1' })
    expect(await gateway.refund(started, receipt, '34.50')).toEqual({ kind: 'done', code: '1' })
    const order = `<Siparis_ID>${charge.reference}</Siparis_ID>`
    expect(sent[0]?.body).toContain(`<Durum>IPTAL</Durum>${order}<Tutar>1234.50</Tutar>`)
    expect(sent[1]?.body).toContain(`<Durum>IADE</Durum>${order}<Tutar>34.50</Tutar>`)
    await expectDoubt(givenBack, ['Sonuc'], async (text) => {
      return (await at(text).refund(started, receipt, '34.50')).kind !== 'unknown'
    })
  })

  const refused = (code: string, text: string, bankCode?: string) =>
    at(failed('TP_Islem_Iptal_Iade_Kismi2', code, text, bankCode)).refund(started, receipt, '34.50')

  it('is refused with Param’s code or the bank’s, and unknown otherwise', async () => {
    expect(await refused('-210', 'İptal/İadeye uygun işlem bulunamadı.')).toMatchObject({
      kind: 'refused',
      code: '-210',
    })
    expect(await refused('-211', 'İşlem iptal durumunda')).toMatchObject({ kind: 'refused', code: '-211' })
    expect(await refused('-221', 'İade tutarı büyük')).toMatchObject({ kind: 'refused', code: '-221' })
    expect(await refused('-1', 'Reddedildi', '57')).toMatchObject({ kind: 'refused', code: '57' })
    for (const [code, bankCode] of [['-1'], ['-1', '91'], ['-1', '99'], ['0', '57'], ['', '57']] as const)
      expect((await refused(code, 'Hata', bankCode)).kind).toBe('unknown')
  })
})

describe('the list of Param', () => {
  const list = (...rows: string[]) => at(listed(...rows)).transactions?.('2026-11-20')

  it('has what was sold and given back, oldest first', async () => {
    const rows = [
      listRow({ Tip_Str: 'İptal', SanalPOS_Islem_ID: '6021847205', Tutar: '-1234.5000', Dekont_ID: '0' }),
      listRow({ Tip_Str: 'İade', SanalPOS_Islem_ID: '6021847206', Tutar: '-3.0000', Sonuc: '2' }),
      listRow({ SanalPOS_Islem_ID: '6021847202', Sonuc: '-1', Sonuc_Str: 'Başarısız', PB: '' }),
      listRow({ Sonuc: '12' }),
    ]
    const card = { cardFirst6: '450803', cardLast4: '4509' }
    const common = { reference: charge.reference, currency: 'TRY', at: new Date('2026-11-20T09:12:00+03:00') }
    const none = { authCode: null, bankReference: null }
    expect(await list(...rows)).toEqual({
      ok: true,
      transactions: [
        {
          ...common,
          id: '6021847204',
          kind: 'sale',
          amount: '1234.50',
          receipt: { ...none, ...card, transaction: '3007295376' },
        },
        {
          ...common,
          id: '6021847205',
          kind: 'refund',
          amount: '1234.50',
          receipt: { ...none, ...card, transaction: null },
        },
      ],
    })
    expect(await list()).toEqual({ ok: true, transactions: [] })
  })

  it('is not read in part, or from an error', async () => {
    expect(await list(listRow(), listRow({ Tutar: '1.234,50' }))).toEqual({ ok: false, text: 'unreadable' })
    expect(await list(listRow({ PB: '' }))).toEqual({ ok: false, text: 'unreadable' })
    const error = failed('TP_Islem_Izleme', '-222', 'Tarih aralığı 7 günden fazla olamaz.')
    expect(await at(error).transactions?.('2026-11-20')).toMatchObject({ ok: false })
    expect(await at(listed(listRow()).slice(0, -20)).transactions?.('2026-11-20')).toMatchObject({ ok: false })
  })
})
