import './app/app.css'
import { getVisitor } from '#contract/core/visitor.ts'
import { type ReactNode, useContext, useEffect } from 'react'
import { preloadModule } from 'react-dom'
import { useTranslation } from '#web/ui/translation.ts'
import { useSeededCache } from '#web/cart/use-seeded-cart.ts'
import { Links, Outlet, Scripts } from 'react-router'
import { ScrollRestoration } from '#web/app/page/scroll-restoration.tsx'
import type { Route } from './+types/root.ts'
import { call } from '#web/app/data/call.ts'
import { callContext } from '#web/app/data/call-context.ts'
import { ErrorPage } from '#web/shell/error-page.tsx'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { Shell } from '#web/shell/shell.tsx'
import { earlyPressScript, repeatEarlyPresses } from '#web/app/data/early-presses.ts'
import { packData } from '#web/app/data/packed.ts'
import { useLoadedVisitor } from '#web/app/visitor/use-visitor.ts'
import { themeScript } from '#web/app/visitor/theme.ts'
import { QueryCacheContext } from '#web/app/data/use-query.ts'
import { isVisitorStale, useVisitorRefresh, beginVisitorLoad } from '#web/app/data/visitor-freshness.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return packData(await context.get(callContext)(getVisitor))
}

export async function clientLoader() {
  beginVisitorLoad()
  return call(getVisitor)
}

/** The visitor data changes by a choice, by signing in or by changes in the store, not by navigation. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  currentUrl: URL
  nextUrl: URL
  defaultShouldRevalidate: boolean
}) {
  return isVisitorStale() || (currentUrl.href === nextUrl.href && defaultShouldRevalidate)
}

export function Layout({ children }: { children: ReactNode }) {
  const { language } = useTranslation()
  const frame = useContext(PageFrame)
  const visitor = useLoadedVisitor()
  const brand = visitor?.settings.brandColor
  useEffect(repeatEarlyPresses, [])
  if (import.meta.env.SSR && frame.wordFile !== undefined) preloadModule(frame.wordFile)
  return (
    <html lang={language} suppressHydrationWarning style={brand ? { ['--brand-base' as string]: brand } : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href={`/manifest.webmanifest?dil=${language}`} />
        <meta name="theme-color" content={brand} />
        <script
          nonce={frame.nonce}
          suppressHydrationWarning
          // Run once, from the server's HTML.
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? `${themeScript};${earlyPressScript()}` : '' }}
        />
        <PageStyles />
        {/* Read before it hydrates. */}
        {import.meta.env.SSR && visitor && frame.ownData !== undefined && (
          <script type="application/json" data-own dangerouslySetInnerHTML={{ __html: frame.ownData }} />
        )}
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={frame.nonce} />
        <Scripts nonce={frame.nonce} />
      </body>
    </html>
  )
}

/** Pages of guests carry their styles, those of signed-in users link the files. The development server has files of its own. */
function PageStyles() {
  const { styles, stylesheets } = useContext(PageFrame)
  if (import.meta.env.DEV) return <Links />
  if (stylesheets.length === 0) return <style data-page dangerouslySetInnerHTML={{ __html: styles }} />
  return stylesheets.map((file) => <link key={file} rel="stylesheet" href={file} data-page />)
}

export default function Root() {
  const cache = useSeededCache()
  useVisitorRefresh()
  return (
    <QueryCacheContext value={cache}>
      <Shell>
        <Outlet />
      </Shell>
    </QueryCacheContext>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
