import { Menu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { AccountMenu } from '#web/app/visitor/account-menu.tsx'
import { Logo } from '#web/app/page/logo.tsx'
import { LanguageMenu, ThemeMenu } from '#web/app/visitor/preference-menus.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { AdminNav, areaOfPage, BackToShop } from './admin-nav.tsx'

type AdminFrameProps = { title: ReactNode; children: ReactNode }

/** The frame of administrators' pages: navigation on the left, in a drawer on small windows. */
export function AdminFrame({ title, children }: AdminFrameProps) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-raised focus:px-4 focus:py-2 focus:shadow-float"
      >
        {t('shell.skip')}
      </a>
      <aside className="sticky top-0 flex h-dvh w-55 shrink-0 flex-col border-r border-line bg-surface max-lg:hidden print:hidden">
        <div className="flex h-14 shrink-0 items-center gap-2 px-4">
          <div className="min-w-0 flex-1 overflow-hidden [&_svg]:shrink-0">
            <Logo />
          </div>
          <span className="rounded-badge bg-fill px-1.5 py-0.5 text-12 font-medium text-ink-2">
            {t('administration.title')}
          </span>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-2 [scrollbar-width:thin]">
          <AdminNav />
        </div>
        <div className="p-2">
          <BackToShop />
        </div>
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 border-b border-line bg-surface px-6 max-lg:px-3 print:hidden">
          <NavDrawer />
          <div className="min-w-0 flex-1 truncate text-18 font-semibold">{title}</div>
          <span className="flex items-center max-lg:hidden">
            <LanguageMenu />
            <ThemeMenu />
          </span>
          <AccountMenu />
        </header>
        <main id="content" tabIndex={-1} className="flex-1 px-6 py-4 outline-none max-sm:px-4">
          <ReadOnlyNote />
          {children}
        </main>
      </div>
    </div>
  )
}

/** Says that the visitor may see this page, but change nothing on it. */
function ReadOnlyNote() {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const area = areaOfPage(useLocation().pathname)
  // Nothing but saved views changes in reports.
  if (area === undefined || area === 'reports' || user?.permissions.includes(`${area}:write`) !== false) return null
  return (
    <MessageStrip tone="info" className="mb-3">
      {t('administration.readOnly')}
    </MessageStrip>
  )
}

function NavDrawer() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="lg:hidden">
      <IconButton label={t('administration.screens')} data-way="language" onClick={() => setOpen(true)}>
        <Menu size={20} aria-hidden="true" />
      </IconButton>
      <Drawer open={isOpen} onOpenChange={setOpen} title={t('administration.title')} footer={<BackToShop />}>
        <div className="p-2">
          <AdminNav onChoose={() => setOpen(false)} />
        </div>
        <div className="flex flex-col items-start border-t border-line p-2">
          <LanguageMenu align="start" />
          <ThemeMenu align="start" />
        </div>
      </Drawer>
    </span>
  )
}
