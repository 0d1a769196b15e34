import { Mail, Phone } from 'lucide-react'
import type { getMyRepresentative } from '#contract/shop/representatives.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Person = NonNullable<Reply<typeof getMyRepresentative>['representative']>

/** The representative of the visitor's dealer, to call or write to. */
export function MyRepresentative({ person: { name, phone, email } }: { person: Person }) {
  const { t } = useTranslation()
  return (
    <section
      aria-labelledby="representative-title"
      className="mt-4 rounded-panel border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id="representative-title" className="text-16 font-semibold">
        {t('representatives.mine.title')}
      </h2>
      <p className="mt-0.5 text-ink-2">{t('representatives.mine.text')}</p>
      <p className="mt-3 font-medium">{name}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        {phone !== '' && (
          <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={buttonClasses('outline', 'card')}>
            <Phone size={16} aria-hidden="true" /> {phone}
          </a>
        )}
        <a href={`mailto:${email}`} className={buttonClasses('outline', 'card')}>
          <Mail size={16} aria-hidden="true" /> {email}
        </a>
      </p>
    </section>
  )
}
