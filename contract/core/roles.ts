import * as z from 'zod/mini'
import { dealerPermissions, staffPermissions } from '#domain/people/permissions.ts'

const typed = (max: number) => z.string().check(z.maxLength(max))

/** A role that a dealer or the shop has made; `users`: how many have it. */
export const ownRole = z.object({
  id: z.number(),
  name: z.string(),
  permissions: z.array(z.enum([...dealerPermissions, ...staffPermissions])),
  users: z.number(),
})
export type OwnRole = z.output<typeof ownRole>

export const ownRoles = z.object({ items: z.array(ownRole) })

/** As typed in the form. Seeing comes with changing. */
export const roleValues = z.strictObject({
  name: typed(500),
  permissions: z.array(typed(40)).check(z.maxLength(dealerPermissions.length + staffPermissions.length)),
})
export type RoleValues = z.output<typeof roleValues>

/** The value of a select for an own role. */
export const ownRoleKey = (id: number): string => `own-${id}`
