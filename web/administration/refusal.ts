/** Why a form was not saved, with the problem of each field by its path (`units.0.name`). */
export type Refusal = { text: string; fields: Readonly<Record<string, string>> }

/** Removes the messages of a field, of its parents and of its children; null when no field is left to correct. */
export function withoutField(refusal: Refusal, field: string): Refusal | null {
  const stays = (path: string) => !`${path}.`.startsWith(`${field}.`) && !`${field}.`.startsWith(`${path}.`)
  const before = Object.entries(refusal.fields)
  const rest = before.filter(([path]) => stays(path))
  if (rest.length === before.length) return refusal
  return rest.length === 0 ? null : { ...refusal, fields: Object.fromEntries(rest) }
}
