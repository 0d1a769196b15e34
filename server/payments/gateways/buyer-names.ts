import type { Charge } from './gateway.ts'

/** A buyer's name in two parts, as providers demand: the last word is the surname. */
export function namesOf({ name }: Charge['buyer']): { name: string; surname: string } {
  const words = name.trim().split(/\s+/)
  return { name: words.slice(0, -1).join(' ') || name || '-', surname: words.at(-1) || '-' }
}
