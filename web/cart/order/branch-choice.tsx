import { useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { useChoice } from '#web/app/visitor/use-choices.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** The branch of the order, stored as a choice of the visitor. Renders nothing without branches. */
export function BranchChoice({ form }: { form: string }) {
  const { t } = useTranslation()
  const { branch, branches } = useVisitor()
  const choose = useChoice()
  const [chosen, setChosen] = useState<number | '' | null>(null)
  if (branches.length === 0) return null
  async function change(value: number | ''): Promise<void> {
    setChosen(value)
    await choose({ key: 'branch', value })
    // From here on the visitor data has the branch, also after an error.
    setChosen(null)
  }
  return (
    <Field label={t('cartPage.branch.title')}>
      {(fieldProps) => (
        <Select
          {...fieldProps}
          name="branch"
          form={form}
          size="card"
          value={chosen ?? branch ?? ''}
          onChange={({ target: { value } }) => void change(value === '' ? '' : Number(value))}
          className="w-full"
        >
          <option value="">{t('cartPage.branch.none')}</option>
          {branches.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
