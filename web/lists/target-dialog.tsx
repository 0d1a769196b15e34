import '#web/app/page-words.ts'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { listPath } from '#contract/core/list-paths.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { addList, addListLines, listNameMax, type ListSource, listTargets } from '#contract/shop/lists.ts'
import { call } from '#web/app/data/call.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useOutcomeText } from './use-outcome-text.ts'

type TargetDialogProps = { source: ListSource; onClose(): void }

/** Chooses the list that lines are added to, or makes a new one. */
export function TargetDialog({ source, onClose }: TargetDialogProps) {
  const { t } = useTranslation()
  const fetcher = useCallback(
    ({ signal }: { signal: AbortSignal }): Promise<Reply<typeof listTargets>> => call(listTargets, {}, { signal }),
    [],
  )
  const targets = useQuery('list-targets', fetcher, { freshFor: 0 })?.items
  const [chosen, setChosen] = useState<number | 'new' | null>(null)
  const [name, setName] = useState('')
  const { isBusy, failure, send } = useSubmit()
  const goTo = useNavigate()
  const describe = useOutcomeText()
  const target = chosen ?? targets?.[0]?.id ?? 'new'

  const save = () =>
    send(async () => {
      const listId = target === 'new' ? null : target
      const added =
        listId === null
          ? await call(addList, { body: { name, isShared: false, source } })
          : { id: listId, ...(await call(addListLines, { params: { id: String(listId) }, body: { source } })) }
      onClose()
      const show =
        added.addedCount + added.changedCount === 0 && added.refused.length > 0 ? notify.error : notify.success
      show(describe(added), {
        id: 'list',
        action: { label: t('lists.outcome.open'), run: () => void goTo(listPath(added.id)) },
      })
    })
  return (
    <FormDialog
      title={t('lists.target.title')}
      saveLabel={t('lists.target.add')}
      isBusy={isBusy}
      onSend={save}
      onClose={onClose}
    >
      {targets === undefined ? (
        <Spinner />
      ) : (
        <>
          {targets.length === 0 ? (
            <p className="text-13 text-ink-2">{t('lists.target.none')}</p>
          ) : (
            <fieldset>
              <legend className="mb-1 text-13 font-medium">{t('lists.target.choose')}</legend>
              <div className="max-h-72 overflow-y-auto rounded-control border border-line">
                {[...targets, { id: 'new' as const, name: t('lists.target.new'), isShared: false }].map((each) => (
                  <label
                    key={each.id}
                    className="flex min-h-10 items-center gap-2.5 border-b border-line px-3 last:border-0 hover:bg-hover max-sm:min-h-12"
                  >
                    <input
                      type="radio"
                      name="list"
                      checked={target === each.id}
                      onChange={() => setChosen(each.id)}
                      className="size-4 shrink-0"
                    />
                    <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{each.name}</span>
                    {each.isShared && <span className="shrink-0 text-12 text-ink-2">{t('lists.shared')}</span>}
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          {target === 'new' && (
            <TextField
              label={t('lists.form.name')}
              hint={t('lists.form.nameHint')}
              value={name}
              maxLength={listNameMax}
              autoComplete="off"
              onChange={({ target: field }) => setName(field.value)}
            />
          )}
          <Failure text={failure?.message} />
        </>
      )}
    </FormDialog>
  )
}
