import { Bookmark, MailCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { AreaLink } from '#web/administration/area-link.tsx'
import { removeReportView, reportFilters, type ReportView, saveReportView } from '#contract/admin/reports.ts'
import { reportPath } from '#contract/core/admin-pages.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { filtersOf, type Report, viewOf } from './report-place.ts'

/** The views that this administrator saved, of all reports, and a button that saves the one on screen. */
export function SavedViews({ report }: { report: Report }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('administration.reports.views.label')} className="flex flex-wrap items-center gap-2">
      {report.views.map((view) => (
        <SavedView key={view.id} view={view} />
      ))}
      <MayChange>
        <Button size="card" icon={<Bookmark size={16} aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('administration.reports.views.save')}
        </Button>
      </MayChange>
      {isOpen && <SaveDialog report={report} onClose={() => setOpen(false)} />}
    </section>
  )
}

function SavedView({ view: { id, name, report, query, isWeekly } }: { view: ReportView }) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  return (
    <span className="inline-flex items-center rounded-control border border-line bg-surface pl-2.5 text-13">
      <AreaLink
        to={urlOf(reportPath(report), {}, query)}
        className="tap inline-flex items-center gap-1.5 font-medium hover:underline"
      >
        {name}
        {isWeekly && (
          <MailCheck
            size={14}
            role="img"
            aria-label={t('administration.reports.views.weeklyOn')}
            className="text-ink-2"
          />
        )}
      </AreaLink>
      <MayChange>
        <IconButton
          variant="danger"
          label={t('administration.reports.views.remove', { name })}
          disabled={isBusy}
          onClick={() => void run(removeReportView, { params: { id: String(id) } })}
        >
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      </MayChange>
    </span>
  )
}

/** Saves the report with its filters; the period moves along unless it is of chosen days. */
function SaveDialog({ report, onClose }: { report: Report; onClose(): void }) {
  const { t } = useTranslation()
  const { isBusy, failure, send } = useSubmit()
  const { revalidate } = useRevalidator()
  const text = (name: string) => t(`administration.reports.views.${name}`)
  const save = (form: FormData) =>
    send(async () => {
      const name = formTexts(form)('name').trim()
      const body = { name, report: report.report, query: queryOfView(report), isWeekly: form.has('weekly') }
      await call(saveReportView, { body })
      await revalidate()
      onClose()
      notify.success(text('saved'), { id: 'report-view' })
    })
  return (
    <FormDialog
      title={text('save')}
      saveLabel={text('confirm')}
      isBusy={isBusy}
      size="lg"
      onSend={save}
      onClose={onClose}
    >
      <Failure text={failure && failure.fields['name'] === undefined ? failure.message : undefined} />
      <TextField
        name="name"
        label={text('name')}
        hint={text('nameHint')}
        error={failure?.fields['name']}
        maxLength={60}
        autoComplete="off"
        required
      />
      <label className="flex items-start gap-2 text-14">
        <input type="checkbox" name="weekly" className="mt-0.5 size-4.5 shrink-0" />
        <span>
          {text('weekly')}
          <span className="block text-13 text-ink-2">{text('weeklyHint')}</span>
        </span>
      </label>
    </FormDialog>
  )
}

function queryOfView(report: Report): Record<string, string> {
  const view = viewOf(report)
  const names = [...reportFilters, 'sort' as const].filter((name) =>
    [...filtersOf(report.report), 'sort'].includes(name),
  )
  return Object.fromEntries(names.map((name) => [name, view[name]]).filter(([, value]) => value !== ''))
}
