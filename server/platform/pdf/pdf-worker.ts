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

const hairline = '#cfd6da'
const cells = {
  vLineWidth: () => 0,
  paddingLeft: () => 5,
  paddingRight: () => 5,
  paddingTop: () => 3,
  paddingBottom: () => 3,
}
pdfmake.addTableLayouts({
  rows: {
    ...cells,
    hLineWidth: (i, { table: { body, headerRows = 0 } }) =>
      i === 0 || i === body.length ? 0 : i === headerRows ? 0.8 : 0.5,
    hLineColor: (i, { table: { headerRows = 0 } }) => (i === headerRows ? '#5b6770' : hairline),
  },
  moreRows: {
    ...cells,
    hLineWidth: (i, { table: { body } }) => (i === body.length ? 0 : 0.5),
    hLineColor: () => hairline,
  },
})

parentPort?.on('message', ({ id, ...request }: PdfRequest) => {
  void printPdf(request).then(
    (content) => answer({ id, content }),
    (error: unknown) => answer({ id, failure: error instanceof Error ? error.message : String(error) }),
  )
})

async function printPdf({ definition, pageLabel, subject }: Omit<PdfRequest, 'id'>): Promise<Uint8Array> {
  const margins = definition.pageMargins
  const side = Array.isArray(margins) ? (margins[0] ?? 40) : 40
  const footer = (page: number, pages: number) => ({
    columns: [
      { width: '*', text: subject },
      {
        width: 'auto',
        noWrap: true,
        text: (pageLabel ?? '').replace('{{page}}', String(page)).replace('{{pages}}', String(pages)),
      },
    ],
    columnGap: 16,
    fontSize: 8,
    color: '#5b6770',
    margin: [side, 10, side, 0] as [number, number, number, number],
  })
  const document = pdfmake.createPdf({ ...definition, ...(pageLabel !== undefined && { footer }) })
  return document.getBuffer()
}

function answer(message: PdfAnswer): void {
  parentPort?.postMessage(message)
}
