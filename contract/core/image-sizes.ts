/** The width and height in pixels that an image is scaled to fit, with its own proportions. */
export type ImageBox = readonly [width: number, height: number]

/**
 * The sizes in which images are generated, each with its double for dense screens: suggestion and cart 48, phone rows
 * 96, list 80, grid 280 × 229, campaign 280 × 413, product page 340 × 222, gallery 800 × 600 (catalogue, section 9).
 */
export const imageBoxes: readonly ImageBox[] = [
  [48, 48],
  [80, 80],
  [96, 96],
  [160, 160],
  [192, 192],
  [280, 229],
  [340, 222],
  [280, 413],
  [560, 458],
  [680, 444],
  [560, 826],
  [800, 600],
  [1600, 1200],
]

/** The smallest size that covers width × height pixels, or else the largest. */
export function imageBoxFor(width: number, height: number): ImageBox {
  const covering = imageBoxes.filter((box) => box[0] >= width && box[1] >= height)
  return covering.toSorted((a, b) => a[0] * a[1] - b[0] * b[1])[0] ?? [1600, 1200]
}

/** The address of an image in a size, e.g. `/images/matkap.jpg?fit=280x229`. */
export function sizedImage(address: string, [width, height]: ImageBox): string {
  return `${address}?fit=${width}x${height}`
}

/** The size that an address's `fit` names; null if it is not one of `imageBoxes`. */
export function imageBoxNamed(fit: unknown): ImageBox | null {
  return imageBoxes.find(([width, height]) => fit === `${width}x${height}`) ?? null
}
