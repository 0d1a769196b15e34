import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

export const getBackups = endpoint({
  method: 'GET',
  path: '/yonetim/backups',
  access: 'admin',
  area: 'settings',
  summary:
    'The last good backup, what is wrong with the backups, a restore that nobody has acknowledged, and whether outside calls are off',
  reply: z.object({
    /** Null: there is none. */
    lastGood: z.nullable(z.string()),
    problems: z.array(z.enum(['failed', 'old'])),
    /** Why the last one failed. */
    error: z.nullable(z.string()),
    /** Whether this is a copy that makes no outside calls (`OUTSIDE_CALLS`). */
    outsideCallsOff: z.boolean(),
    restore: z.nullable(
      z.object({
        id: z.number(),
        /** Whether it was a backup of the shop; otherwise the database was recovered by other means. */
        isBackup: z.boolean(),
        /** The state that the shop went back to. */
        backupAt: z.string(),
        restoredAt: z.string(),
        /** How many emails wait until `toptan outbox release`; null: they have been released. */
        heldEmails: z.nullable(z.number()),
      }),
    ),
  }),
  errors: [],
})
export type Backups = z.output<typeof getBackups.reply>

export const acknowledgeRestore = endpoint({
  method: 'POST',
  path: '/yonetim/restores/:id/acknowledge',
  access: 'admin',
  area: 'settings',
  summary: 'Ends the notice about a restore',
  params: z.object({ id: z.string() }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['not_found'],
})
