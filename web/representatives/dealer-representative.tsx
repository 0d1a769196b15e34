import { useState } from 'react'
import { type DealerChoice, setDealerRepresentative } from '#contract/admin/representatives.ts'
import { salesPersonPath } from '#contract/core/representative-pages.ts'
import { Link } from '#web/ui/link.tsx'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Chooses the representative of a dealer; saved at once. */
export function DealerRepresentative({ id, choice }: { id: number; choice: DealerChoice }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { isBusy, run } = useAdminCall()
  const [{ items, chosen, byRegion }, setChoice] = useState(choice)
  async function choose(value: string): Promise<void> {
    const body = { userId: value === '' ? null : Number(value) }
    const saved = await run(setDealerRepresentative, { params: { id: String(id) }, body })
    if (saved === null) return
    setChoice(saved)
    notify.success(t('people.saved'), { id: 'people' })
  }
  const person = chosen ?? byRegion?.id
  return (
    <AdminPanel
      title={t('representatives.dealer.title')}
      end={
        person !== undefined && (
          <Link to={salesPersonPath(person)} className="text-13 text-brand-ink hover:underline">
            {t('representatives.dealer.open')}
          </Link>
        )
      }
    >
      <Field label={t('representatives.dealer.label')} hint={t('representatives.dealer.hint')} className="max-w-120">
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={chosen ?? ''}
            disabled={isBusy || user?.permissions.includes('sales:write') !== true}
            onChange={({ target }) => void choose(target.value)}
          >
            <option value="">
              {byRegion === null
                ? t('representatives.dealer.none')
                : t('representatives.dealer.byRegion', { name: byRegion.name })}
            </option>
            {items.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </AdminPanel>
  )
}
