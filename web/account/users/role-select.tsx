import { dealerRoles, staffRoles } from '#domain/people/permissions.ts'
import { ownRoleKey } from '#contract/core/roles.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useRoleNames } from './use-role-names.ts'

type RoleSelectProps = {
  kind: 'dealer' | 'admin'
  value: string
  /** The own roles of the dealer, or of staff. */
  own: readonly { id: number; name: string }[]
  error?: string | undefined
  isDisabled?: boolean
  /** Offers to let the shop choose, for a new user of a dealer. */
  hasAutomatic?: boolean
  onChoose(value: string): void
}

/** The role of a user, with what it allows. */
export function RoleSelect({
  kind,
  value,
  own,
  error,
  isDisabled = false,
  hasAutomatic = false,
  onChoose,
}: RoleSelectProps) {
  const { t } = useTranslation()
  const { nameOf, textOf } = useRoleNames()
  return (
    <Field
      label={t('people.roleLabel')}
      error={error}
      hint={value === '' ? t('people.automaticText') : textOf(kind, value)}
    >
      {(fieldProps) => (
        <Select
          {...fieldProps}
          size="lg"
          className="w-full"
          disabled={isDisabled}
          value={value}
          onChange={({ target }) => onChoose(target.value)}
        >
          {hasAutomatic && <option value="">{t('people.automaticRole')}</option>}
          {Object.keys(kind === 'dealer' ? dealerRoles : staffRoles).map((key) => (
            <option key={key} value={key}>
              {nameOf(kind, key)}
            </option>
          ))}
          {own.map(({ id, name }) => (
            <option key={id} value={ownRoleKey(id)}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
