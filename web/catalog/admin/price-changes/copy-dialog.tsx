import { useState } from 'react'
import { copyIntoChange } from '#contract/admin/price-change-steps.ts'
import { call } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PriceChangeDetail } from './price-change-detail.ts'
import { ChoiceField } from './choice-field.tsx'
import { type Scope, ScopeFields } from './scope-fields.tsx'
import { useStep } from './use-step.ts'

/** Takes the prices of another list into a draft. */
export function CopyDialog({ detail, onClose }: { detail: PriceChangeDetail; onClose(): void }) {
  const { t } = useTranslation()
  const { isBusy, failure, apply } = useStep(onClose)
  const others = detail.lists.filter(({ id }) => id !== detail.change.list.id)
  const [list, setList] = useState(String(others[0]?.id ?? detail.change.list.id))
  const [scope, setScope] = useState<Scope>({ brand: detail.brand, category: detail.category })
  const [removes, setRemoves] = useState(false)
  const save = () =>
    apply(() =>
      call(copyIntoChange, {
        params: { id: String(detail.change.id) },
        body: { revision: detail.change.revision, list: Number(list), removes, ...scope },
      }),
    )
  return (
    <FormDialog
      title={t('priceChanges.copy.title')}
      saveLabel={t('priceChanges.copy.apply')}
      isBusy={isBusy}
      size="lg"
      onSend={save}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      <ChoiceField label={t('priceChanges.copy.list')} value={list} onChange={setList}>
        {(others.length > 0 ? others : detail.lists).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </ChoiceField>
      <ScopeFields choices={detail} scope={scope} onChange={setScope} />
      <label className="flex min-h-11 items-center gap-2.5 text-13">
        <input
          type="checkbox"
          checked={removes}
          className="size-4 accent-brand"
          onChange={({ target }) => setRemoves(target.checked)}
        />
        {t('priceChanges.copy.removes')}
      </label>
    </FormDialog>
  )
}
