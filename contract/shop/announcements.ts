import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'

/** Banners shown at once. */
export const bannersMax = 3
export const announcementsMax = 200

export const announcementBanner = z.object({
  id: z.number(),
  title: z.string(),
  /** Safe HTML. */
  html: z.string(),
})
export type AnnouncementBanner = z.output<typeof announcementBanner>

export const announcement = z.object({
  ...announcementBanner.shape,
  from: z.string(),
  until: z.nullable(z.string()),
  /** The user has not seen it before. */
  isNew: z.boolean(),
})
export type Announcement = z.output<typeof announcement>

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/account/announcements',
  access: 'dealer',
  needs: [],
  summary: 'Announcements of the store for the visitor’s dealer that are shown today, newest first',
  reply: z.object({ items: z.array(announcement) }),
  errors: [],
})

export const seeAnnouncement = endpoint({
  method: 'POST',
  path: '/api/account/announcements/:id/seen',
  access: 'dealer',
  needs: [],
  summary: 'The user has seen an announcement; with `isClosed` its banner is not shown again',
  params: rowParams,
  body: z.object({ isClosed: z.boolean() }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['announcement_not_found'],
})
