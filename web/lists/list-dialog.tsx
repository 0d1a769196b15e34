import { useState } from 'react'
import { addList, changeList, getList, listNameMax, type WholeList } from '#contract/shop/lists.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ListDialogProps = {
  /** Null for a new one. */
  list: Pick<WholeList, 'id' | 'name' | 'isShared' | 'revision' | 'isOwn'> | null
  onSaved(id: number): void
  onClose(): void
}

/** The name of a list, and whether colleagues see it. */
export function ListDialog({ list, onSaved, onClose }: ListDialogProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const [name, setName] = useState(list?.name ?? '')
  const [isShared, setShared] = useState(list?.isShared ?? false)
  const [revision, setRevision] = useState(list?.revision ?? 0)
  const [isOutdated, setOutdated] = useState(false)
  const { isBusy, failure, send } = useSubmit()
  // Who only reads shared lists shares none; who did not make a list does not take it from the others.
  const mayShare = user?.canOrder === true && (list === null || list.isOwn || !list.isShared)

  const save = () =>
    send(
      async () => {
        if (list === null) return onSaved((await call(addList, { body: { name, isShared } })).id)
        await call(changeList, { params: { id: String(list.id) }, body: { revision, name, isShared } })
        onSaved(list.id)
      },
      async ({ code }) => {
        if (code !== 'list_changed' || list === null) return
        // What is typed stays; the next save is based on the list as it is now.
        const current = await call(getList, { params: { id: String(list.id) } }).catch(() => null)
        if (current !== null) setRevision(current.revision)
        setOutdated(true)
      },
    )
  return (
    <FormDialog
      title={list === null ? t('lists.form.new') : t('lists.form.change', { name: list.name })}
      saveLabel={t(list === null ? 'lists.form.make' : 'lists.form.save')}
      isBusy={isBusy}
      onSend={save}
      onClose={onClose}
    >
      <TextField
        label={t('lists.form.name')}
        hint={t('lists.form.nameHint')}
        name="name"
        autoComplete="off"
        maxLength={listNameMax}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {mayShare && (
        <label className="flex items-start gap-2.5 max-sm:min-h-11">
          <input
            type="checkbox"
            name="isShared"
            checked={isShared}
            onChange={({ target }) => setShared(target.checked)}
            className="mt-0.5 size-4 shrink-0"
          />
          <span>
            {t('lists.form.isShared')}
            <span className="block text-12 text-ink-2">{t('lists.form.sharedHint')}</span>
          </span>
        </label>
      )}
      <Failure
        text={isOutdated && failure?.code === 'list_changed' ? t('lists.form.changedMeanwhile') : failure?.message}
      />
    </FormDialog>
  )
}
