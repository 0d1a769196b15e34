import { ownRoleKey } from '#contract/core/roles.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { grantableRoles, type OwnRoleChoice } from './grantable-roles.ts'
import { useRoleNames } from './use-role-names.ts'

type RoleSelectProps = {
  kind: 'dealer' | 'admin'
  value: string
  /** The own roles of the dealer, or of staff. */
  own: readonly OwnRoleChoice[]
  error?: string | undefined
  isDisabled?: boolean
  /** Offers to let the shop choose, for a new user of a dealer. */
  hasAutomatic?: boolean
  onChoose(value: string): void
}

/** The role of a user, with what it allows: the one that the user has, and those that the visitor may give. */
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
  const { user } = useVisitor()
  const grantable = user === null ? [] : grantableRoles(user, kind, own)
  const offered = value === '' || grantable.includes(value) ? grantable : [value, ...grantable]
  const hint = value === '' && hasAutomatic ? t('people.automaticText') : textOf(kind, value)
  return (
    <Field
      label={t('people.roleLabel')}
      error={error}
      hint={offered.length === 0 && !hasAutomatic ? t('people.noRoleToGive') : hint}
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
          {offered.map((key) => (
            <option key={key} value={key}>
              {nameOf(kind, key, own.find(({ id }) => ownRoleKey(id) === key)?.name)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
