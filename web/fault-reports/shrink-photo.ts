/** Maximum side of a sent photo and of its preview, in pixels. */
const sides = { sent: 2000, preview: 200 }
/** A photo of at most this many bytes is sent unchanged. */
const smallBytes = 1_000_000

export type ShrunkPhoto = { blob: Blob; preview: string | null }

/**
 * Shrinks a photo for slow connections. A photo that the browser cannot open is sent unchanged, and the server reports
 * why.
 */
export async function shrinkPhoto(file: File): Promise<ShrunkPhoto> {
  try {
    const bitmap = await createImageBitmap(file)
    const preview = drawn(bitmap, sides.preview).toDataURL('image/jpeg', 0.7)
    const small = file.size <= smallBytes ? null : await jpegOf(drawn(bitmap, sides.sent))
    bitmap.close()
    return { blob: small !== null && small.size < file.size ? small : file, preview }
  } catch {
    return { blob: file, preview: null }
  }
}

function drawn(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}
