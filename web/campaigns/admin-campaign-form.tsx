import type { ComponentProps } from 'react'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import type { CampaignValues, OfferedProduct } from '#contract/admin/campaigns.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { SavedForm } from '#web/administration/saved-form.tsx'
import type { SavedFields } from '#web/administration/use-saved-form.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ChosenProducts } from './admin-chosen-products.tsx'
import { ProductChooser } from './admin-product-chooser.tsx'
import { useChosenProducts } from './admin-chosen.ts'

type CampaignFormProps = {
  form: SavedFields<CampaignValues>
  /** The campaign's saved products. */
  saved: readonly OfferedProduct[]
  saveLabel?: string
}

type TextName = Exclude<keyof CampaignValues, 'isActive' | 'codes'>

/** Form of a campaign: its terms, its dates, and its products with their prices before and after. */
export function CampaignForm({ form, saved, saveLabel }: CampaignFormProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const { values, errors, set } = form
  const label = (name: string) => t(`campaignAdmin.fields.${name}`)
  const chosen = useChosenProducts({ codes: values.codes, saved, onChange: (codes) => set('codes', codes) })
  const text = (
    name: TextName,
    more: Pick<ComponentProps<typeof TextField>, 'hint' | 'type' | 'inputMode' | 'maxLength'> = {},
  ) => {
    const shown = (value: string) => (more.inputMode === 'decimal' ? fieldNumber(value) : value)
    return (
      <TextField
        label={label(name)}
        name={name}
        value={shown(values[name])}
        error={errors[name]}
        autoComplete="off"
        maxLength={30}
        onChange={({ target }) => set(name, shown(target.value))}
        {...more}
      />
    )
  }
  return (
    <SavedForm form={form} saveLabel={saveLabel}>
      <AdminPanel title={t('campaignAdmin.parts.terms')}>
        {text('name', { maxLength: 100 })}
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {text('discount', { inputMode: 'decimal', hint: t('campaignAdmin.hints.discount') })}
          {text('position', { inputMode: 'numeric', hint: t('campaignAdmin.hints.position') })}
          {text('rowCount', { inputMode: 'numeric' })}
        </div>
        <div>
          <Switch
            isOn={values.isActive}
            aria-label={label('isActive')}
            aria-describedby="campaign-active"
            onChange={(isOn) => set('isActive', isOn)}
          >
            <span className="font-medium text-ink">{label('isActive')}</span>
          </Switch>
          <p id="campaign-active" className="mt-1 text-12 text-ink-3">
            {t('campaignAdmin.hints.isActive')}
          </p>
        </div>
      </AdminPanel>
      <AdminPanel title={t('campaignAdmin.parts.days')}>
        <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
          {text('startDay', { type: 'date' })}
          {text('startTime', { type: 'time' })}
          {text('endDay', { type: 'date' })}
          {text('endTime', { type: 'time' })}
        </div>
        <p className="text-12 text-ink-3">{t('campaignAdmin.hints.days')}</p>
      </AdminPanel>
      <AdminPanel title={t('campaignAdmin.parts.products')}>
        <ProductChooser chosen={chosen} />
        {errors['codes'] !== undefined && (
          <p role="alert" className="text-13 text-danger [overflow-wrap:anywhere]">
            {errors['codes']}
          </p>
        )}
        <ChosenProducts chosen={chosen} discount={values.discount} />
      </AdminPanel>
    </SavedForm>
  )
}
