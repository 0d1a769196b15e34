import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { startWords } from './app/i18n.ts'
import { csrfToken } from '#web/app/data/call.ts'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { TranslationContext } from '#web/ui/translation.ts'

const words = await startWords(document.documentElement.lang)
// As the server wrote them (web/root.tsx); in development they are other files.
const styles = document.querySelector('style[data-page]')?.textContent ?? ''
const ownData = document.querySelector('script[data-own]')?.textContent
const stylesheets = [...document.querySelectorAll('link[data-page]')].map((link) => link.getAttribute('href') ?? '')

// The shop's own address, which may differ from the one in the address bar.
const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
const publicUrl = new URL(canonical ?? location.href).origin

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TranslationContext value={words}>
        <PageFrame value={{ nonce: '', csrf: csrfToken(), styles, stylesheets, publicUrl, ownData }}>
          <HydratedRouter />
        </PageFrame>
      </TranslationContext>
    </StrictMode>,
  )
})
