import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { publishPriceChange } from '#contract/admin/price-change-publication.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PriceChangeDetail } from './price-change-detail.ts'
import { ChoiceField } from './choice-field.tsx'

/** Publishes a draft now or at a set time. */
export function PublishDialog({ detail, onClose }: { detail: PriceChangeDetail; onClose(): void }) {
  const { t, formatQuantity } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const [isLater, setLater] = useState(false)
  const [moment, setMoment] = useState('')
  const [overwrites, setOverwrites] = useState(false)
  const { change, counts, secondOver, highest, lowest } = detail
  const conflicts = counts['conflict'] ?? 0
  const text = (name: string, values?: Record<string, string>) => t(`priceChanges.publish.${name}`, values)
  const needsSecond = secondOver > 0 && Math.max(highest ?? 0, -(lowest ?? 0)) > secondOver
  const publish = () =>
    send(
      async () => {
        const asked = conflicts === 0 && !isLater
        const { state, units } = await call(publishPriceChange, {
          params: { id: String(change.id) },
          body: {
            revision: change.revision,
            at: isLater ? moment : null,
            // Nothing to decide: should a price change at this moment, the page comes back with the question.
            conflicts: asked ? 'ask' : overwrites ? 'overwrite' : 'keep',
          },
        })
        const done = { published: 'done', scheduled: 'scheduled', waiting: 'waits' }[state as 'published'] ?? 'done'
        notify.success(text(done, { count: formatQuantity(units) }), { id: 'price-change' })
        onClose()
        await revalidate()
      },
      () => revalidate(),
    )
  return (
    <FormDialog
      title={text('title')}
      saveLabel={text(needsSecond ? 'send' : isLater ? 'schedule' : 'apply')}
      isBusy={isBusy}
      size="lg"
      onSend={publish}
      onClose={onClose}
    >
      <Failure text={failure?.message} />
      <p className="text-14">{text('text', { list: change.list.name, count: formatQuantity(change.rows) })}</p>
      <ChoiceField label={text('when')} value={isLater ? 'at' : 'now'} onChange={(value) => setLater(value === 'at')}>
        <option value="now">{text('now')}</option>
        <option value="at">{text('at')}</option>
      </ChoiceField>
      {isLater && (
        <TextField
          type="datetime-local"
          name="at"
          label={text('moment')}
          value={moment}
          error={failure?.fields['at']}
          onChange={({ target }) => setMoment(target.value)}
        />
      )}
      {(conflicts > 0 || isLater) && (
        <>
          <ChoiceField
            label={text('conflicts')}
            value={overwrites ? 'overwrite' : 'keep'}
            onChange={(value) => setOverwrites(value === 'overwrite')}
          >
            <option value="keep">{text('keep')}</option>
            <option value="overwrite">{text('overwrite')}</option>
          </ChoiceField>
          <p className="text-12 text-ink-2">
            {conflicts > 0 && text('conflictsNow', { count: formatQuantity(conflicts) })}{' '}
            {isLater && text('conflictsLater')}
          </p>
        </>
      )}
      {needsSecond && (
        <MessageStrip tone="info">{text('announced', { percent: formatQuantity(secondOver) })}</MessageStrip>
      )}
    </FormDialog>
  )
}
