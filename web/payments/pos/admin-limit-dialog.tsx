import { useState } from 'react'
import {
  addInstallmentLimit,
  cardClasses,
  changeInstallmentLimit,
  type LimitValues,
  type ManagedLimit,
} from '#contract/admin/installment-limits.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { Choice } from './choice.tsx'
import type { Limits } from './use-limits.ts'

type LimitDialogProps = {
  /** Null for a new one. */
  limit: ManagedLimit | null
  limits: Limits
  onClose(): void
}

const emptyLimit: LimitValues = { most: '', cardClass: '', category: '', from: '', until: '', note: '' }

export function LimitDialog({ limit, limits, onClose }: LimitDialogProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState(limit?.values ?? emptyLimit)
  const [error, setError] = useState<CallError | null>(null)
  const textOf = (key: string) => t(`administration.limits.${key}`)
  const set = (part: Partial<LimitValues>) => setValues({ ...values, ...part })

  async function save(): Promise<void> {
    const send = () =>
      limit === null
        ? call(addInstallmentLimit, { body: { values } })
        : call(changeInstallmentLimit, { params: { id: String(limit.id) }, body: { before: limit.values, values } })
    const failure = await limits.run(send, textOf(limit === null ? 'added' : 'saved'))
    if (failure === null) onClose()
    else setError(failure)
  }
  const textField = (name: 'most' | 'from' | 'until' | 'note', fieldOptions: object) => (
    <TextField
      label={textOf(name)}
      name={name}
      autoComplete="off"
      maxLength={200}
      value={values[name]}
      error={error?.fields[name]}
      onChange={({ target }) => set({ [name]: target.value })}
      {...fieldOptions}
    />
  )
  return (
    <FormDialog
      title={textOf(limit === null ? 'add' : 'changeOf')}
      saveLabel={textOf('save')}
      isBusy={limits.isBusy}
      onSend={save}
      onClose={onClose}
    >
      {textField('most', { inputMode: 'numeric', maxLength: 2 })}
      <Choice
        label={textOf('cardClass')}
        value={values.cardClass}
        error={error?.fields['cardClass']}
        options={['' as const, ...cardClasses].map((name) => [name, textOf(`classes.${name || 'all'}`)])}
        onChange={(cardClass) => set({ cardClass: cardClass as LimitValues['cardClass'] })}
      />
      <Choice
        label={textOf('category')}
        hint={textOf('categoryHint')}
        value={values.category}
        error={error?.fields['category']}
        options={[
          ['', textOf('allGoods')],
          ...limits.categories.map(({ slug, name, depth }) => [slug, '\u00a0\u00a0'.repeat(depth) + name] as const),
        ]}
        onChange={(category) => set({ category })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {textField('from', { type: 'date', hint: textOf('daysHint') })}
        {textField('until', { type: 'date' })}
      </div>
      {textField('note', { hint: textOf('noteHint') })}
      <Failure text={error?.message} />
    </FormDialog>
  )
}
