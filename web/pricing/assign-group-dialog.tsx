import { useRevalidator } from 'react-router'
import { assignDealerGroup, type ListedDealerGroup } from '#contract/admin/dealer-groups.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Puts dealers into a group by their codes, for example a column copied from a spreadsheet. */
export function AssignGroupDialog({ group, onClose }: { group: ListedDealerGroup; onClose(): void }) {
  const { t, formatQuantity } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const save = (form: FormData) =>
    send(async () => {
      const codes = formTexts(form)('codes').split(/[\s,;]+/)
      const { added, moved, isWaiting } = await call(assignDealerGroup, {
        params: { id: String(group.id) },
        body: { codes },
      })
      await revalidate()
      const facts = { added: formatQuantity(added), moved: formatQuantity(moved) }
      const done = moved === 0 ? 'dealerGroups.assign.done' : 'dealerGroups.assign.doneMoved'
      notify.success(isWaiting ? t('priceLists.second.waits') : t(done, facts))
      onClose()
    })
  return (
    <FormDialog
      title={t('dealerGroups.assign.title', { name: group.name })}
      saveLabel={t('dealerGroups.assign.save')}
      isBusy={isBusy}
      size="lg"
      onSend={save}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      <Field
        label={t('dealerGroups.assign.codes')}
        hint={t('dealerGroups.assign.hint')}
        error={failure?.fields['codes']}
      >
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            name="codes"
            rows={8}
            className="field code w-full px-2.5 py-2"
            autoComplete="off"
          />
        )}
      </Field>
    </FormDialog>
  )
}
