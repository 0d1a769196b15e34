import { Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { addVisit, finishStep, type OwnDealerDetail, type Visit } from '#contract/admin/representatives.ts'
import { nextStepMax, visitKinds, visitTextMax } from '#domain/people/visit.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Visits, calls and notes about a dealer, with their next steps. */
export function Visits({ dealer }: { dealer: OwnDealerDetail }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const [isOpen, setOpen] = useState(false)
  const mayWrite = user?.permissions.includes('field:write') === true
  return (
    <AdminPanel
      title={t('representatives.visits.title')}
      end={
        mayWrite && (
          <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
            {t('representatives.visits.add')}
          </Button>
        )
      }
    >
      {dealer.visits.length === 0 ? (
        <p className="text-ink-2">{t('representatives.visits.none')}</p>
      ) : (
        <ol className="-my-3 divide-y divide-line">
          {dealer.visits.map((visit) => (
            <VisitItem key={visit.id} visit={visit} mayWrite={mayWrite} />
          ))}
        </ol>
      )}
      {isOpen && <VisitDialog id={dealer.id} onClose={() => setOpen(false)} />}
    </AdminPanel>
  )
}

function VisitItem({ visit, mayWrite }: { visit: Visit; mayWrite: boolean }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const { id, kind, day, text, by, nextStep } = visit
  return (
    <li data-testid="visit" className="flex flex-col gap-1.5 py-3">
      <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
        <Badge tone={kind === 'visit' ? 'brand' : 'neutral'}>{t(`representatives.visits.kinds.${kind}`)}</Badge>
        {formatDay(day)} · {by}
      </p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      {nextStep !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-fill px-3 py-2 text-13">
          <p className="min-w-0">
            <span className={nextStep.isDone ? 'text-ink-2 line-through' : 'font-medium'}>{nextStep.text}</span>{' '}
            <Badge tone={nextStep.isDue ? 'warning' : 'neutral'}>{formatDay(nextStep.on)}</Badge>
          </p>
          {mayWrite && (
            <Button
              size="sm"
              busy={isBusy}
              icon={<Check size={14} aria-hidden="true" />}
              onClick={() => void run(finishStep, { params: { id: String(id) }, body: { isDone: !nextStep.isDone } })}
            >
              {t(nextStep.isDone ? 'representatives.visits.reopen' : 'representatives.visits.done')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function VisitDialog({ id, onClose }: { id: number; onClose(): void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const [today] = useState(() => dayInTurkey(new Date()))
  const fieldOf = (name: string) => error?.fields[`values.${name}`] ?? error?.fields[name]
  async function send(form: FormData): Promise<void> {
    const text = formTexts(form)
    const kind = visitKinds.find((each) => each === text('kind')) ?? 'note'
    const values = {
      kind,
      day: text('day'),
      text: text('text'),
      nextStep: text('nextStep'),
      nextOn: text('nextOn'),
    }
    setBusy(true)
    try {
      await call(addVisit, { params: { id: String(id) }, body: { values } })
      await revalidate()
      onClose()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('representatives.visits.add')}
      saveLabel={t('people.save')}
      isBusy={isBusy}
      size="lg"
      width="md"
      onSend={(form) => void send(form)}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('representatives.visits.kind')}>
          {(fieldProps) => (
            <Select {...fieldProps} name="kind" size="lg" className="w-full" defaultValue="visit">
              {visitKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`representatives.visits.kinds.${kind}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField
          label={t('representatives.visits.day')}
          type="date"
          name="day"
          defaultValue={today}
          error={fieldOf('day')}
        />
      </div>
      <Field label={t('representatives.visits.text')} error={fieldOf('text')}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            name="text"
            rows={4}
            maxLength={visitTextMax}
            className="field w-full resize-y px-2.5 py-2"
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
        <TextField
          label={t('representatives.visits.nextStep')}
          name="nextStep"
          maxLength={nextStepMax}
          autoComplete="off"
          placeholder={t('representatives.visits.nextHint')}
          error={fieldOf('nextStep')}
        />
        <TextField label={t('representatives.visits.nextOn')} type="date" name="nextOn" error={fieldOf('nextOn')} />
      </div>
      <Failure text={error !== null && Object.keys(error.fields).length === 0 ? error.message : undefined} />
    </FormDialog>
  )
}
