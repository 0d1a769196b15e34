import { useTranslation } from '#web/ui/translation.ts'
import { pages } from '#contract/core/pages.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

type Kind = 'notFound' | 'forbidden' | 'unavailable' | 'offline' | 'server'

function kindOf(status: number): Kind {
  if (status === 404 || status === 410) return 'notFound'
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 503 || status === 429) return 'unavailable'
  return status === 0 ? 'offline' : 'server'
}

/** `message`: the server's text for the user, if there is one. */
export type ErrorContentProps = { status: number; message: string | null; isAdmin: boolean }

/** Its links reload the document, since the program's state may be broken. */
export function ErrorContent({ status, message, isAdmin }: ErrorContentProps) {
  const { t } = useTranslation()
  const kind = kindOf(status)
  const title = t(`errorPage.${kind}.title`)
  const isRetryUseful = kind !== 'notFound' && kind !== 'forbidden'
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        level="h1"
        className="py-20"
        title={title}
        text={
          <>
            {kind === 'forbidden' && message !== null ? message : t(`errorPage.${kind}.text`)}
            {status > 0 && <span className="mt-1 block text-12 text-ink-3">{t('errorPage.code', { status })}</span>}
          </>
        }
        actions={
          <>
            {isRetryUseful && (
              <Button variant="solid" size="card" onClick={() => location.reload()}>
                {t('errorPage.retry')}
              </Button>
            )}
            {isAdmin && (
              <a href={pages.admin} className={buttonClasses(isRetryUseful ? 'outline' : 'solid', 'card')}>
                {t('errorPage.administration')}
              </a>
            )}
            <a href={pages.home} className={buttonClasses(isRetryUseful || isAdmin ? 'outline' : 'solid', 'card')}>
              {t('errorPage.home')}
            </a>
            {status === 401 && (
              <a href={pages.login} className={buttonClasses('outline', 'card')}>
                {t('errorPage.signIn')}
              </a>
            )}
          </>
        }
      />
    </>
  )
}
