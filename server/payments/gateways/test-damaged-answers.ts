/** Copies of a JSON answer, each with one object's field removed, at any depth. `field` is its path. */
export function withoutFields(answer: unknown, path: readonly string[] = []): { field: string; answer: unknown }[] {
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) => {
    const replaced = (changed: unknown) => {
      const copy: unknown = structuredClone(answer)
      Object.assign(copy as object, { [name]: changed })
      return copy
    }
    const { [name]: _removed, ...others } = answer as Record<string, unknown>
    const own = Array.isArray(answer) ? [] : [{ field: [...path, name].join('.'), answer: others as unknown }]
    const inner = withoutFields(value, [...path, name])
    return [...own, ...inner.map(({ field, answer: changed }) => ({ field, answer: replaced(changed) }))]
  })
}

/** The beginnings of an answer that was cut off at these shares of its length. */
export function cutOff(text: string, shares: readonly number[] = [0, 0.1, 0.5, 0.9, 0.99]): string[] {
  return shares.map((share) => text.slice(0, Math.floor(text.length * share)))
}
