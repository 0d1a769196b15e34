export type FingerprintLine = { unitId: number; quantity: number }

/**
 * A short fingerprint of a cart, e.g. `2-1ftw6z-1k4v02`. The order of the lines does not matter. Orders and offers
 * carry the fingerprint of the cart on screen, so that a cart changed in another window is not ordered unseen. It is
 * not a secret: the owner of the cart may compute it.
 */
export function cartFingerprint(lines: readonly FingerprintLine[]): string {
  const text = lines
    .map(({ unitId, quantity }) => `${unitId}:${quantity}`)
    .toSorted()
    .join(' ')
  // FNV-1a with two start values: 64 bits make a collision within one user's carts negligible.
  const hash = (start: number): string => {
    let value = start
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01_00_01_93)
    return (value >>> 0).toString(36)
  }
  return `${lines.length}-${hash(0x81_1c_9d_c5)}-${hash(0x2f_0b_44_97)}`
}
