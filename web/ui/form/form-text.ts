/** Reads a form's fields by name: trimmed, '' for a missing field. */
export function formTexts(form: FormData): (name: string) => string {
  return (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}
