import '#web/app/page-words.ts'
import { Link } from 'react-router'
import { applyPath } from '#contract/core/application-paths.ts'
import { pages } from '#contract/core/pages.ts'
import { getApplicationForm } from '#contract/shop/applications.ts'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { PhoneLink } from '#web/app/store-contacts.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/apply-page.ts'
import { ApplyForm } from './apply-form.tsx'

const load = (api: ServerCall) => api(getApplicationForm, {})
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The application of a company that wants to become a dealer. */
export default function ApplyPage({ loaderData: form }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const title = t('applications.form.title')
  return (
    <div className="page-width max-w-220! py-5">
      <PageHead title={title} description={t('applications.form.description')} canonical={applyPath} />
      {user !== null ? (
        <EmptyState
          level="h1"
          className="py-16"
          title={t('applications.signedIn.title')}
          text={t('applications.signedIn.text')}
          actions={
            <Link to={pages.home} className={buttonClasses('outline', 'card')}>
              {t('applications.signedIn.toShop')}
            </Link>
          }
        />
      ) : form.isOpen ? (
        <>
          <h1 className="text-20 font-semibold">{title}</h1>
          <p className="mt-1 mb-4 text-ink-2">{t(`applications.form.${form.isMailed ? 'text' : 'textNoMail'}`)}</p>
          <noscript>
            <MessageStrip tone="warning" className="mb-4">
              {t('applications.form.noScript')}
            </MessageStrip>
          </noscript>
          <ApplyForm form={form} />
        </>
      ) : (
        <EmptyState
          level="h1"
          className="py-16"
          title={t('applications.closed.title')}
          text={t('applications.closed.text')}
          actions={<PhoneLink />}
        />
      )}
    </div>
  )
}
