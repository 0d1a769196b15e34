import { ChevronDown } from 'lucide-react'
import type { ErpSettingField } from '#contract/admin/erp.ts'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type SettingFieldsProps = {
  /** The kind of ERP: each has an example of its address. */
  kind: string
  fields: readonly ErpSettingField[]
  values: Readonly<Record<string, string>>
  /** Secret settings that are stored: their fields are empty, and stay as they are unless something is typed. */
  secrets: readonly string[]
  errors: Readonly<Record<string, string>>
  onChange(name: string, value: string): void
}

/** The fields of the form that a kind of ERP declares. Those of a group stand together and can be opened. */
export function SettingFields({ fields, ...shared }: SettingFieldsProps) {
  const chosenIn = (name: string) => shared.values[name] || fields.find((field) => field.name === name)?.standard
  const shown = fields.filter(({ shownIf }) => shownIf === null || chosenIn(shownIf.field) === shownIf.choice)
  const groups = Map.groupBy(shown, ({ group }) => group)
  return (
    <div className="flex flex-col gap-4">
      <FieldGrid fields={groups.get('') ?? []} {...shared} />
      <div className="flex flex-col gap-2 empty:hidden">
        {[...groups]
          .filter(([group]) => group !== '')
          .map(([group, own]) => (
            <FieldGroup key={group} group={group} fields={own} {...shared} />
          ))}
      </div>
    </div>
  )
}

function FieldGrid({ kind, fields, values, secrets, errors, onChange }: SettingFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <SettingInput
          key={field.name}
          kind={kind}
          field={field}
          value={values[field.name] ?? ''}
          isStored={secrets.includes(field.name)}
          error={errors[`settings.${field.name}`]}
          onChange={(value) => onChange(field.name, value)}
        />
      ))}
    </div>
  )
}

function FieldGroup({ group, ...grid }: SettingFieldsProps & { group: string }) {
  const { t } = useTranslation()
  const hasError = grid.fields.some(({ name }) => grid.errors[`settings.${name}`] !== undefined)
  const [first] = grid.fields
  const summary = first === undefined ? '' : grid.values[first.name] || first.standard
  return (
    <details className="group rounded-control border border-line" open={hasError || undefined}>
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 px-3 text-13 max-sm:min-h-11 max-sm:text-15">
        <ChevronDown size={16} className="shrink-0 text-ink-3 transition-transform group-open:rotate-180" aria-hidden />
        <span className="shrink-0 font-medium">
          {t(ownGroups.has(group) ? `erp.groups.${group}` : `erp.resources.${group}`)}
        </span>
        {!ownGroups.has(group) && (
          <span className="ml-auto min-w-0 truncate text-12 text-ink-3 group-open:hidden">{summary}</span>
        )}
      </summary>
      <div className="border-t border-line p-3">
        <FieldGrid {...grid} />
      </div>
    </details>
  )
}

/** Groups that are not those of a resource. */
const ownGroups = new Set(['writing', 'files'])

/** Fields that each resource has: their label is that of the field alone. */
const labelOf = ({ name, group }: ErpSettingField) =>
  group !== '' && name.startsWith(group) ? name.slice(group.length) : name

const withHints = new Set([
  'clientId',
  'channel',
  'bankAccount',
  'cashCode',
  'overlapMinutes',
  'timeout',
  'orderSeries',
  'databaseUser',
  'dbType',
  'systemDatabase',
  'orderNumberField',
  'server',
  'host',
  'hostKey',
  'privateKey',
  'passphrase',
  'encryption',
  'certificate',
  'writeBy',
  'directory',
  'remoteDirectory',
  'completeBy',
  'format',
  'acknowledges',
  'documentsView',
])
const wideFields = new Set(['server', 'host', 'hostKey', 'directory', 'remoteDirectory'])
/** Choices that are sentences; others are values of the ERP. */
const wordedChoices = new Set(['encryption', 'signInBy', 'writeBy', 'completeBy', 'format'])

type SettingInputProps = {
  kind: string
  field: ErpSettingField
  value: string
  isStored: boolean
  error: string | undefined
  onChange(value: string): void
}

function SettingInput({ kind, field, value, isStored, error, onChange }: SettingInputProps) {
  const { t } = useTranslation()
  const { name, type, isNeeded, choices, standard } = field
  const label = t(`erp.fields.${labelOf(field)}`)
  const hint =
    name === 'url' ? t(`erp.urlHints.${kind}`) : withHints.has(name) ? t(`erp.fieldHints.${name}`) : undefined
  const note = isNeeded || type === 'choice' || field.group !== '' ? undefined : t('erp.optional')
  // Names of views and sentences are long.
  const isWide =
    wideFields.has(name) || name.endsWith('View') || type === 'area' || type === 'secretArea' || wordedChoices.has(name)
  const shared = {
    label,
    note,
    error,
    ...(hint !== undefined && { hint }),
    ...(isWide && { className: 'sm:col-span-2' }),
  }
  if (type === 'choice') {
    return (
      <Field {...shared}>
        {(attributes) => (
          <Select
            {...attributes}
            size="lg"
            className="w-full"
            value={value || standard}
            onChange={({ target }) => onChange(target.value)}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {wordedChoices.has(name) ? t(`erp.choices.${name}.${choice}`) : choice}
              </option>
            ))}
          </Select>
        )}
      </Field>
    )
  }
  if (type === 'switch') {
    return (
      <label className="flex min-h-10 items-center gap-2 self-end text-13 max-sm:min-h-11 max-sm:text-15">
        <input
          type="checkbox"
          className="size-4 accent-brand"
          checked={(value || standard) === '1'}
          onChange={({ target }) => onChange(target.checked ? '1' : '0')}
        />
        {label}
      </label>
    )
  }
  if (type === 'area' || type === 'secretArea') {
    return (
      <Field {...shared}>
        {(attributes) => (
          <textarea
            {...attributes}
            name={name}
            rows={3}
            spellCheck={false}
            autoComplete="off"
            maxLength={8000}
            placeholder={isStored ? t('erp.stored') : undefined}
            className="field block w-full px-2.5 py-2 font-mono text-12"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    )
  }
  const isSecret = type === 'secret'
  return (
    <TextField
      {...shared}
      name={name}
      type={isSecret ? 'password' : 'text'}
      inputMode={type === 'number' ? 'numeric' : type === 'url' ? 'url' : undefined}
      autoComplete={isSecret ? 'new-password' : 'off'}
      maxLength={2000}
      placeholder={isStored ? t('erp.stored') : standard}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
