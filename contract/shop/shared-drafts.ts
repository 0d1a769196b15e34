import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { draftLines } from './order-pad.ts'

/** How long a link of shared lines works. */
export const sharedDraftDays = 30
export const sharedTitleMax = 80
export const shareDraft = endpoint({
  method: 'POST',
  path: '/api/catalog/shared-drafts',
  access: 'dealer',
  needs: [],
  summary: 'Makes a link by which users of the same dealer open a copy of lines on the order pad',
  body: z.strictObject({
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(sharedTitleMax)),
    lines: draftLines.check(z.minLength(1)),
  }),
  reply: z.object({ token: z.string() }),
  errors: [],
})

export const getSharedDraft = endpoint({
  method: 'GET',
  path: '/api/catalog/shared-drafts/:token',
  access: 'dealer',
  needs: [],
  summary: 'Lines that a colleague has passed on by a link',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  reply: z.object({ title: z.string(), owner: z.string(), lines: draftLines, createdAt: z.string() }),
  errors: ['shared_draft_unknown'],
})
