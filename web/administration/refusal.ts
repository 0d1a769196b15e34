/** Why something was not saved, and what is wrong with which field, by its path (`units.0.name`). */
export type Refusal = { text: string; fields: Readonly<Record<string, string>> }

/** The refusal without what it says of a field, of what that holds and of what holds it; null once no field is left to correct. */
export function withoutField(refusal: Refusal, field: string): Refusal | null {
  const stays = (path: string) => !`${path}.`.startsWith(`${field}.`) && !`${field}.`.startsWith(`${path}.`)
  const before = Object.entries(refusal.fields)
  const rest = before.filter(([path]) => stays(path))
  if (rest.length === before.length) return refusal
  return rest.length === 0 ? null : { ...refusal, fields: Object.fromEntries(rest) }
}
