/**
 * A copy in memory of its own, for bytes that are stored. What zlib returns, and short buffers of Node, are parts of blocks of
 * 64 kB, and each part that stays keeps its whole block.
 */
export function ownBytes(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
