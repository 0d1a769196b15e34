import type { Refusal } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { formatsOf } from '#domain/text/format.ts'
import { unlessReadOnly } from '#server/platform/db/failure.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'

/** At most this many lines are listed; further ones are counted. */
const namedMax = 10

/** The part of a guest's line that was not merged into the user's cart, and why. */
export type UnmergedLine = { code: string; name: string; unit: string; quantity: number; refusal: Refusal }

/** Returns and clears the lines that were not merged at sign-in, one sentence each; later if the database is read-only. */
export async function takeUnmergedLines(pool: Pool, userId: number, locale: Locale): Promise<string[]> {
  const taking = pool.one<{ left_lines: UnmergedLine[] }>(
    `WITH taken AS (SELECT id, left_lines FROM carts WHERE user_id = $1 AND left_lines IS NOT NULL FOR UPDATE)
     UPDATE carts c SET left_lines = NULL FROM taken WHERE c.id = taken.id RETURNING taken.left_lines`,
    [userId],
    'cart_take_left',
  )
  const lines = (await unlessReadOnly(taking, undefined))?.left_lines ?? []
  const named = lines.slice(0, namedMax).map(({ code, name, unit, quantity, refusal }) => {
    const reason = translate(locale, `errors.${refusal.code}`, refusal.facts).replace(/\.$/, '')
    return `${code} ${name}: ${formatsOf(locale).formatQuantity(quantity)} ${unit} (${reason})`
  })
  const more = lines.length - named.length
  return more === 0 ? named : [...named, translate(locale, 'cart.mini.more', { count: more })]
}
