import { expect, test } from 'vitest'
import type { EmailDocument } from './email-document.ts'
import { inkOn } from './email-styles.ts'
import { renderEmail } from './render-email.ts'

const email: EmailDocument = {
  locale: 'tr',
  sender: { name: 'Çağ <Yapı>', logo: null, color: '#0B5B64', footer: ['Çağ Yapı A.Ş.', 'Vergi no: 1234567890'] },
  subject: 'Siparişiniz alındı: S1',
  paragraphs: ['Sayın "Işıl" & <b>Oğulları</b>'],
  amount: ['Genel toplam', '₺1.250,50'],
  button: { url: 'https://bayi.example.com/siparis/S1?a=1&b=2', label: 'Siparişi görüntüle' },
  facts: [['Not', '<script>alert(1)</script>']],
  lines: {
    heads: ['Ürün', 'Miktar', 'Tutar'],
    rows: [{ name: 'Matkap', details: ['MTK-1 · ₺1.000,00', 'KDV %20'], quantity: '1 ADET', amount: '₺1.000,00' }],
  },
  totals: [
    ['Ara toplam', '₺1.000,00'],
    ['Toplam', '₺1.250,50'],
  ],
  sections: [
    {
      title: 'Teslimat',
      facts: [
        ['Adres', 'Atatürk Cad. 5'],
        ['', 'Kat 3'],
      ],
    },
  ],
  closing: ['Saygılarımızla,'],
}

/** Every text of the email, in order. */
const texts = [
  ...['Sayın "Işıl" & <b>Oğulları</b>', 'Genel toplam', '₺1.250,50', 'Siparişi görüntüle', 'Not'],
  ...['<script>alert(1)</script>', 'Matkap', 'MTK-1 · ₺1.000,00', 'KDV %20', '1 ADET', 'Ara toplam', 'Toplam'],
  ...['Teslimat', 'Adres', 'Atatürk Cad. 5', 'Kat 3', 'Saygılarımızla,', 'Vergi no: 1234567890'],
]
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

test('an email has the same content as text and as HTML, where all of it is escaped', () => {
  const { subject, text, html } = renderEmail(email)
  expect(subject).toBe('Siparişiniz alındı: S1')
  for (const part of texts)
    expect([part, text.includes(part), html.includes(escaped(part))]).toEqual([part, true, true])
  expect(html).not.toMatch(/<script|<b>/)
  expect(html).toContain('href="https://bayi.example.com/siparis/S1?a=1&amp;b=2"')
})

test('total and button come before the lines, in both parts', () => {
  const { text, html } = renderEmail(email)
  for (const part of [text, html.slice(html.indexOf('<h1'))]) {
    const order = ['₺1.250,50', 'Siparişi görüntüle', 'Matkap', 'Teslimat', 'Vergi no'].map((each) =>
      part.indexOf(each),
    )
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  }
})

test('the HTML part loads nothing but the logo, and knows dark mode and narrow screens', () => {
  const { html } = renderEmail({ ...email, sender: { ...email.sender, logo: 'https://bayi.example.com/images/l.png' } })
  expect(html.match(/(?:src|href)="[^"]*"/g)).toEqual([
    'src="https://bayi.example.com/images/l.png"',
    'href="https://bayi.example.com/siparis/S1?a=1&amp;b=2"',
  ])
  expect(html).toContain('alt="Çağ &lt;Yapı&gt;"')
  for (const rule of ['prefers-color-scheme: dark', 'max-width: 480px', 'name="color-scheme"'])
    expect(html).toContain(rule)
})

test('a short email has no empty parts', () => {
  const { text, html } = renderEmail({
    locale: 'en',
    sender: { name: 'Toptan', logo: null, color: '#000000', footer: [] },
    subject: 'Hello',
    paragraphs: ['One line.'],
  })
  expect(text).toBe('Hello\n\nOne line.\n\n--\nToptan')
  expect(html).not.toMatch(/undefined|<h2|<th/)
})

test.each([
  ['#0B5B64', '#ffffff'],
  ['#000000', '#ffffff'],
  ['#ffb020', '#10181c'],
  ['#ffffff', '#10181c'],
  ['#777777', '#10181c'],
  ['#767676', '#ffffff'],
])('text on %s is %s', (background, ink) => {
  expect(inkOn(background)).toBe(ink)
})
