import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { preload } from 'react-dom'
import { useTranslation } from '#web/ui/translation.ts'
import { useLocation } from 'react-router'
import { isAdminPage, isBarePage, isStandalonePage } from '#contract/core/pages.ts'
import { useActivity } from '#web/cart/cart-activity.ts'
import { KeysHost } from '#web/app/keys-host.tsx'
import { AlertHost } from '#web/ui/overlay/alert.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ToastHost } from '#web/ui/overlay/toast.tsx'
import { WarrantyHost } from '#web/warranty/warranty-host.tsx'
import { CookieNotice } from './cookie-notice.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { TroubleNotice } from './trouble-notice.tsx'
import interLatin from '#web/app/fonts/inter-latin.woff2?url'
import interTurkish from '#web/app/fonts/inter-turkish.woff2?url'
import { useIsFetching } from '#web/app/data/use-query.ts'
import { useChosenLanguage } from '#web/app/visitor/use-chosen-language.ts'
import { useDevice } from '#web/app/device/use-device.ts'
import { useLaterParts } from './later-parts.ts'
import { useLive } from './use-live.ts'
import { useMustChooseDealer } from '#web/app/visitor/use-may-fill-cart.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useShownApprovals } from '#web/app/visitor/use-waiting-approvals.ts'

const ImpersonationStrip = lazy(async () => ({
  default: (await import('./impersonation-strip.tsx')).ImpersonationStrip,
}))

const Notices = lazy(async () => ({ default: (await import('./notices.tsx')).Notices }))

// Made once: elements that change before their code has loaded make React remove what the server rendered.
const impersonationStrip = (
  <Suspense fallback={null}>
    <ImpersonationStrip />
  </Suspense>
)
const notices = (
  <Suspense fallback={null}>
    <Notices />
  </Suspense>
)

/**
 * The frame of every page; sign-in, payment links and administration have frames of their own. `isPage`: false for an
 * error shown in place of a page.
 */
export function Shell({ children, isPage = true }: { children: ReactNode; isPage?: boolean }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const isCartBusy = useActivity(
    ({ sending, fetching }) => sending > 0 || (fetching.operation !== null && fetching.operation !== 'addError'),
  )
  const isFetching = useIsFetching()
  const { user, account, banners, hasTextsToAccept } = useVisitor()
  const isAdmin = user?.role === 'admin'
  const waiting = useShownApprovals()
  const mustChooseDealer = useMustChooseDealer()
  const hasNotices =
    waiting !== null ||
    mustChooseDealer ||
    hasTextsToAccept ||
    banners.length > 0 ||
    (account?.overdueDebts.length ?? 0) > 0
  useLaterParts()
  useDevice(user)
  useLive(user !== null && !isBarePage(pathname))
  const address = pathname + search
  const shownAddress = useRef(address)
  const chosenLanguage = useChosenLanguage()
  // When a navigation removes the focused link, the focus moves to the content, so that keyboard and screen reader
  // users continue there.
  useEffect(() => {
    if (shownAddress.current !== address && document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
    shownAddress.current = address
  }, [address])
  for (const font of [interLatin, interTurkish])
    preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  const overlays = (
    <>
      <ProgressBar isBusy={isCartBusy || isFetching} />
      <WarrantyHost />
      <AlertHost />
      <ToastHost />
      <output className="sr-only">{chosenLanguage}</output>
    </>
  )
  if (isBarePage(pathname)) return children
  if (isStandalonePage(pathname) || (isPage && isAdmin && isAdminPage(pathname))) {
    return (
      <>
        {children}
        <CookieNotice />
        <TroubleNotice />
        {overlays}
      </>
    )
  }
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-raised focus:px-4 focus:py-2 focus:shadow-float"
      >
        {t('shell.skip')}
      </a>
      <div className="page-foot flex min-h-dvh flex-col">
        {user !== null && (user.viewer !== null || user.isRepresentative) && impersonationStrip}
        <CookieNotice />
        <TroubleNotice />
        <Header />
        {hasNotices && notices}
        <main id="content" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        <Footer />
      </div>
      <PhoneBar />
      <KeysHost />
      {overlays}
    </>
  )
}
