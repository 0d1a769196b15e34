import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { textKind } from '#contract/shop/texts.ts'

export const textHtmlMax = 100_000

/** The current version; null before the first one. */
const current = {
  kind: textKind,
  version: z.nullable(z.number()),
  publishedAt: z.nullable(z.string()),
}
/** Applicants who have accepted a version. */
const acceptances = z.number()

export const adminListedText = z.object({ ...current, acceptances })
export type AdminListedText = z.output<typeof adminListedText>

export const listAllTexts = endpoint({
  method: 'GET',
  path: '/yonetim/texts',
  access: 'admin',
  area: 'settings',
  summary: 'The texts of the store with their current versions',
  reply: z.object({ items: z.array(adminListedText) }),
  errors: [],
})

export const adminText = z.object({
  ...current,
  html: z.string(),
  /** The translation; '' = none. */
  htmlEn: z.string(),
  /** Newest first. */
  versions: z.array(
    z.object({ version: z.number(), publishedAt: z.string(), author: z.nullable(z.string()), acceptances }),
  ),
  /** Who has accepted which version, the latest first; at most 200. */
  accepted: z.array(
    z.object({
      applicationId: z.number(),
      applicationNo: z.string(),
      company: z.string(),
      name: z.string(),
      email: z.string(),
      version: z.number(),
      locale: z.string(),
      at: z.string(),
      address: z.string(),
    }),
  ),
})
export type AdminText = z.output<typeof adminText>

const params = z.object({ kind: textKind })

export const getAdminText = endpoint({
  method: 'GET',
  path: '/yonetim/texts/:kind',
  access: 'admin',
  area: 'settings',
  summary: 'One text with its versions and who has accepted them',
  params,
  reply: adminText,
  errors: [],
})

export const publishText = endpoint({
  method: 'POST',
  path: '/yonetim/texts/:kind',
  access: 'admin',
  area: 'settings',
  summary: 'Publishes a new version of a text. `version`: the one that was on screen, null before the first one',
  params,
  body: z.object({
    html: z.string().check(z.maxLength(textHtmlMax)),
    htmlEn: z.string().check(z.maxLength(textHtmlMax)),
    version: z.nullable(z.number().check(z.int())),
  }),
  reply: adminText,
  errors: ['text_changed', 'text_unchanged', 'text_empty'],
})
