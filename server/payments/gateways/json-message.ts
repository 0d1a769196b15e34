export type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses a JSON object; null for anything else. */
export function readJson(text: string): Json | null {
  try {
    return jsonOf(JSON.parse(text))
  } catch {
    return null
  }
}

/** A value that is an object; null for anything else. */
export function jsonOf(value: unknown): Json | null {
  return isObject(value) ? value : null
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The objects of an array; none for anything else. */
export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter((item): item is Json => typeof item === 'object' && item !== null) : []
}

/** An object; an empty one for anything else. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}
