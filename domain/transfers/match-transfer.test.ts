import { describe, expect, test } from 'vitest'
import type { BankLine } from './bank-line.ts'
import { nameShare, nameWords } from './company-name.ts'
import { codesIn, type MatchDealer, suggestDealers } from './match-transfer.ts'

const line = (change: Partial<BankLine> = {}): BankLine => ({
  day: '2026-11-28',
  amount: '1250.00',
  balance: null,
  reference: '',
  description: 'GELEN EFT',
  sender: '',
  senderIban: '',
  ...change,
})
type Given = Partial<MatchDealer> & { name?: string }
const dealer = (id: number, { name = `Örnek ${id}`, ...change }: Given = {}): MatchDealer => ({
  id,
  code: `120.34.00${id}`,
  words: nameWords(name),
  taxNumber: '',
  ibans: [],
  notices: [],
  debts: [],
  orderNumbers: [],
  ...change,
})
const isikName = 'Işık Elektrik San. ve Tic. Ltd. Şti.'
const isik = dealer(1, { name: isikName })
const notice = { id: 7, amount: '1250.00', day: '2026-11-27', sender: '', debts: [] }
const debt = (id: number, unpaid: string, documentNo = `ABC${id}`) => ({ id, unpaid, documentNo })
const reasonsOf = (bankLine: BankLine, one: MatchDealer) => suggestDealers(bankLine, [one])[0]?.reasons ?? []

describe('suggestDealers', () => {
  test.each([
    ['a notice of the same amount and time', {}, { notices: [notice] }, 'notice'],
    ['the account of an earlier match', { senderIban: 'TR1' }, { ibans: ['TR1'] }, 'iban'],
    ['the tax number', { description: 'VKN:8590001234 odeme' }, { taxNumber: '8590001234' }, 'taxNumber'],
    ['an order number', { description: 'S2026000123 siparis' }, { orderNumbers: ['S2026000123'] }, 'order'],
    [
      'an open invoice',
      { description: 'abc2026000000042, odeme' },
      { debts: [debt(1, '9', 'ABC2026000000042')] },
      'document',
    ],
    ['the dealer’s code', { description: 'cari 120.34.001.' }, {}, 'dealerCode'],
    ['the name in the text', { description: 'FAST ISIK ELEKTRIK LIMITED SIRKETI' }, { name: isikName }, 'name'],
    ['the sender’s name', { sender: 'IŞIK ELEKTRİK SANAYİ' }, { name: isikName }, 'name'],
    [
      'a part of the name',
      { sender: 'Işık Yapı Elektrik' },
      { name: 'Işık Elektrik Malzemeleri Pazarlama' },
      'nameInPart',
    ],
    ['the amount of an open debt', {}, { debts: [debt(1, '5'), debt(2, '1250')] }, 'amountOfDebt'],
  ])('recognizes %s', (_name, bankLine, known, reason) => {
    expect(reasonsOf(line(bankLine), dealer(1, known))).toContain(reason)
  })

  test.each([
    ['another amount', {}, { notices: [{ ...notice, amount: '1250.01' }] }],
    ['a notice of long ago', {}, { notices: [{ ...notice, day: '2026-11-10' }] }],
    ['a notice of a later day', {}, { notices: [{ ...notice, day: '2026-12-05' }] }],
    ['an unknown account', { senderIban: '' }, { ibans: [''] }],
    ['a tax number within a longer number', { description: '98590001234' }, { taxNumber: '8590001234' }],
    ['one common word', { sender: 'Elektrik Sanayi Ticaret' }, { name: 'San. ve Tic. A.Ş.' }],
    ['one short word', { sender: 'Ada Yapı' }, { name: 'Ada Hırdavat' }],
  ])('finds nothing by %s', (_name, bankLine, known) => {
    expect(reasonsOf(line(bankLine), dealer(1, known))).toEqual([])
  })

  test('chooses the debts of the notice that are open, then those in the text, then those of the amount', () => {
    const debts = [debt(1, '1250'), debt(2, '40'), debt(3, '60')]
    const debtsOf = (bankLine: BankLine, named: number[]) =>
      suggestDealers(bankLine, [dealer(1, { debts, notices: [{ ...notice, debts: named }] })])[0]?.debts
    expect(debtsOf(line(), [3, 99])).toEqual([3])
    expect(debtsOf(line({ description: 'ABC2 ABC3' }), [])).toEqual([2, 3])
    expect(debtsOf(line(), [])).toEqual([1])
    expect(debtsOf(line({ amount: '1' }), [])).toBeUndefined()
  })

  test('adds up the oldest debts to the amount, exactly', () => {
    const debts = [debt(1, '0.10'), debt(2, '0.20'), debt(3, '1249.70'), debt(4, '8')]
    const [found] = suggestDealers(line({ description: isikName }), [{ ...isik, debts }])
    expect(found).toMatchObject({ reasons: ['name', 'amountOfDebts'], debts: [1, 2, 3] })
    expect(reasonsOf(line({ amount: '1249.99', description: isikName }), { ...isik, debts })).toEqual(['name'])
  })

  test('ranks a notice before an account, and that before a name', () => {
    const dealers = [
      { ...isik, id: 3 },
      dealer(2, { ibans: ['TR1'] }),
      dealer(1, { notices: [notice] }),
      dealer(4, { debts: [debt(1, '1250')] }),
    ]
    const found = suggestDealers(line({ senderIban: 'TR1', sender: isikName }), dealers)
    expect(found.map(({ dealerId }) => dealerId)).toEqual([1, 2, 3])
    expect(found[0]).toMatchObject({ noticeId: 7, score: 60 })
  })

  test('is certain when one dealer has a strong reason, and in doubt when two have', () => {
    const one = dealer(1, { notices: [notice] })
    expect(
      suggestDealers(line({ sender: isikName }), [one, { ...isik, id: 2 }]).map(({ isStrong }) => isStrong),
    ).toEqual([true, false])
    const doubt = suggestDealers(line({ senderIban: 'TR1' }), [one, dealer(2, { ibans: ['TR1'] })])
    expect(doubt.map(({ isStrong }) => isStrong)).toEqual([false, false])
    expect(suggestDealers(line({ sender: isikName }), [isik])[0]?.isStrong).toBe(false)
  })

  test('takes the notice whose day is nearest', () => {
    const notices = [
      { ...notice, id: 1, day: '2026-11-20' },
      { ...notice, id: 2, day: '2026-11-28' },
      { ...notice, id: 3 },
    ]
    expect(suggestDealers(line(), [dealer(1, { notices })])[0]?.noticeId).toBe(2)
  })
})

test('compares names without legal forms, in any case and with words cut by the bank', () => {
  expect(nameWords('IŞIK ELEKTRİK SAN.VE TİC.LTD.ŞTİ.')).toEqual(['isik', 'elektrik'])
  expect(nameWords('Sanayi Ticaret A.Ş.')).toEqual(['sanayi', 'ticaret'])
  expect(nameShare(['isik', 'elektrik'], new Set(['isik', 'elekt']))).toBe(1)
  expect(nameShare(['karasu', 'nalburiye'], new Set(['karasu', 'yapi']))).toBe(0.5)
  // Without its first word a name is that of any company of the trade.
  expect(nameShare(['isik', 'elektrik'], new Set(['elektrik']))).toBe(0)
  expect(nameShare(['demirtepe', 'hirdavat'], new Set(['mehmet', 'demir']))).toBe(0)
  expect(nameShare([], new Set(['elektrik']))).toBe(0)
})

test('finds codes with their dots and dashes, without those around them', () => {
  expect(codesIn('Cari: (120.34.001) S2026000123, ABC-7/4! elektrik 12')).toEqual([
    '120.34.001',
    's2026000123',
    'abc-7/4',
  ])
  expect(codesIn('cari 120.34.001.')).toContain('120.34.001')
})
