import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { startWords } from './app/i18n.ts'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { TranslationContext } from '#web/ui/translation.ts'

const words = await startWords(document.documentElement.lang)
const csrf = document.querySelector<HTMLMetaElement>('meta[name=csrf-token]')?.content ?? ''
// Built pages contain their styles inline; in development they are files.
const styles = document.querySelector('style[data-page]')?.textContent ?? ''

// The shop's own address, which may differ from the one in the address bar.
const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href
const publicUrl = new URL(canonical ?? location.href).origin

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <TranslationContext value={words}>
        <PageFrame value={{ nonce: '', csrf, styles, publicUrl }}>
          <HydratedRouter />
        </PageFrame>
      </TranslationContext>
    </StrictMode>,
  )
})
