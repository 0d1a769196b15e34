import '#web/app/page-words.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { applyPath, pages } from '#contract/core/pages.ts'
import { representativePath } from '#contract/core/representative-pages.ts'
import { getApplicationForm } from '#contract/shop/applications.ts'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { PhoneLink } from '#web/app/store-contacts.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/apply-page.ts'
import { ApplyForm, type FiledApplication } from './apply-form.tsx'

const load = (api: ServerCall) => api(getApplicationForm, {})
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The application of a company that wants to become a dealer. */
export default function ApplyPage({ loaderData: form }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const isFiling = user?.role === 'admin' && user.permissions.includes('field:write')
  const [filed, setFiled] = useState<FiledApplication | null>(null)
  const title = t(isFiling ? 'applications.filing.title' : 'applications.form.title')
  return (
    <div className="page-width max-w-220! py-5">
      <PageHead title={title} description={t('applications.form.description')} canonical={applyPath} />
      {filed !== null ? (
        <Filed application={filed} onNext={() => setFiled(null)} />
      ) : user !== null && !isFiling ? (
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
          <p className="mt-1 mb-4 text-ink-2">
            {t(`applications.${isFiling ? 'filing' : 'form'}.${form.isMailed ? 'text' : 'textNoMail'}`)}
          </p>
          <noscript>
            <MessageStrip tone="warning" className="mb-4">
              {t('applications.form.noScript')}
            </MessageStrip>
          </noscript>
          <ApplyForm form={form} {...(isFiling && { onFiled: setFiled })} />
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

/** What happens with an application that a representative has filed. */
function Filed({ application, onNext }: { application: FiledApplication; onNext(): void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  return (
    <EmptyState
      level="h1"
      className="py-16"
      title={t('applications.filing.done', { number: application.applicationNo })}
      text={t('applications.filing.doneText', { company: application.company, email: application.email })}
      actions={
        <>
          <Link to={representativePath} className={buttonClasses('solid', 'card')}>
            {t('shell.acting.dealers')}
          </Link>
          {/* The next application needs a form of its own. */}
          <Button size="card" onClick={() => void revalidate().then(onNext)}>
            {t('applications.filing.next')}
          </Button>
        </>
      }
    />
  )
}
