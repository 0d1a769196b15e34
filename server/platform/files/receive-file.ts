import type { Readable } from 'node:stream'

/** Reads an upload of at most `bytesMax` bytes; null if it has more. */
export async function receiveFile(source: Readable, bytesMax: number): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  // Keeps the stream open, so that the client of a too large upload still receives the response.
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    const piece = chunk as Buffer
    bytes += piece.length
    if (bytes > bytesMax) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Whether a file begins and ends like a PDF document. */
export function isPdf(content: Buffer): boolean {
  return content.subarray(0, 5).toString('latin1') === '%PDF-' && content.subarray(-1024).includes('%%EOF')
}
