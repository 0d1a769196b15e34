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
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { PreviewRows } from './preview-rows.tsx'

type Preview = Reply<typeof previewErpMapping>

/** The mapping as JSON, with its problems and a preview on ten records of the ERP. */
export function MappingTab({ connection: { id, version, mapping, form, runsBeside } }: { connection: ErpDetail }) {
  const { t } = useTranslation()
  const [saved, setSaved] = useState({ text: mapping, version })
  const [text, setText] = useState(mapping)
  const [problems, setProblems] = useState<ErpMappingProblem[]>([])
  const [preview, setPreview] = useState<Preview | null>(null)
  const [resource, setResource] = useState(form.resources[0] ?? 'products')
  const { isBusy, failure, send } = useSubmit()
  const params = { id: String(id) }
  const isChanged = text !== saved.text
  useLeaveQuestion(isChanged)

  const save = () =>
    send(async () => {
      const reply = await call(changeErpMapping, { params, body: { version: saved.version, mapping: text } })
      setProblems(reply.problems)
      if (reply.problems.length > 0) return
      setSaved({ text, version: reply.version })
      notify.success(t('erp.mappingSaved'))
    })
  const show = () =>
    send(async () => {
      setPreview(null)
      const reply = await call(previewErpMapping, { params, body: { resource, mapping: text } })
      setProblems(reply.problems)
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
      {problems.length > 0 && <Problems problems={problems} />}
      <Failure text={failure?.message} />
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
      {preview !== null && <PreviewRows rows={preview.rows} />}
    </div>
  )
}

function Problems({ problems }: { problems: ErpMappingProblem[] }) {
  const { t } = useTranslation()
  return (
    <div role="alert" className="rounded-panel border border-danger bg-danger-soft p-3 text-13">
      <p className="font-semibold text-danger">{t('erp.mappingProblemsTitle', { count: problems.length })}</p>
      <ul className="mt-1 flex flex-col gap-1">
        {problems.map(({ place, code, about, message }) => (
          <li key={`${place} ${code} ${about}`} className="[overflow-wrap:anywhere]">
            {place !== '' && <span className="code font-medium">{place}: </span>}
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
