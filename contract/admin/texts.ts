import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { textKind } from '#contract/shop/texts.ts'

export const textHtmlMax = 100_000
export const textSummaryMax = 1000

/** The current version; null before the first one. */
const current = {
  kind: textKind,
  version: z.nullable(z.number()),
  publishedAt: z.nullable(z.string()),
}
/** Users and applicants who have accepted a version. */
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
    z.object({
      version: z.number(),
      publishedAt: z.string(),
      author: z.nullable(z.string()),
      acceptances,
      mustAccept: z.boolean(),
      acceptUntil: z.nullable(z.string()),
      summary: z.string(),
    }),
  ),
  /** Users who still have to accept the version that dealers must accept. */
  waiting: z.number(),
})
export type AdminText = z.output<typeof adminText>

const params = z.object({ kind: textKind })

export const getAdminText = endpoint({
  method: 'GET',
  path: '/yonetim/texts/:kind',
  access: 'admin',
  area: 'settings',
  summary: 'One text with its versions',
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
    /** Dealers have to accept it; until the days of the setting `textGraceDays` have passed they can order without it. */
    mustAccept: z.optional(z.boolean()),
    /** What is new, for those who accept it. */
    summary: z.optional(z.string().check(z.maxLength(textSummaryMax))),
    summaryEn: z.optional(z.string().check(z.maxLength(textSummaryMax))),
  }),
  reply: adminText,
  errors: ['text_changed', 'text_unchanged', 'text_empty'],
})

export const acceptanceShows = ['accepted', 'waiting'] as const

export const listedAcceptance = z.object({
  kind: textKind,
  version: z.number(),
  /** null: not yet. */
  at: z.nullable(z.string()),
  address: z.string(),
  locale: z.string(),
  userId: z.nullable(z.number()),
  /** Accepted with this application. */
  applicationId: z.nullable(z.number()),
  name: z.string(),
  email: z.string(),
  company: z.string(),
})
export type ListedAcceptance = z.output<typeof listedAcceptance>

const filter = z.optional(z.string().check(z.maxLength(200)))

/** Filters: `show`, `kind`, `version`, `q` (parts of name, email and company). */
export const listAcceptances = endpoint({
  method: 'GET',
  path: '/yonetim/text-acceptances',
  access: 'admin',
  area: 'settings',
  summary: 'Who has accepted which version of a text, the latest first; or who still has to',
  query: z.object({ page: filter, limit: filter, show: filter, kind: filter, version: filter, q: filter }),
  reply: z.object({
    items: z.array(listedAcceptance),
    ...paged,
    show: z.enum(acceptanceShows),
    kind: z.nullable(textKind),
    version: z.nullable(z.string()),
    q: z.string(),
    sort: z.literal('-date'),
  }),
  errors: [],
})
