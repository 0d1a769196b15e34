import type { DecoderAnswer, DecoderRequest } from './barcode-worker.ts'
// oxlint-disable-next-line import/default -- the bundler makes the address the default export
import decoder from './barcode-worker.ts?worker&url'

/** Reads the barcodes in the current picture of a video. */
export type Detector = { read(video: HTMLVideoElement): Promise<string[]>; close(): void }

type NativeDetector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type NativeDetectors = {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

const formats = ['ean_13', 'ean_8', 'code_128', 'qr_code']
/** Larger pictures take longer and show no more bars. */
const widthMax = 1024

/** The browser’s own detector if it reads all formats, otherwise one that is loaded. Rejects if it cannot be loaded. */
export async function createDetector(): Promise<Detector> {
  return (await createNative()) ?? createDecoder()
}

async function createNative(): Promise<Detector | null> {
  const { BarcodeDetector } = window as { BarcodeDetector?: NativeDetectors }
  if (BarcodeDetector === undefined) return null
  const supported = await BarcodeDetector.getSupportedFormats().catch((): string[] => [])
  if (!formats.every((format) => supported.includes(format))) return null
  const detector = new BarcodeDetector({ formats })
  return {
    read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
    close: () => {},
  }
}

/** Decodes in a worker: the page stays responsive, and only the worker may run WebAssembly. */
async function createDecoder(): Promise<Detector> {
  const worker = new Worker(decoder)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })

  let settle: { resolve(codes: string[]): void; reject(error: Error): void } | null = null
  worker.addEventListener('message', ({ data }: MessageEvent<DecoderAnswer>) => {
    if ('codes' in data) settle?.resolve(data.codes)
    else settle?.reject(new Error(data.error))
  })
  worker.addEventListener('error', ({ message }) => settle?.reject(new Error(message)))

  /** One request at a time. */
  function send(request: DecoderRequest): Promise<string[]> {
    return new Promise((resolve, reject) => {
      settle = { resolve, reject }
      worker.postMessage(request, request === null ? [] : [request.data.buffer])
    })
  }
  await send(null)
  return {
    async read(video) {
      const scale = Math.min(1, widthMax / video.videoWidth)
      canvas.width = Math.round(video.videoWidth * scale)
      canvas.height = Math.round(video.videoHeight * scale)
      if (context === null || canvas.width === 0 || canvas.height === 0) return []
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      return send(context.getImageData(0, 0, canvas.width, canvas.height))
    },
    close: () => worker.terminate(),
  }
}
