import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { PdfAnswer, PdfRequest } from './pdf.ts'

const font = (style: string) => fileURLToPath(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`))
const fonts = {
  normal: font('Regular'),
  bold: font('Medium'),
  italics: font('Italic'),
  bolditalics: font('MediumItalic'),
}
pdfmake.setFonts({ Roboto: fonts })
// Documents contain user input, which must not fetch URLs or open files.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => Object.values(fonts).includes(path))

parentPort?.on('message', ({ id, definition, pageLabel }: PdfRequest) => {
  void printPdf(definition, pageLabel).then(
    (content) => answer({ id, content }),
    (error: unknown) => answer({ id, failure: error instanceof Error ? error.message : String(error) }),
  )
})

async function printPdf(definition: PdfRequest['definition'], pageLabel: string | undefined): Promise<Uint8Array> {
  const footer = (page: number, pages: number) => ({
    text: (pageLabel ?? '').replace('{{page}}', String(page)).replace('{{pages}}', String(pages)),
    alignment: 'center' as const,
    fontSize: 8,
    margin: [0, 10, 0, 0] as [number, number, number, number],
  })
  const document = pdfmake.createPdf({ ...definition, ...(pageLabel !== undefined && { footer }) })
  return document.getBuffer()
}

function answer(message: PdfAnswer): void {
  parentPort?.postMessage(message)
}
