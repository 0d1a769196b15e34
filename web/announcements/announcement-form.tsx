import { type FormEvent, useState } from 'react'
import { type AnnouncementDetail, changeAnnouncement, createAnnouncement } from '#contract/admin/announcements.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { MayChange, ReadOnlyFields } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AudienceField } from './audience-field.tsx'
import { HtmlField } from './html-field.tsx'
import { PeriodFields } from './period-fields.tsx'

type Draft = Pick<AnnouncementDetail, 'title' | 'html' | 'isBanner' | 'isForAll' | 'from'> & {
  until: string
  dealers: AnnouncementDetail['dealers']
}

const draftOf = (saved: AnnouncementDetail | null): Draft => ({
  title: saved?.title ?? '',
  html: saved?.html ?? '',
  isBanner: saved?.isBanner ?? true,
  isForAll: saved?.isForAll ?? true,
  from: saved?.from ?? dayInTurkey(new Date()),
  until: saved?.until ?? '',
  dealers: saved?.dealers ?? [],
})

type FormProps = { saved: AnnouncementDetail | null; onSaved(announcement: AnnouncementDetail): unknown }

/** Writes or changes an announcement. */
export function AnnouncementForm({ saved, onSaved }: FormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [isSaved, setIsSaved] = useState(false)
  const { isBusy, failure, send } = useSubmit()
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    setIsSaved(false)
  }
  async function save(): Promise<void> {
    const { dealers, isForAll, until, ...rest } = draft
    const audience = { isForAll, dealers: dealers.map(({ code }) => code) }
    const body = { ...rest, until: until === '' ? null : until, audience }
    const params = { id: String(saved?.id ?? 0) }
    const next = await (saved === null
      ? call(createAnnouncement, { body })
      : call(changeAnnouncement, { params, body: { ...body, revision: saved.revision } }))
    setIsSaved(true)
    await onSaved(next)
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    void send(save)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 rounded-panel border border-line bg-surface p-4">
      <ReadOnlyFields>
        <TextField
          required
          label={t('announcements.fields.title')}
          maxLength={120}
          value={draft.title}
          onChange={({ target }) => change({ title: target.value })}
        />
        <HtmlField
          label={t('announcements.fields.text')}
          hint={t('announcements.fields.textHint')}
          value={draft.html}
          onChange={(html) => change({ html })}
        />
        <PeriodFields from={draft.from} until={draft.until} onChange={change} />
        <label className="flex items-center gap-2 text-13 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={draft.isBanner}
            onChange={({ target }) => change({ isBanner: target.checked })}
            className="size-4.5 accent-(--brand)"
          />
          {t('announcements.fields.banner')}
        </label>
        <AudienceField
          isForAll={draft.isForAll}
          dealers={draft.dealers}
          onChange={(next) => change({ ...next, dealers: [...next.dealers] })}
        />
      </ReadOnlyFields>
      {failure !== null && (
        <MessageStrip tone="danger" role="alert">
          {failure.message}
        </MessageStrip>
      )}
      <MayChange>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="solid" size="lg" busy={isBusy}>
            {t(saved === null ? 'announcements.create' : 'announcements.save')}
          </Button>
          <p role="status" className="text-13 text-success">
            {isSaved ? t('announcements.saved') : ''}
          </p>
        </div>
      </MayChange>
    </form>
  )
}
