import type { Reply } from '#contract/core/endpoint.ts'
import { settingFields, shownSettings } from '#contract/admin/setting-fields.ts'
import { storeSettings } from '#contract/shop/settings.ts'
import { refuse } from '#contract/core/errors.ts'
import { changeSettings as changeSettingsCall, listSettings, uploadPicture } from '#contract/admin/settings.ts'
import { lastChanges } from '#server/audit/audit.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { changeSettings } from './change-settings.ts'
import { savePicture } from './pictures.ts'
import { loadCustomSettings } from './queries.ts'
import type { Store } from './store.ts'

/** The endpoints of administrators for settings. */
export function registerSettingsAdministration(
  calls: Calls,
  { pool, store, imagesFolder }: { pool: Pool; store: Store; imagesFolder: FileStore },
): void {
  handle(calls, listSettings, () => list(pool))

  handle(calls, uploadPicture, async ({ body }) => {
    const file = await savePicture(imagesFolder, body.picture)
    return file === null ? refuse('logo_invalid') : { file }
  })

  handle(calls, changeSettingsCall, async ({ body }, context) => {
    const changed = await changeSettings(pool, context, body.changes)
    if (!changed.ok) return changed
    await store.refresh()
    return list(pool)
  })
}

async function list(pool: Pool): Promise<Reply<typeof listSettings>> {
  const [rows, changes] = await Promise.all([
    loadCustomSettings(pool, shownSettings),
    lastChanges(pool, 'setting', shownSettings),
  ])
  const customByKey = new Map(rows.map((row) => [row.key, row]))
  const last = new Map(changes.map((change) => [change.noun_id, change]))
  return {
    items: shownSettings.map((key) => {
      const shape = storeSettings.shape[key]
      const defaultValue = shape.parse(undefined)
      const stored = shape.safeParse(customByKey.get(key)?.value)
      const isOwn = customByKey.has(key) && stored.success
      const change = last.get(key)
      return {
        key,
        value: settingFields[key].kind === 'secret' ? '' : isOwn ? stored.data : defaultValue,
        default: defaultValue,
        isOwn,
        stamp: customByKey.get(key)?.stamp ?? '',
        changed: change === undefined ? null : { at: change.at.toISOString(), user: change.user_name },
      }
    }),
  }
}
