import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Profile<Options> = { id: number; name: string; options: Options }
type Props<Options> = {
  detail: { profile: { id: number; name: string; isChanged: boolean } | null; profiles: readonly Profile<Options>[] }
  value: number | null
  /** Null: without a profile. */
  onChange(profile: Profile<Options> | null): void
}

/** The saved answers for files like this one. Renders nothing if there are none. */
export function ProfileSelect<Options>({ detail: { profile, profiles }, value, onChange }: Props<Options>) {
  const { t } = useTranslation()
  if (profiles.length === 0) return null
  const isUsed = profile !== null && profile.id === value
  return (
    <Field
      label={t('imports.profiles.label')}
      hint={
        isUsed
          ? t(`imports.profiles.${profile.isChanged ? 'usedChanged' : 'used'}`, { name: profile.name })
          : t('imports.profiles.hint')
      }
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full sm:w-80"
          value={value ?? ''}
          onChange={({ target }) => onChange(profiles.find(({ id }) => String(id) === target.value) ?? null)}
        >
          <option value="">{t('imports.profiles.none')}</option>
          {profiles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
