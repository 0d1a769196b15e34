import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { locale } from '#contract/visitor.ts'
import type { CallContext, Choices } from './context.ts'

const shapes: { [Key in keyof Choices]-?: z.ZodMiniType<Choices[Key]> } = {
  productListView: z.enum(['grid', 'list']),
  showNotInStocks: z.enum(['0', '1']),
  defaultCurrency: z.number(),
  branch: z.number(),
  locale,
}

/** Choices as they were kept in a cookie or a column; what no longer fits its shape counts as not chosen. */
export function parseChoices(value: unknown): Choices {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).filter(
    ([key, chosen]) => key in shapes && shapes[key as keyof Choices].safeParse(chosen).success,
  )
  return Object.fromEntries(entries) as Choices
}

export const guestCookieName = 'toptan_choices'
const yearInSeconds = 365 * 24 * 60 * 60

/** A guest's choices live in a signed cookie: there is no session row before sign-in. */
export type GuestCookie = {
  /** Empty where the cookie is missing, tampered with or signed with another secret. */
  read(cookie: string | undefined): Choices
  save(context: Pick<CallContext, 'setCookie'>, choices: Choices): void
}

export function createGuestCookie(secret: string): GuestCookie {
  const sign = (payload: string) => createHmac('sha256', secret).update(`choices:${payload}`).digest()
  return {
    read(cookie) {
      const [payload = '', signature = ''] = cookie?.split('.') ?? []
      const given = Buffer.from(signature, 'base64url')
      const wanted = sign(payload)
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return {}
      try {
        return parseChoices(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
      } catch {
        return {}
      }
    },
    save(context, choices) {
      const payload = Buffer.from(JSON.stringify(choices)).toString('base64url')
      const value = `${payload}.${sign(payload).toString('base64url')}`
      context.setCookie(guestCookieName, value, { maxAge: yearInSeconds, httpOnly: true })
    },
  }
}
