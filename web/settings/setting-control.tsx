import { choiceName, type SettingField, settingFields } from '#contract/admin/setting-fields.ts'
import { useFieldNumber } from '#web/app/use-field-number.ts'
import type { ListedSetting } from '#contract/admin/settings.ts'
import { readTypedAmount, writeAmount } from '#domain/money/typed-amount.ts'
import { classes } from '#web/ui/classes.ts'
import { Select } from '#web/ui/form/select.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AmountInput } from '#web/product/amount-field.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { keyOf } from './settings-form.ts'

type FieldAttributes = {
  id: string
  'aria-labelledby': string
  'aria-describedby': string
  'aria-invalid': true | undefined
}
type ControlProps = {
  setting: ListedSetting
  value: string | number
  fieldProps: FieldAttributes
  onChange(value: string | number): void
}

/** The field of a setting, by its kind; social links have their own. */
export function SettingControl({ setting, value, fieldProps, onChange }: ControlProps) {
  const { t } = useTranslation()
  const field = settingFields[keyOf(setting)]
  if (field.kind === 'flag') {
    const { 'aria-invalid': _, ...named } = fieldProps
    return (
      <Switch {...named} isOn={value === '1'} onChange={(isOn) => onChange(isOn ? '1' : '0')}>
        {t(value === '1' ? 'settings.screen.on' : 'settings.screen.off')}
      </Switch>
    )
  }
  if (field.kind === 'choice') {
    return (
      <Select
        {...fieldProps}
        size="card"
        className="w-full"
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {field.values.map((each) => (
          <option key={each} value={each}>
            {t(`settings.choices.${setting.key}.${choiceName(each)}`)}
          </option>
        ))}
      </Select>
    )
  }
  if (field.kind === 'bank' || field.kind === 'holidays' || (field.kind === 'text' && field.isLong)) {
    return (
      <textarea
        {...fieldProps}
        rows={3}
        maxLength={field.max}
        {...(field.kind === 'bank' && { placeholder: t('settings.screen.bankHint') })}
        {...(field.kind === 'holidays' && { placeholder: t('settings.screen.holidaysHint') })}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="field block w-full px-2.5 py-2 text-13 max-sm:text-15"
      />
    )
  }
  if (field.kind === 'color')
    return <ColorControl setting={setting} value={value} fieldProps={fieldProps} onChange={onChange} />
  if (field.kind === 'number' && field.unit === 'lira') {
    return <LiraControl setting={setting} value={value} fieldProps={fieldProps} onChange={onChange} />
  }
  return (
    <div>
      <TypedControl setting={setting} value={value} fieldProps={fieldProps} onChange={onChange} />
      {field.kind === 'picture' && <PictureUpload file={String(value)} onChange={onChange} />}
    </div>
  )
}

const inputClasses = 'field h-9 w-full px-2.5 text-13 max-sm:h-11 max-sm:text-15 pointer-coarse:min-h-11'

type InputAttributes = {
  type: string
  inputMode?: 'decimal' | 'numeric' | 'url'
  maxLength?: number
  autoComplete?: string
}

function inputAttributes(field: SettingField): InputAttributes {
  if (field.kind === 'number') return { type: 'text', inputMode: field.isWhole ? 'numeric' : 'decimal', maxLength: 20 }
  const maxLength = 'max' in field ? { maxLength: field.max } : {}
  if (field.kind === 'email') return { type: 'email', ...maxLength }
  if (field.kind === 'phone') return { type: 'tel', ...maxLength }
  if (field.kind === 'digits') return { type: 'text', inputMode: 'numeric', ...maxLength }
  if (field.kind === 'address') return { type: 'text', inputMode: 'url', ...maxLength }
  if (field.kind === 'secret') return { type: 'password', autoComplete: 'new-password', ...maxLength }
  return { type: 'text', ...maxLength }
}

function LiraControl({ value, fieldProps, onChange }: ControlProps) {
  const { t } = useTranslation()
  return (
    <AmountInput
      {...fieldProps}
      value={typeof value === 'number' ? writeAmount(String(value), ',') : value}
      onChange={(amount) => {
        const read = readTypedAmount(amount, { sign: ',', places: 2 })
        onChange(read.kind === 'amount' ? Number(read.value) : amount)
      }}
      className={classes(inputClasses, 'pr-12 text-right tabular-nums')}
      end={<span className="pr-1.5 text-13 text-ink-2">{t('settings.units.lira')}</span>}
    />
  )
}

function TypedControl({ setting, value, fieldProps, onChange }: ControlProps) {
  const { t } = useTranslation()
  const fieldNumber = useFieldNumber()
  const field = settingFields[keyOf(setting)]
  const unit = field.kind === 'number' ? field.unit : undefined
  const shown = (text: string) => (field.kind === 'number' ? fieldNumber(text) : text)
  const hidden = t(setting.isOwn ? 'settings.screen.secretSet' : 'settings.screen.secretUnset')
  return (
    <div className="relative">
      <input
        autoComplete="off"
        {...inputAttributes(field)}
        {...fieldProps}
        {...(field.kind === 'secret' && { placeholder: hidden })}
        value={shown(typeof value === 'number' ? String(value).replace('.', ',') : value)}
        onChange={(event) => onChange(shown(event.currentTarget.value))}
        className={classes(inputClasses, unit !== undefined && 'pr-12')}
      />
      {unit !== undefined && (
        <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-13 text-ink-2">
          {t(`settings.units.${unit}`)}
        </span>
      )}
    </div>
  )
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** The whole page previews the unsaved color (use-brand-preview.ts); this shows its effect on text and buttons. */
function ColorControl({ value, fieldProps, onChange }: ControlProps) {
  const { t } = useTranslation()
  const text = String(value)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-2">
        <input
          type="color"
          aria-labelledby={fieldProps['aria-labelledby']}
          value={isColor(text) ? text.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.currentTarget.value)}
          className="h-9 w-12 shrink-0 cursor-pointer rounded-control border border-line-input bg-surface p-1 max-sm:h-11"
        />
        <input
          {...fieldProps}
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          className={classes(inputClasses, 'code')}
        />
      </div>
      <div className="flex items-center gap-3 text-13" aria-hidden="true">
        <span className="rounded-control bg-brand px-3 py-1.5 font-semibold text-on-brand">
          {t('settings.screen.previewButton')}
        </span>
        <span className="rounded-badge bg-brand-soft px-1.5 py-0.5 text-12 font-semibold text-brand-ink">1</span>
        <span className="font-medium text-brand-ink underline">{t('settings.screen.previewLink')}</span>
      </div>
    </div>
  )
}
