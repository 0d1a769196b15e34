import { describe, expect, test } from 'vitest'
import { isMt940, parseMt940 } from './mt940.ts'

// The fields are those of SWIFT's Category 9 rules for MT940. The form of the fixtures (padded amounts, the third letter of the
// currency behind the side, references of more than 16 characters) follows a sample of a Turkish bank in
// ElifnazArc/MT940-To-Excel, src/main/resources/mt940-1.txt; numbers and names are made up.
const statement = (...lines: string[]) =>
  [
    '{1:F01ORNKTRISAXXX0000000000}{2:I940009903112240N 020}{4:',
    ':20:TRY204001-55501-261128',
    ':25:TR330006100519786457841326',
    ':28C:231/1',
    ...lines,
    '-}',
  ].join('\r\n')

const complete = statement(
  ':60F:C261127TRY000000010000,00',
  ':61:2611281128CY000000001250,50NTRF450005902140130214002137//DK7781',
  'SUBE 0204',
  ':86:GELEN EFT IŞIK ELEKTRİK LTD. ŞTİ. TR710001500158007300012345 FATURA A',
  'BC2026000000042',
  ':61:2611281128D200,NMSCNONREF//KM0042',
  ':86:HESAP İŞLETİM ÜCRETİ',
  ':62F:C261128TRY000000011050,50',
  ':86:GÜN SONU',
)

describe('parseMt940', () => {
  test('reads account, sides, days, references and texts, and the balance after each line', () => {
    expect(parseMt940(complete)).toEqual({
      ok: true,
      account: 'TR330006100519786457841326',
      currency: 'TRY',
      lines: [
        {
          day: '2026-11-28',
          amount: '1250.50',
          balance: '11250.50',
          reference: 'DK7781',
          description: 'GELEN EFT IŞIK ELEKTRİK LTD. ŞTİ. TR710001500158007300012345 FATURA ABC2026000000042',
          sender: '',
          senderIban: 'TR710001500158007300012345',
        },
        {
          day: '2026-11-28',
          amount: '-200.00',
          balance: '11050.50',
          reference: 'KM0042',
          description: 'HESAP İŞLETİM ÜCRETİ',
          sender: '',
          senderIban: '',
        },
      ],
    })
  })

  test('reads numbered parts of field 86, with the account and the name of the other side', () => {
    const parsed = parseMt940(
      statement(
        ':60F:C261127TRY0,00',
        ':61:261128C10,00NTRFREF1',
        ':86:166?00GELEN HAVALE?20S2026000123 SIPAR?21IS BEDELI?31TR330006100519786457841326?32ISIK ELEKTRIK ?33LTD STI',
        ':62F:C261128TRY10,00',
      ),
    )
    expect(parsed).toMatchObject({
      lines: [
        {
          description: 'S2026000123 SIPARIS BEDELI',
          sender: 'ISIK ELEKTRIK LTD STI',
          senderIban: 'TR330006100519786457841326',
          reference: 'REF1',
        },
      ],
    })
  })

  test('subtracts the reversal of a credit and adds that of a debit', () => {
    const parsed = parseMt940(
      statement(':60F:D261127TRY5,00', ':61:261128RC10,00NTRFA', ':61:261128RD4,5NTRFB', ':62F:D261128TRY10,5'),
    )
    expect(parsed).toMatchObject({ lines: [{ amount: '-10.00' }, { amount: '4.50', balance: '-10.50' }] })
  })

  test('takes the year of the day of booking from the value day, over the turn of the year', () => {
    const parsed = parseMt940(statement(':60F:C261231TRY0,', ':61:2701021231C1,NTRFA', ':62F:C270102TRY1,'))
    expect(parsed).toMatchObject({ lines: [{ day: '2026-12-31' }] })
  })

  test('joins pages of one statement', () => {
    const pages = [
      statement(':60F:C261127TRY1,00', ':61:261128C1,00NTRFA', ':62M:C261128TRY2,00'),
      statement(':60M:C261128TRY2,00', ':61:261128C1,00NTRFA', ':62F:C261128TRY3,00'),
    ]
    expect(parseMt940(pages.join('\n'))).toMatchObject({ lines: [{ balance: '2.00' }, { balance: '3.00' }] })
  })

  test.each([
    [
      'a page that does not continue the one before it',
      [':60F:C261127TRY1,00', ':62M:C261128TRY1,00', ':60M:C261128TRY9,00', ':62F:C261128TRY9,00'],
      'statement_balance_differs',
    ],
    [
      'a wrong closing balance',
      [':60F:C261127TRY1,00', ':61:261128C1,00NTRFA', ':62F:C261128TRY2,01'],
      'statement_balance_differs',
    ],
    [
      'an account in two currencies',
      [':60F:C261127TRY1,00', ':62F:C261127TRY1,00', ':60F:C261127USD1,00', ':62F:C261127USD1,00'],
      'statement_several_accounts',
    ],
    ['a missing closing balance', [':60F:C261127TRY1,00', ':61:261128C1,00NTRFA'], 'statement_cut_off'],
    ['no balance at all', [], 'statement_cut_off'],
    ['a line before the opening balance', [':61:261128C1,00NTRFA', ':62F:C261128TRY2,00'], 'statement_field_invalid'],
    [
      'a day that does not exist',
      [':60F:C261127TRY1,00', ':61:261131C1,00NTRFA', ':62F:C261128TRY2,00'],
      'statement_field_invalid',
    ],
    [
      'an amount with a point',
      [':60F:C261127TRY1,00', ':61:261128C1.00NTRFA', ':62F:C261128TRY2,00'],
      'statement_field_invalid',
    ],
    [
      'a thousandth of a lira',
      [':60F:C261127TRY1,00', ':61:261128C1,001NTRFA', ':62F:C261128TRY2,00'],
      'statement_field_invalid',
    ],
    [
      'an unknown side',
      [':60F:C261127TRY1,00', ':61:261128X1,00NTRFA', ':62F:C261128TRY2,00'],
      'statement_field_invalid',
    ],
  ])('rejects %s', (_name, lines, code) => {
    expect(parseMt940(statement(...lines))).toMatchObject({ ok: false, code })
  })

  test('rejects every start of a file', () => {
    const end = complete.indexOf(':62F:') + ':62F:C261128TRY000000011050,50'.length
    for (let length = complete.indexOf(':60F:'); length < end - 1; length += 1) {
      expect({ length, ...parseMt940(complete.slice(0, length)) }).toMatchObject({ length, ok: false })
    }
  })

  test('names the field and its line', () => {
    expect(parseMt940(complete.replace('D200,', 'D200.'))).toEqual({
      ok: false,
      code: 'statement_field_invalid',
      facts: { field: '61', line: 10, value: '2611281128D200.NMSCNONREF//KM0042' },
    })
  })
})

test.each([
  [complete, true],
  [`\n${complete.slice(complete.indexOf(':20:'))}`, true],
  ['Tarih;Açıklama;Tutar\n28.11.2026;:20: :25: ;1', false],
  ['', false],
])('recognizes MT940 by its first fields: %#', (text, is) => {
  expect(isMt940(text)).toBe(is)
})
