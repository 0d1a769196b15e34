import { useNavigate, useRevalidator } from 'react-router'
import { changeDealerGroup, createDealerGroup, type ListedDealerGroup } from '#contract/admin/dealer-groups.ts'
import { adminDealerGroupPath } from '#contract/core/admin-pages.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** `group`: null for a new one. */
export type EditedGroup = { group: Pick<ListedDealerGroup, 'id' | 'code' | 'name'> | null }

/** Adds a group, or changes its code and name. */
export function GroupDialog({ edited: { group }, onClose }: { edited: EditedGroup; onClose(): void }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const save = (form: FormData) =>
    send(async () => {
      const textOf = formTexts(form)
      const values = { code: textOf('code'), name: textOf('name') }
      if (group === null) {
        const { id } = await call(createDealerGroup, { body: { values } })
        notify.success(t('dealerGroups.created'), { id: 'dealer-group' })
        onClose()
        return goTo(adminDealerGroupPath(id))
      }
      const before = { code: group.code, name: group.name }
      await call(changeDealerGroup, { params: { id: String(group.id) }, body: { before, values } })
      await revalidate()
      notify.success(t('dealerGroups.saved'), { id: 'dealer-group' })
      onClose()
    })
  const errors: Record<string, string | undefined> = failure?.fields ?? {}
  const errorOf = (field: string) => errors[field] ?? errors[`values.${field}`]
  return (
    <FormDialog
      title={group === null ? t('dealerGroups.add') : t('dealerGroups.renameOf', { name: group.name })}
      saveLabel={t('dealerGroups.save')}
      isBusy={isBusy}
      size="lg"
      onSend={save}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      <TextField
        name="name"
        label={t('dealerGroups.fields.name')}
        error={errorOf('name')}
        defaultValue={group?.name ?? ''}
        maxLength={100}
        autoComplete="off"
      />
      <TextField
        name="code"
        label={t('dealerGroups.fields.code')}
        hint={t('dealerGroups.fields.codeHint')}
        error={errorOf('code')}
        defaultValue={group?.code ?? ''}
        maxLength={40}
        autoComplete="off"
      />
    </FormDialog>
  )
}
