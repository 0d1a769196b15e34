/** Reads a chosen picture: its preview (`data:` address) and the base64 content to send. */
export async function readPicture(file: File): Promise<{ preview: string; base64: string }> {
  const preview = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })
  return { preview, base64: preview.slice(preview.indexOf(',') + 1) }
}

/** Whether the browser can draw the file; false for a PDF and for a truncated picture. */
export async function isPicture(file: File): Promise<boolean> {
  const drawn = await createImageBitmap(file).catch(() => null)
  drawn?.close()
  return drawn !== null
}
