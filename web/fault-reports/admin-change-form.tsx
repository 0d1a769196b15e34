import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { changeFaultReport, faultNoteMax, type FaultReportDetail } from '#contract/shop/fault-reports.ts'
import { type FaultState, nextFaultStates } from '#domain/after-sales/fault-report.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The next state and the message to the dealer. Typed text survives a failed save. */
export function ChangeForm({ report }: { report: FaultReportDetail }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [wish, setWish] = useState<FaultState>(report.state)
  const [note, setNote] = useState(report.note)
  const { isBusy, failure, send } = useSubmit()
  const possible = [report.state, ...nextFaultStates(report.state)]
  // Another user may have changed it since.
  const state = possible.includes(wish) ? wish : report.state
  const isChanged = state !== report.state || note.trim() !== report.note

  async function save(): Promise<void> {
    if (!isChanged) return
    await send(
      async () => {
        const event = report.events.at(-1)?.id ?? 0
        await call(changeFaultReport, { params: { id: String(report.id) }, body: { event, state, note } })
        notify.success(t('administration.faultReports.saved'), { id: 'fault-report' })
        await revalidate()
      },
      ({ status }) => status === 409 && revalidate(),
    )
  }

  return (
    <form
      method="post"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={t('administration.faultReports.newState')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={state}
            onChange={({ target }) => setWish(target.value as FaultState)}
          >
            <option value={report.state}>
              {t('administration.faultReports.keep', { state: t(`faultReport.states.${report.state}`) })}
            </option>
            {nextFaultStates(report.state).map((each) => (
              <option key={each} value={each}>
                {t(`faultReport.states.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('administration.faultReports.note')} hint={t('administration.faultReports.noteHint')}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            rows={5}
            maxLength={faultNoteMax}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className="field w-full p-2.5"
          />
        )}
      </Field>
      <Failure text={failure?.message} />
      <Button type="submit" variant="solid" size="lg" busy={isBusy} disabled={!isChanged}>
        {t('administration.faultReports.save')}
      </Button>
    </form>
  )
}
