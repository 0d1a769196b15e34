import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '#contract/core/endpoint.ts'
import { returnPath } from '#contract/core/record-paths.ts'
import {
  type getReturnDraft,
  requestReturn,
  type ReturnableLine,
  returnDescriptionMax,
} from '#contract/shop/returns.ts'
import { type ReturnReason, returnReasons } from '#domain/after-sales/goods-return.ts'
import { newKey } from '#web/app/data/attempt-keys.ts'
import { call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { PhotoField } from '#web/fault-reports/photo-field.tsx'
import { usePhotos } from '#web/fault-reports/use-photos.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { Panel } from './return-parts.tsx'

type Draft = Reply<typeof getReturnDraft>
type Typed = { quantities: Record<number, string>; reason: ReturnReason | ''; description: string; faultReport: string }

/** Quantities, reason and photos. Typed text survives a refusal. */
export function ReturnForm({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [key] = useState(newKey)
  const [typed, setTyped] = useState<Typed>({ quantities: {}, reason: '', description: '', faultReport: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const photos = usePhotos([], redirectToSignIn)
  const { isBusy, failure, send } = useSubmit()
  const change = (facts: Partial<Typed>) => setTyped((before) => ({ ...before, ...facts }))
  const problemText = problem ?? failure?.message

  async function submit(): Promise<void> {
    const wrong = problemOf(draft, typed)
    setProblem(wrong && t(`returns.form.${wrong.name}`, wrong.facts))
    const { reason, description, faultReport } = typed
    if (wrong !== null || reason === '') return
    await send(async () => {
      const files = photos.photos.flatMap(({ photo }) => photo?.file ?? [])
      const lines = linesOf(draft, typed)
      const body = { key, orderNo: draft.orderNo, reason, description, lines, photos: files }
      const reply = await call(requestReturn, { body: { ...body, faultReportNo: faultReport || null } })
      notify.success(t('returns.form.sent'), { id: 'return' })
      await navigate(returnPath(reply.returnNo))
    })
  }

  return (
    <form
      method="post"
      noValidate
      aria-label={t('returns.request')}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Panel title={t('returns.form.goods')}>
        <ul className="divide-y divide-line">
          {draft.lines.map((line) => (
            <Goods
              key={line.lineNo}
              line={line}
              typed={typed.quantities[line.lineNo] ?? ''}
              onType={(value) => change({ quantities: { ...typed.quantities, [line.lineNo]: value } })}
            />
          ))}
        </ul>
      </Panel>
      <Panel title={t('returns.form.why')}>
        <Why draft={draft} typed={typed} change={change} />
      </Panel>
      <Panel title={t('returns.form.photos')}>
        <div className="p-4">
          <PhotoField {...photos} />
        </div>
      </Panel>
      {problemText !== undefined && (
        <MessageStrip tone="danger" role="alert">
          {problemText}
        </MessageStrip>
      )}
      <Button
        type="submit"
        variant="solid"
        size="lg"
        busy={isBusy}
        disabled={photos.isSending}
        className="self-start max-sm:w-full"
        icon={<Undo2 size={16} aria-hidden="true" />}
      >
        {t('returns.form.send')}
      </Button>
    </form>
  )
}

/** The lines with a quantity. */
const linesOf = ({ lines }: Draft, { quantities }: Typed) =>
  lines.flatMap(({ lineNo }) => {
    const quantity = Number((quantities[lineNo] ?? '').trim() || 0)
    return quantity > 0 ? [{ lineNo, quantity }] : []
  })

function problemOf(draft: Draft, typed: Typed): { name: string; facts?: Record<string, string | number> } | null {
  for (const { lineNo, name, returnable } of draft.lines) {
    const text = (typed.quantities[lineNo] ?? '').trim()
    if (text !== '' && (!/^\d{1,7}$/.test(text) || Number(text) > returnable)) {
      return { name: 'wrongQuantity', facts: { name, max: returnable } }
    }
  }
  if (linesOf(draft, typed).length === 0) return { name: 'chooseGoods' }
  if (typed.reason === '') return { name: 'reasonMissing' }
  return typed.reason === 'other' && typed.description.trim() === '' ? { name: 'explain' } : null
}

type GoodsProps = { line: ReturnableLine; typed: string; onType(value: string): void }

function Goods({ line: { code, name, unit, returnable }, typed, onType }: GoodsProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 text-13">
      <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <span className="code text-ink-2">{code}</span> <span className="font-medium">{name}</span>
        <span className="block text-12 text-ink-2">
          {returnable > 0
            ? t('returns.form.returnable', { quantity: formatQuantity(returnable), unit })
            : t('returns.form.notReturnable')}
        </span>
      </p>
      {returnable > 0 && (
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={t('returns.form.quantityOf', { name })}
          placeholder="0"
          maxLength={7}
          value={typed}
          onChange={({ target }) => onType(target.value)}
          className="field w-24 px-2.5 py-2 text-right"
        />
      )}
    </li>
  )
}

type WhyProps = { draft: Draft; typed: Typed; change(facts: Partial<Typed>): void }

function Why({ draft: { faultReports }, typed, change }: WhyProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-4 p-4 sm:grid-cols-2">
      <Field label={t('returns.form.why')}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={typed.reason}
            onChange={({ target }) => change({ reason: returnReasons.find((each) => each === target.value) ?? '' })}
          >
            <option value="">{t('returns.form.chooseReason')}</option>
            {returnReasons.map((reason) => (
              <option key={reason} value={reason}>
                {t(`returns.reasons.${reason}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {faultReports.length > 0 && (
        <Field label={t('returns.form.faultReport')} note={t('ui.optional')}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              size="lg"
              className="w-full"
              value={typed.faultReport}
              onChange={({ target }) => change({ faultReport: target.value })}
            >
              <option value="">{t('returns.form.noFaultReport')}</option>
              {faultReports.map(({ reportNo, productName, serialNo }) => (
                <option key={reportNo} value={reportNo}>
                  {[reportNo, productName, serialNo].filter((part) => part !== '').join(' · ')}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field
        label={t('returns.form.explanation')}
        note={typed.reason === 'other' ? undefined : t('ui.optional')}
        hint={t('returns.form.explanationHint')}
        className="sm:col-span-2"
      >
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            rows={4}
            maxLength={returnDescriptionMax}
            value={typed.description}
            onChange={({ target }) => change({ description: target.value })}
            className="field w-full p-2.5"
          />
        )}
      </Field>
    </div>
  )
}
