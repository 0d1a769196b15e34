import type { PosChoices, PosDetail } from '#contract/admin/pos.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { SavedForm } from '#web/administration/saved-form.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { currencySymbol } from '#domain/text/format.ts'
import { AmountField } from '#web/product/amount-field.tsx'
import { BankField, CurrencyField, DraftFields, EnvironmentField, ModeField } from './pos-choice-fields.tsx'
import { PosFamilies } from './pos-families.tsx'
import type { PosDraft, PosFields } from './pos-fields.ts'
import { PosPicture } from './pos-picture.tsx'
import { PosSettings } from './pos-settings.tsx'

type PosFormProps = {
  form: PosFields
  adapter: PosDetail['adapter']
  choices: PosChoices
  /** Only for a new account. */
  draft?: PosDraft
  saveLabel?: string
  /** Whether the account has payments: values that their inquiries and refunds depend on cannot change. */
  isFrozen?: boolean
}

type TextName = 'name' | 'position'

/** An account's description and the fields of its protocol. */
export function PosForm({ form, adapter, choices, draft, saveLabel, isFrozen = false }: PosFormProps) {
  const { t } = useTranslation()
  const { values, errors, set } = form
  const textOf = (key: string) => t(`administration.pos.${key}`)
  const adapterNames = choices.adapters.find(({ name }) => name === adapter)
  const text = (name: TextName, most: number, hint?: string, inputMode?: 'numeric') => (
    <TextField
      label={textOf(`fields.${name}`)}
      name={name}
      maxLength={most}
      value={values[name]}
      error={errors[name]}
      autoComplete="off"
      {...(hint !== undefined && { hint })}
      {...(inputMode !== undefined && { inputMode })}
      onChange={({ target }) => set(name, target.value)}
    />
  )
  const amount = (name: 'minAmount' | 'maxAmount') => (
    <AmountField
      label={textOf(`fields.${name}`)}
      name={name}
      value={values[name]}
      error={errors[name]}
      hint={textOf(`hints.${name}`)}
      onChange={(value) => set(name, value)}
      end={<span className="pr-2.5 text-ink-2">{currencySymbol(values.currency)}</span>}
    />
  )
  return (
    <SavedForm form={form} {...(saveLabel !== undefined && { saveLabel })}>
      <AdminPanel title={textOf('parts.account')}>
        {isFrozen && <MessageStrip tone="info">{textOf('frozen')}</MessageStrip>}
        {draft !== undefined && <DraftFields draft={draft} adapter={adapter} choices={choices} errors={errors} />}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {text('name', 60, textOf('hints.name'))}
          <BankField form={form} choices={choices} />
          {adapterNames !== undefined && <ModeField form={form} modes={adapterNames.modes} isFrozen={isFrozen} />}
          {adapterNames !== undefined && (
            <CurrencyField form={form} currencies={adapterNames.currencies} isFrozen={isFrozen} />
          )}
          <EnvironmentField form={form} adapter={adapter} choices={choices} isFrozen={isFrozen} />
        </div>
        <PosFamilies
          chosen={values.families}
          known={choices.families}
          error={errors['families']}
          onChange={(families) => set('families', families)}
        />
      </AdminPanel>
      <AdminPanel title={textOf('parts.limits')}>
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {amount('minAmount')}
          {amount('maxAmount')}
          {text('position', 6, textOf('hints.position'), 'numeric')}
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <PosPicture form={form} name="logo" />
          <PosPicture form={form} name="image" />
        </div>
        <div>
          <Switch isOn={values.isDefault} onChange={(isOn) => set('isDefault', isOn)}>
            {textOf('fields.isDefault')}
          </Switch>
          <p className="text-12 text-ink-3">{textOf('hints.isDefault')}</p>
        </div>
      </AdminPanel>
      {adapterNames !== undefined && (
        <PosSettings form={form} adapter={adapterNames} publicUrl={choices.publicUrl} isFrozen={isFrozen} />
      )}
    </SavedForm>
  )
}
