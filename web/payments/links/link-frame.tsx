import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { LanguageMenu, ThemeMenu } from '#web/app/visitor/preference-menus.tsx'
import { OpeningHours, PhoneLink } from '#web/app/store-contacts.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'

type LinkFrameProps = {
  /** Null for an unknown link. */
  payee: { name: string; logo: string | null } | null
  children: ReactNode
}

/** The frame of a payment link: payee, language, theme and contact; nothing of the shop. */
export function LinkFrame({ payee, children }: LinkFrameProps) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const name = payee?.name ?? settings.storeName
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-160 flex-col px-4">
      <header className="flex min-h-18 items-center justify-between gap-4 py-3">
        {payee?.logo != null ? (
          <img src={payee.logo} alt={name} className="max-h-12 max-w-50 object-contain" />
        ) : (
          <span className="text-20 font-bold tracking-tight [overflow-wrap:anywhere]">{name}</span>
        )}
        <div className="-mr-2 flex shrink-0 print:hidden">
          <LanguageMenu />
          <ThemeMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex-1 pb-8 outline-none">
        <div className="rounded-panel border border-line bg-surface p-4 sm:p-6 print:border-0 print:p-0">
          {children}
        </div>
      </main>
      <footer className="flex min-h-14 flex-wrap items-center gap-x-5 gap-y-1 py-3 text-12 text-ink-2">
        <span className="flex items-center gap-1.5 print:hidden">
          <LockKeyhole size={14} aria-hidden="true" /> {t('payment.form.secure')}
        </span>
        <PhoneLink />
        <OpeningHours />
      </footer>
    </div>
  )
}
