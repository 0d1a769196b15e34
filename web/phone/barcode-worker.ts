import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import program from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** An image to read, or none to report that the decoder is loaded. */
export type DecoderRequest = ImageData | null
export type DecoderAnswer = { codes: string[] } | { error: string }

// Without this the package loads its program from another site.
const ready = Promise.resolve(prepareZXingModule({ overrides: { locateFile: () => program }, fireImmediately: true }))

async function read(image: DecoderRequest): Promise<DecoderAnswer> {
  try {
    await ready
    if (image === null) return { codes: [] }
    const found = await readBarcodes(image, {
      formats: ['EAN13', 'EAN8', 'Code128', 'QRCode'],
      maxNumberOfSymbols: 4,
    })
    return { codes: found.filter(({ isValid }) => isValid).map(({ text }) => text) }
  } catch (error) {
    return { error: String(error) }
  }
}

self.addEventListener('message', ({ data }: MessageEvent<DecoderRequest>) => {
  void read(data).then((answer) => self.postMessage(answer))
})
