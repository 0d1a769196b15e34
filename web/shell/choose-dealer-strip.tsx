import '#web/app/page-words.ts'
import { Handshake } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { representativePath } from '#contract/core/representative-pages.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Tells a representative in the shop that it orders for a dealer, which it has not chosen yet. */
export function ChooseDealerStrip() {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('shell.acting.label')}
      data-testid="choose-dealer"
      className="border-b border-info/30 bg-info-soft text-13 print:hidden"
    >
      <div className="page-width flex items-center justify-between gap-x-4 gap-y-1 py-1.5">
        <p className="flex min-w-0 items-center gap-2">
          <Handshake size={16} aria-hidden="true" className="shrink-0 text-info" />
          <span>
            <b>{t('shell.acting.choose')}</b>
            <span className="max-sm:hidden"> · {t('shell.acting.chooseText')}</span>
          </span>
        </p>
        <Link to={representativePath} className={buttonClasses('outline', 'sm', 'shrink-0')}>
          {t('shell.acting.dealers')}
        </Link>
      </div>
    </section>
  )
}
