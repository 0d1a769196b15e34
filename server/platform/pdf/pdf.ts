import { Worker } from 'node:worker_threads'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'

/**
 * A pdfmake document without functions, since it is sent to a worker. Images are `data:` URLs. Tables may use the layout
 * `rows`: a line below the head and hairlines between rows. `moreRows` continues such a table, without a head.
 */
export type PdfDefinition = TDocumentDefinitions
export type PdfRequest = { id: number; definition: PdfDefinition; pageLabel: string | undefined; subject: string }
export type PdfAnswer = { id: number; content: Uint8Array } | { id: number; failure: string }

export type PdfOptions = {
  /** At the right of every page's foot, e.g. `Sayfa {{page}} / {{pages}}`. */
  pageLabel?: string
  /** At its left: whose document this is, and which one. */
  subject?: string
  /** Timeout in milliseconds. */
  timeout?: number
}

type PendingPdf = { settle: PromiseWithResolvers<Buffer>; timer: NodeJS.Timeout }

// A thousand lines take about 60 MB.
const workerMegabytes = 512
let worker: Worker | null = null
let lastId = 0
const pending = new Map<number, PendingPdf>()

/** Creates a PDF in a worker: a hundred lines take about half a second. Throws if it fails or times out. */
export async function makePdf(definition: PdfDefinition, options: PdfOptions = {}): Promise<Buffer> {
  const { pageLabel, subject = '', timeout = 30_000 } = options
  lastId += 1
  const id = lastId
  const settle = Promise.withResolvers<Buffer>()
  const timer = setTimeout(() => failAll(new Error(`The PDF was not ready within ${timeout} ms.`)), timeout)
  pending.set(id, { settle, timer })
  try {
    worker ??= startWorker()
    worker.postMessage({ id, definition, pageLabel, subject } satisfies PdfRequest)
    return await settle.promise
  } finally {
    clearTimeout(timer)
    pending.delete(id)
  }
}

/** One worker creates all documents, one at a time, and does not keep the process alive. */
function startWorker(): Worker {
  const started = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: workerMegabytes },
    execArgv: [],
  })
  started.on('message', (answer: PdfAnswer) => {
    const settle = pending.get(answer.id)?.settle
    if ('content' in answer) settle?.resolve(Buffer.from(answer.content))
    else settle?.reject(new Error(`Could not create the PDF: ${answer.failure}`))
  })
  started.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))))
  started.unref()
  return started
}

/** Stops the worker; the next document starts a new one. */
function failAll(reason: Error): void {
  void worker?.terminate()
  worker = null
  for (const { settle } of pending.values()) settle.reject(reason)
}
