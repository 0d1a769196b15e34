import sharp from 'sharp'

/** A photo of one colour. */
export const blankPhoto = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c00' } })

/** Data that no camera writes and that must not remain in a photo. */
export const secretPlace = 'Atölyenin yeri 41.0082 N'

export async function photoWithPlace(): Promise<Buffer> {
  return blankPhoto(60, 40)
    .withExif({ IFD0: { Copyright: secretPlace } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** A file of a few bytes that claims 60,000 × 60,000 pixels. */
export function bombPhoto(): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(60_000, 0)
  size.writeUInt32BE(60_000, 4)
  const head = Buffer.concat([Buffer.from('IHDR'), size, Buffer.from([8, 2, 0, 0, 0])])
  const chunk = Buffer.alloc(8 + head.length)
  chunk.writeUInt32BE(13, 0)
  head.copy(chunk, 4)
  chunk.writeUInt32BE(checksum(head), 4 + head.length)
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk, Buffer.alloc(64)])
}

function checksum(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let i = 0; i < 8; i += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
