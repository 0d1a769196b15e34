/** Copies a text; without https there is no clipboard, and the field that shows it is copied from as of old. */
export async function copyText(text: string, field: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field?.focus()
    field?.select()
    return document.execCommand('copy')
  }
}
