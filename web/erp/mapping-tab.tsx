import { useState } from 'react'
import {
  changeErpMapping,
  type ErpDetail,
  type ErpMappingProblem,
  getErpTemplate,
  previewErpMapping,
} from '#contract/admin/erp.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { useLeaveQuestion } from '#web/administration/use-leave-question.ts'
import { MayChange, ReadOnlyFields } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { classes } from '#web/ui/classes.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { leavesPlansOut } from './plan-prices.ts'
import { PreviewRows } from './preview-rows.tsx'

type Preview = Reply<typeof previewErpMapping>

/** The mapping as JSON, with its problems and a preview on ten records of the ERP. */
export function MappingTab({
  connection: { id, version, mapping, form, runsBeside, feeds },
}: {
  connection: ErpDetail
}) {
  const { t } = useTranslation()
  const [saved, setSaved] = useState({ text: mapping, version })
  const [text, setText] = useState(mapping)
  const [found, setFound] = useState<{ problems: ErpMappingProblem[]; by: 'save' | 'preview' } | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [resource, setResource] = useState(form.resources[0] ?? 'products')
  const { isBusy, failure, send } = useSubmit()
  const params = { id: String(id) }
  const isChanged = text !== saved.text
  useLeaveQuestion(isChanged)
  const stored = text === mapping ? feeds.flatMap(({ warnings }) => warnings) : []

  const save = () =>
    send(async () => {
      const reply = await call(changeErpMapping, { params, body: { version: saved.version, mapping: text } })
      setFound({ problems: reply.problems, by: 'save' })
      if (reply.problems.length > 0) return
      setSaved({ text, version: reply.version })
      notify.success(t('erp.mappingSaved'))
    })
  const show = () =>
    send(async () => {
      setPreview(null)
      const reply = await call(previewErpMapping, { params, body: { resource, mapping: text } })
      setFound({ problems: reply.problems, by: 'preview' })
      setPreview(reply.problems.length === 0 ? reply : null)
    })
  async function reset(): Promise<void> {
    const answer = await showAlert({
      title: t('erp.useTemplate'),
      text: t('erp.useTemplateText'),
      actions: [{ label: t('erp.useTemplate'), value: 'go', variant: 'solid' }],
      close: t('ui.cancel'),
    })
    if (answer === 'go') await send(async () => setText((await call(getErpTemplate, { params })).mapping))
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-180 text-13 text-ink-2">{t('erp.mappingText')}</p>
      <ReadOnlyFields>
        <Field label={t('erp.tabs.esleme')}>
          {(attributes) => (
            <textarea
              {...attributes}
              spellCheck={false}
              rows={24}
              value={text}
              className="field code w-full p-3 text-12 leading-5"
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
      </ReadOnlyFields>
      {found !== null && found.problems.length > 0 && (
        <Problems
          title={t(found.by === 'save' ? 'erp.mappingNotSaved' : 'erp.mappingProblemsTitle', {
            count: found.problems.length,
          })}
          problems={found.problems}
        />
      )}
      {preview !== null && preview.warnings.length > 0 && (
        <Problems isWarning title={t('erp.previewWarnings')} problems={preview.warnings} />
      )}
      {leavesPlansOut(text) && <MessageStrip tone="info">{t('erp.plansLeftOut')}</MessageStrip>}
      {preview === null && stored.length > 0 && <Problems isWarning title={t('erp.runWarnings')} problems={stored} />}
      <Failure text={failure?.message} />
      <MayChange>
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="solid" size="card" busy={isBusy} disabled={!isChanged} onClick={() => void save()}>
            {t('erp.saveMapping')}
          </Button>
          <Button size="card" disabled={isBusy} onClick={() => void reset()}>
            {t('erp.useTemplate')}
          </Button>
          {!runsBeside && (
            <span className="flex flex-wrap items-center gap-2 sm:ml-auto">
              <Select
                size="card"
                aria-label={t('erp.columns.resource')}
                value={resource}
                onChange={({ target }) => setResource(form.resources.find((each) => each === target.value) ?? resource)}
              >
                {form.resources.map((each) => (
                  <option key={each} value={each}>
                    {t(`erp.resources.${each}`)}
                  </option>
                ))}
              </Select>
              <Button size="card" variant="soft" busy={isBusy} onClick={() => void show()}>
                {t('erp.preview')}
              </Button>
            </span>
          )}
        </div>
      </MayChange>
      {preview !== null && <PreviewRows rows={preview.rows} />}
    </div>
  )
}

type ProblemsProps = { title: string; problems: ErpMappingProblem[]; isWarning?: boolean }

/** Warnings do not keep a mapping from being saved. */
function Problems({ title, problems, isWarning = false }: ProblemsProps) {
  return (
    <div
      role={isWarning ? 'status' : 'alert'}
      className={classes(
        'rounded-panel border p-3 text-13',
        isWarning ? 'border-warning bg-warning-soft' : 'border-danger bg-danger-soft',
      )}
    >
      <p className={classes('font-semibold', isWarning ? 'text-warning' : 'text-danger')}>{title}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {[...new Map(problems.map((problem) => [keyOf(problem), problem])).values()].map((problem) => (
          <li key={keyOf(problem)} className="[overflow-wrap:anywhere]">
            {problem.place !== '' && <span className="code font-medium">{problem.place}: </span>}
            {problem.message}
          </li>
        ))}
      </ul>
    </div>
  )
}

const keyOf = ({ place, code, about }: ErpMappingProblem) => `${place} ${code} ${about}`
