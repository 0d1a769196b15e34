import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasCardData, maskCards } from './card-text.ts'
import { passesLuhn } from './luhn.ts'

describe('card numbers in a text', () => {
  test.each([
    ['pan=4355084355084358&cv2=000', 'pan=435508******4358&cv2=***'],
    ['4355 0843 5508 4358', '435508******4358'],
    ['4355-0843-5508-4358', '435508******4358'],
    ['4355.0843.5508.4358', '435508******4358'],
    ['4355/0843/5508/4358', '435508******4358'],
    ['4355  0843 – 5508 — 4358', '435508******4358'],
    ['4355\u00a00843\u202f5508\u200b4358', '435508******4358'],
    ['4 3 5 5 0 8 4 3 5 5 0 8 4 3 5 8', '435508******4358'],
    ['43 55 08 43 55 08 43 58', '435508******4358'],
    ['435508 435508 4358', '435508******4358'],
    ['pan=4355+0843+5508+4358', 'pan=435508******4358'],
    ['pan=4355%200843%205508%204358', 'pan=435508******4358'],
    ['{"pan":"4355084355084358"}', '{"pan":"435508******4358"}'],
    ['card 3782 822463 10005 was', 'card 378282*****0005 was'],
    ['378282246310005', '378282*****0005'],
    ['9792030394440796', '979203******0796'],
    ['2221 0000 0000 0009', '222100******0009'],
    ['kartno:5571135571135575.', 'kartno:557113******5575.'],
    ['5571135571135575, 4508034508034509', '557113******5575, 450803******4509'],
    ['5571 1355 7113 5575 4508 0345 0803 4509', '557113******5575 450803******4509'],
    // Preceded by a number.
    ['42 4355084355084358', '42 435508******4358'],
    ['10 adet, 4355 0843 5508 4358', '10 adet, 435508******4358'],
    // 19 digits.
    ['6304000000000000000', '630400*********0000'],
  ])('masks %s', (text, clean) => {
    expect(maskCards(text)).toBe(clean)
    expect(hasCardData(text)).toBe(true)
    expect(maskCards(clean)).toBe(clean)
  })

  test.each([
    ['a valid EAN-13 that passes Luhn', '4006381000093 and 4006381000192'],
    ['bar codes', '8690000000005 and 4006381333931'],
    ['bar codes and quantities', '4006381333931 103\n3760123456786 10\n4006381333931 5'],
    ['two EAN-8', '40123455 40170732'],
    ['a trade unit', '14006381333938'],
    ['pallets', '368690000000000014 486812345678901230 686900000000001237'],
    ['a device number, which passes Luhn', 'IMEI 353918057901445'],
    ['a SIM card, which passes Luhn', '8990011916180280008'],
    ['milliseconds', '{"time":1795251600000}'],
    ['16 digits that do not pass Luhn', '4355084355084359'],
    ['16 digits that begin as no card', '8888888888888888'],
    ['a longer number', '43550843550843580000000000'],
    ['an order number', 'S2026000123'],
    ['a moment', '2026-11-21 09:14:27.123456'],
    ['a phone', '+90 850 555 01 42'],
    ['two phones', '532 123 45 67 532 706 43 21'],
    ['an IBAN', 'TR33 0006 1005 1978 6457 8413 26'],
    ['an IBAN that contains a valid number', 'TR330006100519786457841326, TR80 4355 0843 5508 4358 0000 00 kuruş'],
    ['tax numbers', 'VKN 4355084355, TCKN 43550843550'],
    ['fractions', 'took 18.6250643552225006 ms'],
    ['a number with an exponent', '-2.358979366240488e+213'],
    ['an amount', '4355.08'],
    ['a masked number', '435508******4358'],
    ['a product code', 'AB-4355-0843'],
  ])('keeps %s', (_, text) => {
    expect(maskCards(text)).toBe(text)
  })

  test('masks a card number in any surrounding text', () => {
    const letters = fc.string({ maxLength: 20 }).map((text) => text.replace(/[\d%]/g, ''))
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const text = `${before}x4355084355084358x${after}`
        expect(maskCards(text)).toBe(`${before}x435508******4358x${after}`)
      }),
    )
  })

  test('keeps every number of up to 14 digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,14}$/), (digits) => {
        expect(maskCards(digits)).toBe(digits)
      }),
    )
  })

  test('masks every number of a scheme in all usual groups', () => {
    const prefix = fc.constantFrom('4', '51', '55', '2221', '2720', '9792', '65', '3528', '62', '6304')
    const digits = fc.stringMatching(/^\d{15}$/)
    const group = fc.constantFrom('', ' ', '-', '.', '  ')
    fc.assert(
      fc.property(prefix, digits, group, (prefix, digits, between) => {
        const start = (prefix + digits).slice(0, 15)
        const number = Array.from('0123456789', (check) => start + check).find(passesLuhn) ?? ''
        const typed = number.replace(/(\d{4})(?=\d)/g, `$1${between}`)
        expect(maskCards(`not: ${typed}.`)).toBe(`not: ${number.slice(0, 6)}******${number.slice(-4)}.`)
      }),
    )
  })
})

describe('security codes in a text', () => {
  test.each([
    ['4355 0843 5508 4358 000', '435508******4358 ***'],
    ['4355084355084358 12/28 000', '435508******4358 12/28 ***'],
    ['4355084355084358, 12/2028, 000', '435508******4358, 12/2028, ***'],
    ['4355084355084358 skt 12/28 cvc 000', '435508******4358 skt 12/28 cvc ***'],
    ['378282246310005 12/28 1234', '378282*****0005 12/28 ***'],
    ['CVC: 737', 'CVC: ***'],
    ['cvv2=7371', 'cvv2=***'],
    ['cvc kodu 737, teşekkürler', 'cvc kodu ***, teşekkürler'],
    ['CVV numarası: 737', 'CVV numarası: ***'],
    ['güvenlik kodu 737', 'güvenlik kodu ***'],
    ['Güvenlik numarası (737)', 'Güvenlik numarası (***)'],
    ['security code is 737', 'security code is ***'],
    ['737 cvc', '*** cvc'],
    ['4355084355084358 cvc 737', '435508******4358 cvc ***'],
  ])('masks %s', (text, clean) => {
    expect(maskCards(text)).toBe(clean)
    expect(maskCards(clean)).toBe(clean)
  })

  test.each(['4355084355084358 500 TL', 'PVC 300', 'CVC boru 300 adet', 'kapı no 737', '120 adet, cvc ile ödenecek'])(
    'keeps the numbers of %s',
    (text) => {
      expect(maskCards(text)).toBe(text.replace('4355084355084358', '435508******4358'))
    },
  )
})
