import { expect, test } from 'vitest'
import { cleanFileName, withEnding } from './file-name.ts'

test.each([
  ['Fiyat listesi.pdf', 'Fiyat listesi.pdf'],
  ['C:\\Kullanıcılar\\ali\\İrsaliye.pdf', 'İrsaliye.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['<script>alert(1)</script>.pdf', 'script.pdf'],
  ['a"; filename="b.exe', 'a; filename=b.exe'],
  ['satır\r\nSet-Cookie: a.pdf', 'satırSet-Cookie a.pdf'],
  ['gizli\u202Efdp.exe', 'gizlifdp.exe'],
  ['  çok   boşluk .pdf ', 'çok boşluk .pdf'],
  ['..', 'dosya'],
  ['', 'dosya'],
  ['\0', 'dosya'],
])('stores the file name %j as %j', (name, expected) => {
  expect(cleanFileName(name, 'dosya')).toBe(expected)
})

test('a long name keeps its ending', () => {
  const name = cleanFileName(`${'ş'.repeat(500)}.pdf`, 'dosya')
  expect(name).toHaveLength(120)
  expect(name).toMatch(/ş\.pdf$/)
})

test('a name gets another ending', () => {
  expect(withEnding('foto.HEIC.png', 'jpg')).toBe('foto.HEIC.jpg')
  expect(withEnding('foto', 'jpg')).toBe('foto.jpg')
})
