import type { Json } from './json-message.ts'

/** A bank's answer that is cut at up to forty places. */
export function cutAnswers(text: string): string[] {
  const step = Math.max(1, Math.floor(text.length / 40))
  return Array.from({ length: Math.ceil(text.length / step) }, (_, index) => text.slice(0, index * step))
}

/** A JSON answer without each of its fields in turn, at every depth; `field` names the missing one. */
export function answersWithoutAField(answer: Json, path = ''): { field: string; answer: Json }[] {
  return Object.entries(answer).flatMap(([name, value]) => {
    const { [name]: _missing, ...others } = answer
    const items: readonly unknown[] = Array.isArray(value) ? value : [value]
    const inner = items.flatMap((item, index) =>
      typeof item === 'object' && item !== null
        ? answersWithoutAField(item as Json, `${path}${name}.`).map(({ field, answer: broken }) => {
            const changed: unknown = Array.isArray(value) ? items.with(index, broken) : broken
            return { field, answer: { ...answer, [name]: changed } }
          })
        : [],
    )
    return [{ field: path + name, answer: others }, ...inner]
  })
}
