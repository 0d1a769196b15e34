import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { type ListedProfile, type listProfiles, removeProfile } from '#contract/admin/imports/import-profiles.ts'
import { call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ProfileDialog } from './profile-dialog.tsx'
import { type Profiles, useProfiles } from './use-profiles.ts'

/** The saved profiles: how files of one shape are read. */
export function ImportProfiles({ loaded }: { loaded: Reply<typeof listProfiles> }) {
  const { t } = useTranslation()
  const profiles = useProfiles(loaded)
  const { items } = profiles.list
  return (
    <section aria-labelledby="import-profiles" className="flex flex-col gap-2">
      <h2 id="import-profiles" className="text-16 font-semibold">
        {t('imports.profiles.title')}
      </h2>
      <p className="max-w-180 text-13 text-ink-2">
        {t(items.length === 0 ? 'imports.profiles.empty' : 'imports.profiles.text')}
      </p>
      {items.length > 0 && (
        <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          {items.map((profile) => (
            <ProfileRow key={profile.id} profile={profile} profiles={profiles} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ProfileRow({ profile, profiles }: { profile: ListedProfile; profiles: Profiles }) {
  const { t, formatQuantity } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { id, name, kind, columns, mapping, usedAt, sources } = profile
  const textOf = (key: string) => t(`imports.profiles.${key}`, { name })
  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: textOf('removeOf'),
      text: textOf(sources.length === 0 ? 'removeText' : 'removeUsed'),
      actions: [{ label: textOf('remove'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer === 'go') {
      await profiles.runOrAlert(() => call(removeProfile, { params: { id: String(id) } }), textOf('removed'))
    }
  }
  const assigned = Object.keys(mapping).length
  const facts = [
    t('imports.profiles.columns', { n: formatQuantity(columns.length) }),
    assigned > 0 && t('imports.profiles.assigned', { n: formatQuantity(assigned) }),
    sources.length > 0 && t('imports.profiles.sources', { names: sources.join(', ') }),
  ].filter(Boolean)
  return (
    <li
      data-testid="import-profile"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name} <Badge>{t(`imports.files.kinds.${kind}`)}</Badge>
        </p>
        <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
          {facts.join(' · ')}
          {usedAt !== null && (
            <>
              {' · '}
              <span className="inline-block">
                {t('imports.profiles.usedAt')}: <Moment date={usedAt} />
              </span>
            </>
          )}
        </p>
      </div>
      <MayChange>
        <div className="flex flex-wrap gap-2">
          <Button aria-label={textOf('changeOf')} onClick={() => setOpen(true)}>
            {textOf('change')}
          </Button>
          <Button variant="danger" aria-label={`${textOf('remove')}: ${name}`} onClick={() => void remove()}>
            {textOf('remove')}
          </Button>
        </div>
      </MayChange>
      {isOpen && <ProfileDialog profile={profile} profiles={profiles} onClose={() => setOpen(false)} />}
    </li>
  )
}
