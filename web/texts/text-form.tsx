import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { type AdminText, publishText, textSummaryMax } from '#contract/admin/texts.ts'
import { MayChange, ReadOnlyFields } from '#web/administration/may-change.tsx'
import { HtmlField } from '#web/announcements/html-field.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Writes the next version of a text. What was typed stays when it is refused. */
export function TextForm({ text: { kind, version, ...saved } }: { text: AdminText }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [html, setHtml] = useState(saved.html)
  const [htmlEn, setHtmlEn] = useState(saved.htmlEn)
  const [mustAccept, setMustAccept] = useState(false)
  const [summary, setSummary] = useState('')
  const [summaryEn, setSummaryEn] = useState('')
  const { isBusy, failure, send } = useSubmit()
  function submit(event: FormEvent): void {
    event.preventDefault()
    void send(async () => {
      const published = await call(publishText, {
        params: { kind },
        body: { html, htmlEn, version, mustAccept, summary, summaryEn },
      })
      notify.success(t('administration.texts.published', { version: published.version ?? 1 }), { id: 'text' })
      await revalidate()
    })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4">
      <ReadOnlyFields>
        <HtmlField
          label={t('administration.texts.tr')}
          hint={t('administration.texts.trHint')}
          value={html}
          onChange={setHtml}
        />
        <HtmlField
          label={t('administration.texts.en')}
          hint={t('administration.texts.enHint')}
          value={htmlEn}
          onChange={setHtmlEn}
        />
        {kind !== 'cookies' && (
          <div>
            <Switch isOn={mustAccept} onChange={setMustAccept}>
              {t('administration.texts.mustAccept')}
            </Switch>
            <p className="mt-0.5 text-12 text-ink-2">
              {t(`administration.texts.mustAcceptHint.${kind === 'dealer_contract' ? 'contract' : 'notice'}`)}
            </p>
          </div>
        )}
        {mustAccept && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={t('administration.texts.summary')}
              hint={t('administration.texts.summaryHint')}
              maxLength={textSummaryMax}
              value={summary}
              onChange={({ target }) => setSummary(target.value)}
            />
            <TextField
              label={t('administration.texts.summaryEn')}
              maxLength={textSummaryMax}
              value={summaryEn}
              onChange={({ target }) => setSummaryEn(target.value)}
            />
          </div>
        )}
      </ReadOnlyFields>
      <Failure text={failure?.message} />
      <MayChange>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="solid" size="lg" busy={isBusy}>
            {t(`administration.texts.${version === null ? 'publishFirst' : 'publish'}`)}
          </Button>
          <p className="min-w-0 flex-1 basis-60 text-12 text-ink-2">{t('administration.texts.note')}</p>
        </div>
      </MayChange>
    </form>
  )
}
