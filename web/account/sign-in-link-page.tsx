import '#web/app/page-words.ts'
import { pages } from '#contract/core/pages.ts'
import { requestSignInLink } from '#contract/shop/account.ts'
import { call } from '#web/app/data/call.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { LinkRequest } from './link-request.tsx'
import { StandalonePage } from './standalone-page.tsx'

/** Requests a link that signs in. The response is the same for every address. */
export default function SignInLinkPage() {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const isOn = settings.signInLinks === '1'
  const title = t(`signInLink.${isOn ? 'request' : 'off'}.title`)
  const text = t(`signInLink.${isOn ? 'request' : 'off'}.text`)
  return (
    <StandalonePage title={title} text={text} link={{ to: pages.login, label: t('passwordLink.toSignIn') }}>
      <PageHead title={title} description={text} canonical={pages.signInLink} noIndex />
      {isOn && (
        <LinkRequest
          request={(email) => call(requestSignInLink, { body: { email } })}
          sentText={t('signInLink.request.sent')}
          notSentText={t('signInLink.request.notSent')}
        />
      )}
    </StandalonePage>
  )
}
