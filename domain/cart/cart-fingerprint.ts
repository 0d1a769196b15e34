export type FingerprintLine = { unitId: number; quantity: number }

/**
 * A short mark of what a cart holds, e.g. `2-1ftw6z-1k4v02`: the same units in the same quantities, in whatever order, have
 * the same one. Orders and offers carry the mark of the cart that was on screen, so that a cart which another window changed
 * is not ordered unseen. No secret: whoever owns the cart may know and make it.
 */
export function cartFingerprint(lines: readonly FingerprintLine[]): string {
  const text = lines
    .map(({ unitId, quantity }) => `${unitId}:${quantity}`)
    .toSorted()
    .join(' ')
  // FNV-1a from two beginnings: 64 bits, which two carts of one person do not share by chance.
  const hash = (start: number): string => {
    let value = start
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01_00_01_93)
    return (value >>> 0).toString(36)
  }
  return `${lines.length}-${hash(0x81_1c_9d_c5)}-${hash(0x2f_0b_44_97)}`
}
