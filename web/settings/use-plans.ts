import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { listPlans, type ManagedPlan, savePlans } from '#contract/admin/plans.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The plans as typed; after saving, as saved. */
export function usePlans(loaded: Reply<typeof listPlans>) {
  const { t } = useTranslation()
  const [savedPlans, setSavedPlans] = useState(loaded)
  const [items, setItems] = useState(loaded.items)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  /** Another user saved first: saving again is then deliberate. */
  const [hasConflict, setConflict] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const isChanged = JSON.stringify(items) !== JSON.stringify(savedPlans.items)

  function change(key: ManagedPlan['key'], part: Partial<ManagedPlan>): void {
    // At most one default: choosing it here clears the others.
    const others = part.isDefault === true ? { isDefault: false } : {}
    setItems((now) => now.map((plan) => (plan.key === key ? { ...plan, ...part } : { ...plan, ...others })))
    setErrors({})
  }

  function discard(): void {
    setItems(savedPlans.items)
    setErrors({})
    setConflict(false)
  }

  async function save(): Promise<void> {
    if (isSaving) return
    setSaving(true)
    try {
      const saved = await call(savePlans, { body: { items, stamp: savedPlans.stamp } })
      setSavedPlans(saved)
      setItems(saved.items)
      setErrors({})
      setConflict(false)
      notify.success(t('administration.plans.saved'))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors(error.fields)
      notify.error(error.message)
      if (error.code === 'settings_changed') await reloadSaved()
    } finally {
      setSaving(false)
    }
  }

  async function reloadSaved(): Promise<void> {
    const fresh = await call(listPlans).catch(() => null)
    if (fresh === null) return
    setSavedPlans(fresh)
    setConflict(true)
  }
  return { savedPlans: savedPlans.items, items, errors, hasConflict, isChanged, isSaving, change, discard, save }
}
export type Plans = ReturnType<typeof usePlans>
