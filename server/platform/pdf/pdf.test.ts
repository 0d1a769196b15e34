import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makePdf } from './pdf.ts'

/** The characters of a PDF's fonts: what copying its text returns. */
function lettersOf(pdf: Buffer): string {
  const maps: string[] = []
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 7)) {
    try {
      maps.push(inflateSync(pdf.subarray(at + 7, pdf.indexOf('endstream', at))).toString('latin1'))
    } catch {
      // Not a compressed stream.
    }
  }
  const codes = maps.filter((map) => map.includes('beginbf')).join('')
  return [...codes.matchAll(/<([0-9a-f]{4})>/gi)]
    .map(([, code]) => String.fromCharCode(parseInt(code ?? '', 16)))
    .join('')
}

test('prints Turkish letters, the lira sign, page numbers and the subject of the document', async () => {
  const content = [
    { text: 'ğüşıöç ĞÜŞİÖÇ ₺1.234,56', pageBreak: 'after' as const },
    { text: 'ikinci', bold: true },
  ]
  const pdf = await makePdf({ content }, { pageLabel: 'Sayfa {{page}} / {{pages}}', subject: 'Jandarma' })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)
  for (const letter of 'ğşıİ₺J') expect(lettersOf(pdf)).toContain(letter)
})

test('fetches no URL and opens no file', async () => {
  await expect(makePdf({ content: [{ image: 'http://127.0.0.1:9/logo.png' }] })).rejects.toThrow(/denied/)
  await expect(makePdf({ content: [{ image: '/etc/passwd' }] })).rejects.toThrow(/denied/)
  await expect(makePdf({ content: ['x'], images: { a: import.meta.filename } })).resolves.toBeInstanceOf(Buffer)
  await expect(makePdf({ content: [{ image: 'a' }], images: { a: import.meta.filename } })).rejects.toThrow(/denied/)
})

test('continues with the next document after one fails or times out', async () => {
  const table = { body: Array.from({ length: 3000 }, (_, i) => [String(i), 'Matkap', 'ADET']) }
  await expect(makePdf({ content: [{ table }] }, { timeout: 5 })).rejects.toThrow('not ready within 5 ms')
  const [bad, good] = await Promise.allSettled([
    makePdf({ content: [{ image: 'data:image/png;base64,AAAA' }] }),
    makePdf({ content: ['Teklif'] }),
  ])
  expect([bad?.status, good?.status]).toEqual(['rejected', 'fulfilled'])
})
