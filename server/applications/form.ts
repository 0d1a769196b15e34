import * as z from 'zod/mini'
import { formMaxMs } from '#domain/applications/application.ts'
import { randomToken, seal, type Secret, unseal } from '#server/platform/http/secrets.ts'

const stored = z.object({ form: z.string().check(z.minLength(16), z.maxLength(64)), at: z.number() })
export type OpenForm = { form: string; ageMs: number }

/** The key of a new form: an id and the time, signed. */
export const newFormKey = (secret: Secret, now: Date): string =>
  seal(secret, { form: randomToken(18), at: now.getTime() })

/** Reads a form's key; null if it was not made here or has expired. */
export function openForm(secret: Secret, key: string, now: Date): OpenForm | null {
  const read = stored.safeParse(unseal(secret, key))
  if (!read.success) return null
  const ageMs = now.getTime() - read.data.at
  return ageMs > formMaxMs ? null : { form: read.data.form, ageMs }
}
