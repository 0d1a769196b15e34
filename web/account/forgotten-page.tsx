import '#web/app/page-words.ts'
import { pages } from '#contract/core/pages.ts'
import { requestPasswordLink } from '#contract/shop/passwords.ts'
import { call } from '#web/app/data/call.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { LinkRequest } from './link-request.tsx'
import { StandalonePage } from './standalone-page.tsx'

/** Requests a new password. The response is the same for every address. */
export default function ForgottenPage() {
  const { t } = useTranslation()
  const phone = useVisitor().settings.storePhone
  const title = t('passwordLink.forgotten.title')
  return (
    <StandalonePage
      title={title}
      text={t('passwordLink.forgotten.text')}
      link={{ to: pages.login, label: t('passwordLink.toSignIn') }}
    >
      <PageHead title={title} description={t('passwordLink.forgotten.text')} canonical={pages.forgotten} noIndex />
      <LinkRequest
        request={(email) => call(requestPasswordLink, { body: { email } })}
        sentText={t('passwordLink.forgotten.sent')}
        notSentText={t(`passwordLink.forgotten.${phone === '' ? 'notSent' : 'notSentCall'}`, { phone })}
      />
    </StandalonePage>
  )
}
