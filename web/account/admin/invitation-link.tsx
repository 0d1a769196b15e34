import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { pages } from '#contract/core/pages.ts'
import { copyText } from '#web/app/copy-text.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type InvitationLinkProps = {
  link: string
  email: string
  /** For a new password of a user who has one. */
  isReset: boolean
}

/** The link that the administrator has to deliver, because the shop has no mail server. */
export function InvitationLink({ link, email, isReset }: InvitationLinkProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    const isCopied = await copyText(link, field.current)
    if (isCopied) notify.success(t('people.access.link.copied'), { id: 'people' })
  }
  return (
    <MessageStrip tone="warning" role="status">
      <p className="font-semibold">{t('people.access.link.title')}</p>
      <p className="mt-1">{t(`people.access.link.${isReset ? 'resetText' : 'text'}`, { email })}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          ref={field}
          readOnly
          aria-label={t('people.access.link.label')}
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className="field h-9 min-w-0 flex-1 basis-60 bg-surface px-2.5 text-13 max-sm:h-11 max-sm:text-15"
        />
        <Button variant="solid" size="card" icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copy()}>
          {t('people.access.link.copy')}
        </Button>
        <AreaLink isAction to={pages.adminMail} className={buttonClasses('outline', 'card')}>
          {t('people.access.link.mailServer')}
        </AreaLink>
      </div>
    </MessageStrip>
  )
}
