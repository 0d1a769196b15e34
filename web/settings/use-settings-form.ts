import { useState } from 'react'
import { changeSettings, type ListedSetting, listSettings } from '#contract/admin/settings.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { changesOf, type Drafts, withDraft, without } from './settings-form.ts'

/** The settings with unsaved values, which are lost only by saving or discarding. */
export function useSettingsForm(loaded: readonly ListedSetting[]) {
  const { t, formatQuantity } = useTranslation()
  const [items, setItems] = useState(loaded)
  const [drafts, setDrafts] = useState<Drafts>({})
  /** Messages of the server, by key. */
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  /** Keys that another user has saved since. */
  const [conflictingKeys, setConflictingKeys] = useState<ReadonlySet<string>>(new Set())
  const [isSaving, setSaving] = useState(false)

  function forget(key: string): void {
    setErrors((now) => without(now, key))
    setConflictingKeys((keys) => new Set([...keys].filter((other) => other !== key)))
  }

  function change(setting: ListedSetting, value: string | number | null): void {
    setDrafts((now) => withDraft(now, setting, value))
    if (!conflictingKeys.has(setting.key)) forget(setting.key)
  }

  function undo({ key }: ListedSetting): void {
    setDrafts((now) => without(now, key))
    forget(key)
  }

  function discard(): void {
    setDrafts({})
    setErrors({})
    setConflictingKeys(new Set())
  }

  /** Returns the refused keys. */
  async function save(): Promise<string[]> {
    if (isSaving) return []
    const changes = changesOf(items, drafts)
    setSaving(true)
    try {
      setItems((await call(changeSettings, { body: { changes } })).items)
      discard()
      notify.success(t('settings.screen.saved', { count: changes.length, number: formatQuantity(changes.length) }))
      return []
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors(error.fields)
      notify.error(error.message)
      if (error.code === 'settings_changed') await showConflicts(Object.keys(error.fields))
      return Object.keys(error.fields)
    } finally {
      setSaving(false)
    }
  }

  /** Shows other users' saved values next to the typed ones; saving again is then deliberate. */
  async function showConflicts(keys: string[]): Promise<void> {
    const fresh = await call(listSettings).catch(() => null)
    if (fresh === null) return
    setItems(fresh.items)
    setConflictingKeys(new Set(keys))
  }

  return { items, drafts, errors, conflictingKeys, isSaving, change, undo, discard, save }
}
export type SettingsForm = ReturnType<typeof useSettingsForm>
