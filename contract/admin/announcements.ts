import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { audience, chosenDealer, period, periodStates, title } from './audience.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

export const announcementValues = z.object({
  title,
  html: z.string().check(z.maxLength(20_000)),
  isBanner: z.boolean(),
  ...period,
  audience,
})
export type AnnouncementValues = z.output<typeof announcementValues>

const head = {
  id: z.number(),
  title: z.string(),
  isBanner: z.boolean(),
  isForAll: z.boolean(),
  /** Chosen dealers. */
  dealerCount: z.number(),
  from: z.string(),
  until: z.nullable(z.string()),
  state: z.enum(periodStates),
  /** Users who have seen it. */
  seenCount: z.number(),
}
export const adminAnnouncement = z.object(head)
export type AdminAnnouncement = z.output<typeof adminAnnouncement>

export const listAllAnnouncements = endpoint({
  method: 'GET',
  path: '/yonetim/announcements',
  access: 'admin',
  area: 'catalog',
  summary: 'Announcements, newest first. q: title',
  query: z.object({ page: text, limit: text, q: text, sort: text }),
  reply: z.object({ ...paged, items: z.array(adminAnnouncement), q: z.string(), sort: z.literal('-date') }),
  errors: [],
})

export const announcementDetail = z.object({
  ...head,
  html: z.string(),
  revision: z.number(),
  dealers: z.array(chosenDealer),
  /** Who has seen it and when, the latest first; at most 500. */
  readers: z.array(
    z.object({
      user: z.string(),
      dealer: z.string(),
      dealerCode: z.string(),
      seenAt: z.string(),
      closedAt: z.nullable(z.string()),
    }),
  ),
})
export type AnnouncementDetail = z.output<typeof announcementDetail>

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/yonetim/announcements/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'One announcement with its dealers and who has seen it',
  params: rowParams,
  reply: announcementDetail,
  errors: ['announcement_not_found'],
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/yonetim/announcements',
  access: 'admin',
  area: 'catalog',
  summary: 'Writes an announcement',
  body: announcementValues,
  reply: announcementDetail,
  errors: ['audience_empty', 'audience_dealer_unknown', 'period_reversed'],
})

export const changeAnnouncement = endpoint({
  method: 'PATCH',
  path: '/yonetim/announcements/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes an announcement. `revision`: the one that was on screen',
  params: rowParams,
  body: z.object({ ...announcementValues.shape, revision: z.number().check(z.int()) }),
  reply: announcementDetail,
  errors: [
    'announcement_not_found',
    'announcement_changed',
    'audience_empty',
    'audience_dealer_unknown',
    'period_reversed',
  ],
})

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/yonetim/announcements/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Deletes an announcement',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['announcement_not_found'],
})
