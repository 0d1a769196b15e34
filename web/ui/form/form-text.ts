/** What stands in the fields of a form, by their names: trimmed, '' where there is no such field. */
export function formTexts(form: FormData): (name: string) => string {
  return (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}
