/** Why a form was not saved, with the problem of each field by its path (`units.0.name`). */
export type Refusal = { text: string; fields: Readonly<Record<string, string>> }

/** Removes the messages of a field, of its parents and of its children; null when no field is left to correct. */
export function withoutField(refusal: Refusal, field: string): Refusal | null {
  const isUnaffected = (path: string) => !`${path}.`.startsWith(`${field}.`) && !`${field}.`.startsWith(`${path}.`)
  const before = Object.entries(refusal.fields)
  const remaining = before.filter(([path]) => isUnaffected(path))
  if (remaining.length === before.length) return refusal
  return remaining.length === 0 ? null : { ...refusal, fields: Object.fromEntries(remaining) }
}
