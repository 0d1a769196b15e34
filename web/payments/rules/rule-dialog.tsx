import { useState } from 'react'
import { addPosRule, changePosRule, type ManagedPosRule, type PosRuleValues } from '#contract/admin/pos-rules.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RuleAccounts } from './rule-accounts.tsx'
import { RuleConditions } from './rule-conditions.tsx'
import type { RuleFields } from './rule-fields.ts'
import type { Rules } from './use-rules.ts'

type RuleDialogProps = {
  /** Null for a new one. */
  rule: ManagedPosRule | null
  rules: Rules
  onClose(): void
}

const emptyRule: PosRuleValues = {
  name: '',
  isActive: true,
  bins: '',
  families: [],
  bankCodes: [],
  cardTypes: [],
  cardClass: '',
  minAmount: '',
  maxAmount: '',
  installments: [],
  currency: '',
  target: 'ordered',
  shareBy: 'amount',
  accounts: [],
}

export function RuleDialog({ rule, rules, onClose }: RuleDialogProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(rule?.values ?? emptyRule)
  const [error, setError] = useState<CallError | null>(null)
  const textOf = (key: string) => t(`administration.posRules.${key}`)
  const form: RuleFields = {
    values,
    errors: error?.fields ?? {},
    set: (part) => setValues((current) => ({ ...current, ...part })),
  }

  async function save(): Promise<void> {
    const send = () =>
      rule === null
        ? call(addPosRule, { body: { values } })
        : call(changePosRule, { params: { id: String(rule.id) }, body: { before: rule.values, values } })
    const failure = await rules.run(send, textOf(rule === null ? 'added' : 'saved'))
    if (failure === null) onClose()
    else setError(failure)
  }
  return (
    <FormDialog
      title={textOf(rule === null ? 'add' : 'changeOf')}
      saveLabel={textOf('save')}
      isBusy={rules.isBusy}
      width="lg"
      onSend={save}
      onClose={onClose}
    >
      <div className="grid items-end gap-4 sm:grid-cols-[1fr_auto]">
        <TextField
          label={textOf('fields.name')}
          name="name"
          maxLength={60}
          autoComplete="off"
          value={values.name}
          error={form.errors['name']}
          onChange={({ target }) => form.set({ name: target.value })}
        />
        <Switch className="sm:mb-2" isOn={values.isActive} onChange={(isActive) => form.set({ isActive })}>
          {textOf('fields.isActive')}
        </Switch>
      </div>
      <RuleConditions form={form} rules={rules} />
      <RuleAccounts form={form} accounts={rules.accounts} />
      <Failure text={error?.message} />
    </FormDialog>
  )
}
