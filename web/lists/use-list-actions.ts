import { useNavigate, useRevalidator } from 'react-router'
import { listPath, listsPath } from '#contract/core/list-paths.ts'
import { copyList, deleteList, listNameMax, restoreList, type WholeList } from '#contract/shop/lists.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** How long deleting can be undone, in milliseconds. */
const undoTime = 10_000

/** Copies a list, or deletes it with an undo. */
export function useListActions({ id, name }: Pick<WholeList, 'id' | 'name'>) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { revalidate } = useRevalidator()
  const { send } = useSubmit()
  const params = { id: String(id) }
  const refused = ({ message }: { message: string }) => showAlert({ text: message })

  const copy = () =>
    send(async () => {
      const copied = await call(copyList, {
        params,
        body: { name: t('lists.copyName', { name }).slice(0, listNameMax) },
      })
      notify.success(t('lists.copied'), { id: 'list' })
      await goTo(listPath(copied.id))
    }, refused)

  const remove = () =>
    send(async () => {
      await call(deleteList, { params })
      notify.success(t('lists.deleted', { name }), {
        id: 'list',
        duration: undoTime,
        action: { label: t('lists.undo'), run: () => void restore() },
      })
      await goTo(listsPath)
      await revalidate()
    }, refused)

  const restore = () =>
    send(async () => {
      await call(restoreList, { params })
      notify.success(t('lists.restored'), { id: 'list' })
      await revalidate()
    }, refused)
  return { copy, remove }
}
