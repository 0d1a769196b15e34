import { Eye, Mail, MailX } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { removeUserIdentity } from '#contract/admin/identity-providers.ts'
import { inviteUser, revokeInvitation, type UserDetail, viewAsUser } from '#contract/admin/users.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { useMayChange } from '#web/administration/may-change.tsx'
import { InvitationLink } from './invitation-link.tsx'

function useAccessActions(user: UserDetail, onLink: (link: string | null) => void) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<string | null>(null)
  const params = { id: String(user.id) }

  async function run(name: string, action: () => Promise<void>): Promise<void> {
    if (busy !== null) return
    setBusy(name)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      notify.error(error.message)
      await revalidate()
    } finally {
      setBusy(null)
    }
  }
  const invite = () =>
    run('invite', async () => {
      const { invitationLink } = await call(inviteUser, { params })
      onLink(invitationLink)
      if (invitationLink === null) notify.success(t('people.access.sent', { email: user.email }), { id: 'people' })
      await revalidate()
    })
  const revoke = () =>
    run('revoke', async () => {
      await call(revokeInvitation, { params })
      onLink(null)
      notify.success(t('people.access.revoked'), { id: 'people' })
      await revalidate()
    })
  const unlink = () =>
    run('unlink', async () => {
      await call(removeUserIdentity, { params })
      notify.success(t('people.access.unlinked'), { id: 'people' })
      await revalidate()
    })
  const impersonate = () =>
    run('view', async () => {
      await call(viewAsUser, { params })
      // Everything that this page holds belongs to another user from here on.
      location.assign(pages.home)
    })
  return { busy, invite, revoke, unlink, impersonate }
}

export type UserAccessProps = {
  user: UserDetail
  hasMailServer: boolean
  /** The user may do more than the visitor, who may not change it. */
  isReadOnly?: boolean
  /** The link that was made just now and that no email delivers. */
  link: string | null
  onLink(link: string | null): void
}

/** A user's access: the invitation and, for dealers' users, impersonation. */
export function UserAccess({ user, hasMailServer, isReadOnly = false, link, onLink }: UserAccessProps) {
  const { t } = useTranslation()
  const { access, invitedUntil, dealer, isDisabled } = user
  const mayInvite = access !== 'ready' || !hasMailServer
  const inviteLabel = hasMailServer
    ? `people.access.${access === 'none' ? 'invite' : 'again'}`
    : `people.access.link.make.${access === 'ready' ? 'password' : 'invitation'}`
  const mayChange = useMayChange('people')
  const isOpen = mayChange && !isReadOnly && !isDisabled && dealer?.isDisabled !== true
  const { busy, invite, revoke, unlink, impersonate } = useAccessActions(user, onLink)
  return (
    <AdminPanel title={t('people.access.title')}>
      <p className="text-ink-2">
        {t(`people.access.${access}`)}{' '}
        {invitedUntil !== null && (
          <>
            {t(access === 'invited' ? 'people.access.until' : 'people.access.wasUntil')} <Moment date={invitedUntil} />
          </>
        )}
      </p>
      {user.identity !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-ink-2">
            {t('people.access.linked', { provider: user.identity.provider })} <Moment date={user.identity.since} />
          </p>
          <Button busy={busy === 'unlink'} onClick={() => void unlink()}>
            {t('people.access.unlink')}
          </Button>
        </div>
      )}
      {link !== null && <InvitationLink link={link} email={user.email} isReset={access === 'ready'} />}
      {isOpen && (mayInvite || dealer !== null) && (
        <div className="flex flex-wrap gap-2">
          {mayInvite && (
            <Button
              size="lg"
              busy={busy === 'invite'}
              icon={<Mail size={16} aria-hidden="true" />}
              onClick={() => void invite()}
            >
              {t(inviteLabel)}
            </Button>
          )}
          {access === 'invited' && (
            <Button
              size="lg"
              variant="danger"
              busy={busy === 'revoke'}
              icon={<MailX size={16} aria-hidden="true" />}
              onClick={() => void revoke()}
            >
              {t('people.access.revoke')}
            </Button>
          )}
          {dealer !== null && (
            <Button
              size="lg"
              busy={busy === 'view'}
              icon={<Eye size={16} aria-hidden="true" />}
              onClick={() => void impersonate()}
            >
              {t('people.access.view')}
            </Button>
          )}
        </div>
      )}
      {isOpen && dealer !== null && <p className="text-12 text-ink-3">{t('people.access.viewHint')}</p>}
    </AdminPanel>
  )
}
