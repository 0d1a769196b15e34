import * as z from 'zod/mini'
import { dealerValues, groupNames, priceListNames } from '#contract/admin/dealers.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowParams, rowNumber } from '#contract/core/row-id.ts'
import {
  applicationEvent,
  applicationFile,
  applicationNoteMax,
  applicationValues,
} from '#contract/shop/applications.ts'
import { textKind } from '#contract/shop/texts.ts'
import { applicationStates, businessKinds } from '#domain/applications/application.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const state = z.enum(applicationStates)

/** `waiting`: those that wait for the store, new or answered. */
export const applicationShows = ['waiting', ...applicationStates] as const

const head = {
  id: z.number(),
  applicationNo: z.string(),
  date: z.string(),
  state,
  company: z.string(),
  city: z.string(),
  taxNumber: z.string(),
  contactName: z.string(),
  business: z.enum(businessKinds),
  /** The representative who filed it; null for the applicant. */
  filedBy: z.nullable(z.string()),
  /** The applicant has yet to accept the texts; it cannot be approved before. */
  areTextsPending: z.boolean(),
}
export const listedApplication = z.object(head)
export type ListedApplication = z.output<typeof listedApplication>

export const listApplications = endpoint({
  method: 'GET',
  path: '/yonetim/applications',
  access: 'admin',
  area: 'people',
  summary:
    'Applications of companies that want to become dealers, newest first. q: number, company, person, email, tax number',
  query: z.object({ page: text, limit: text, state: text, q: text, from: text, to: text, sort: text }),
  reply: z.object({
    ...paged,
    items: z.array(listedApplication),
    state: z.nullable(z.enum(applicationShows)),
    q: z.string(),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    sort: z.literal('-date'),
    /** Texts that applicants accept but that the store has not published. */
    missingTexts: z.array(textKind),
  }),
  errors: [],
})

export const adminApplication = z.object({
  ...head,
  ...applicationValues.shape,
  locale: z.string(),
  files: z.array(applicationFile),
  texts: z.array(z.object({ kind: textKind, version: z.number(), at: z.string(), address: z.string() })),
  /** `author`: null for the applicant. */
  events: z.array(z.object({ ...applicationEvent.shape, author: z.nullable(z.string()) })),
  /** Other applications with this tax number, newest first. */
  others: z.array(z.object({ id: z.number(), applicationNo: z.string(), state })),
  dealer: z.nullable(z.object({ id: z.number(), code: z.string(), name: z.string() })),
  /** Existing dealers with this tax number. */
  knownDealers: z.array(z.object({ id: z.number(), code: z.string(), name: z.string() })),
  /** What approving proposes. */
  proposal: dealerValues,
  /** Who can be the dealer's representative. `byRegion`: whom the city in the application leads to. */
  representatives: z.object({
    items: z.array(z.object({ id: z.number(), name: z.string() })),
    proposed: z.nullable(z.number()),
    byRegion: z.nullable(z.object({ id: z.number(), name: z.string() })),
  }),
  priceLists: priceListNames,
  groups: groupNames,
  /** The applicant gets emails. */
  isMailed: z.boolean(),
})
export type AdminApplication = z.output<typeof adminApplication>

export const getAdminApplication = endpoint({
  method: 'GET',
  path: '/yonetim/applications/:id',
  access: 'admin',
  area: 'people',
  summary: 'One application with its documents, accepted texts and history',
  params: longRowParams,
  reply: adminApplication,
  errors: ['application_not_found'],
})

const noted = z.object({ note: z.string().check(z.maxLength(applicationNoteMax)) })

export const askApplicant = endpoint({
  method: 'POST',
  path: '/yonetim/applications/:id/ask',
  access: 'admin',
  area: 'people',
  summary: 'Asks the applicant by email, who answers on the page of the application',
  params: longRowParams,
  body: noted,
  reply: adminApplication,
  errors: ['application_not_found', 'application_changed', 'application_note_missing'],
})

export const refuseApplication = endpoint({
  method: 'POST',
  path: '/yonetim/applications/:id/refuse',
  access: 'admin',
  area: 'people',
  summary: 'Refuses an application with a reason, which is emailed',
  params: longRowParams,
  body: noted,
  reply: adminApplication,
  errors: ['application_not_found', 'application_changed', 'application_note_missing'],
})

/** `fields` of a refusal contains a message for each invalid field. */
export const approveApplication = endpoint({
  method: 'POST',
  path: '/yonetim/applications/:id/approve',
  access: 'admin',
  area: 'people',
  summary: 'Makes the dealer and its user, who is invited by email',
  params: longRowParams,
  /** `representativeId`: null leaves it to the dealer's province or region. */
  body: z.strictObject({ values: dealerValues, representativeId: z.optional(z.nullable(rowNumber)) }),
  /** `invitationLink`: set in a shop without a mail server. */
  reply: z.object({ ...adminApplication.shape, invitationLink: z.nullable(z.string()) }),
  errors: ['application_not_found', 'application_changed', 'application_texts_open', 'validation_failed'],
})
