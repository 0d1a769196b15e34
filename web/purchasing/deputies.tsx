import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { addDeputy, type Deputy, removeDeputy } from '#contract/shop/purchases.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { Select } from '#web/ui/form/select.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Colleague = { id: number; name: string }
type DeputiesProps = { deputies: { items: readonly Deputy[]; colleagues: readonly Colleague[] } }

/** Who approves for the visitor while it is away. */
export function Deputies({ deputies: { items: loaded, colleagues } }: DeputiesProps) {
  const { t } = useTranslation()
  const [changed, setChanged] = useState<{ of: readonly Deputy[]; items: readonly Deputy[] } | null>(null)
  // What was loaded later is newer than the last change.
  const items = changed?.of === loaded ? changed.items : loaded
  const [isOpen, setOpen] = useState(false)
  const { isBusy, send } = useSubmit()
  const remove = (id: number) =>
    send(
      async () => {
        const reply = await call(removeDeputy, { params: { id: String(id) } })
        setChanged({ of: loaded, items: reply.items })
        notify.success(t('purchases.deputies.removed'), { id: 'deputy' })
      },
      ({ message }) => showAlert({ text: message }),
    )
  return (
    <section aria-label={t('purchases.deputies.title')} className="mt-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="text-16 font-semibold">{t('purchases.deputies.title')}</h2>
          <p className="text-13 text-ink-2">{t('purchases.deputies.text')}</p>
        </div>
        {colleagues.length > 0 && (
          <Button size="card" icon={<UserPlus size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
            {t('purchases.deputies.add')}
          </Button>
        )}
      </div>
      <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        {items.length === 0 && (
          <li className="px-4 py-3 text-13 text-ink-2">
            {t(colleagues.length === 0 ? 'purchases.deputies.nobody' : 'purchases.deputies.none')}
          </li>
        )}
        {items.map(({ id, name, from, to, isActive }) => (
          <li
            key={id}
            data-testid="deputy"
            className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 text-13 first:border-t-0"
          >
            <p className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-2 font-semibold">
              {name}
              {isActive && <Badge tone="success">{t('purchases.deputies.active')}</Badge>}
            </p>
            <p>{t('purchases.deputies.period', { from: formatDay(from), to: formatDay(to) })}</p>
            <Button
              variant="danger"
              busy={isBusy}
              aria-label={t('purchases.deputies.removeOf', { name })}
              onClick={() => void remove(id)}
            >
              {t('purchases.deputies.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {isOpen && (
        <DeputyDialog
          colleagues={colleagues}
          onSaved={(saved) => {
            setChanged({ of: loaded, items: saved })
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

type DeputyDialogProps = {
  colleagues: readonly Colleague[]
  onSaved(items: readonly Deputy[]): void
  onClose(): void
}

function DeputyDialog({ colleagues, onSaved, onClose }: DeputyDialogProps) {
  const { t } = useTranslation()
  const { isBusy, failure, send } = useSubmit()
  const fields = failure?.fields ?? {}
  const save = (form: FormData) =>
    send(async () => {
      const text = formTexts(form)
      const { items } = await call(addDeputy, {
        body: { userId: Number(text('userId')), from: text('from'), to: text('to') },
      })
      notify.success(t('purchases.deputies.added'), { id: 'deputy' })
      onSaved(items)
    })
  return (
    <FormDialog
      title={t('purchases.deputies.add')}
      saveLabel={t('purchases.limits.save')}
      isBusy={isBusy}
      onSend={save}
      onClose={onClose}
    >
      <Field label={t('purchases.deputies.who')}>
        {(fieldProps) => (
          <Select {...fieldProps} size="lg" name="userId" className="w-full">
            {colleagues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField label={t('purchases.deputies.from')} type="date" name="from" error={fields['from']} />
      <TextField label={t('purchases.deputies.to')} type="date" name="to" error={fields['to']} />
      <Failure text={failure !== null && Object.keys(fields).length === 0 ? failure.message : undefined} />
    </FormDialog>
  )
}
