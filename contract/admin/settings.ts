import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'

const value = z.union([z.string(), z.number()])

export const listedSetting = z.object({
  key: z.string(),
  /** Empty for secrets, which never leave the server. */
  value,
  default: value,
  /** Whether the setting has a value other than its default. */
  isOwn: z.boolean(),
  /** Identifies the state that a change is based on. */
  stamp: z.string(),
  /** The newest change, or null. `user` null means the command line. */
  changed: z.nullable(z.object({ at: z.string(), user: z.nullable(z.string()) })),
})
export type ListedSetting = z.output<typeof listedSetting>

const reply = z.object({ items: z.array(listedSetting) })

export const listSettings = endpoint({
  method: 'GET',
  path: '/yonetim/settings',
  access: 'admin',
  area: 'settings',
  summary: 'All settings of the store with their last changes',
  reply,
  errors: [],
})

/** Maximum size of a picture's file in bytes. Encoded as base64 it fits into a request. */
export const pictureBytesMax = 700 * 1024

/** The setting itself changes when it is saved with this name. */
export const uploadPicture = endpoint({
  method: 'POST',
  path: '/yonetim/settings/pictures',
  access: 'admin',
  area: 'settings',
  storesFiles: true,
  summary: 'Stores a picture (base64), re-encoded, for a setting; returns its file name',
  body: z.strictObject({ picture: z.string().check(z.maxLength(Math.ceil(pictureBytesMax / 3) * 4)) }),
  reply: z.object({ file: z.string() }),
  errors: ['logo_invalid'],
})

export const settingChange = z.object({
  key: z.string().check(z.maxLength(100)),
  /** Null resets the setting to its default. */
  value: z.nullable(z.union([z.string().check(z.maxLength(5000)), z.number()])),
  stamp: z.string().check(z.maxLength(100)),
})
export type SettingChange = z.output<typeof settingChange>

/**
 * All settings or none. `fields` of a refusal contains a message by key for each setting whose value is invalid (422)
 * or was changed by another user (409).
 */
export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/yonetim/settings',
  access: 'admin',
  area: 'settings',
  summary: 'Changes settings of the store',
  body: z.strictObject({ changes: z.array(settingChange).check(z.minLength(1), z.maxLength(100)) }),
  reply,
  errors: ['validation_failed', 'setting_unknown', 'settings_changed'],
})
