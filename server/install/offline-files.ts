import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Addresses of the built scripts; names change with the content. */
export type DeviceScripts = { serviceWorker: string; offlinePage: string }

/** What the page without a connection needs besides its script. */
export type OfflineFiles = {
  fonts: string[]
  /** The decoder for browsers that read no barcodes themselves. */
  decoder: string[]
}

export async function findOfflineFiles(folder: string): Promise<OfflineFiles> {
  const names = await readdir(join(folder, 'assets'))
  const find = (pattern: RegExp) => names.filter((name) => pattern.test(name)).map((name) => `/assets/${name}`)
  return {
    fonts: find(/^inter-(latin|turkish)-[\w-]{7,8}\.woff2$/),
    decoder: find(/^(barcode-worker-[\w-]+\.js|zxing_reader-[\w-]+\.wasm)$/),
  }
}

/**
 * The script at /sw.js. It names what the service worker stores and changes with it, which makes browsers update: the worker
 * itself is imported under its hashed name.
 */
export function serviceWorkerScript(
  { serviceWorker, offlinePage }: DeviceScripts,
  { fonts, decoder }: OfflineFiles,
  { path: pagePath, html: page }: { path: string; html: string },
): string {
  const stored = { page: pagePath, files: [offlinePage, ...fonts], decoder }
  const version = createHash('sha256')
    .update(JSON.stringify([serviceWorker, stored, page]))
    .digest('hex')
    .slice(0, 16)
  return `self.toptanOffline=${JSON.stringify({ version, ...stored })};importScripts(${JSON.stringify(serviceWorker)})\n`
}
