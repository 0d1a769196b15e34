import { pages } from '#contract/core/pages.ts'
import { createTranslate, type Translate, type Words } from '#contract/core/words.ts'
import { currentTheme, themeAttribute } from '#web/app/visitor/theme.ts'
import { type DeviceOwner, readOwner } from '#web/app/device/device-store.ts'
import { buttonClass, element } from './element.ts'
import { showOfflinePad } from './offline-pad.ts'

/** Pause between two tries to reach the shop, in milliseconds. */
const tryPause = 8_000

/** The page that the service worker shows at any address while the shop cannot be reached. */
async function start(): Promise<void> {
  const theme = themeAttribute(currentTheme())
  if (theme !== undefined) document.documentElement.dataset['theme'] = theme
  // Where storage is blocked, there is no owner.
  const owner = await readOwner().catch(() => null)
  const t = wordsOf(owner)
  const main = document.querySelector('main')
  if (main === null) return
  const isPad = location.pathname === pages.orderPad
  const pad = isPad && owner !== null ? await showOfflinePad(main, owner, t) : null
  if (pad === null) showNotice(main, t, isPad)
  watchNetwork(() => (pad === null || pad.isIdle() ? location.reload() : pad.offerPage()))
}

function wordsOf(owner: DeviceOwner | null): Translate {
  const stored = JSON.parse(document.querySelector('#words')?.textContent ?? '{}') as Record<string, Words>
  const language = owner?.language ?? (navigator.language.startsWith('en') ? 'en' : 'tr')
  document.documentElement.lang = language
  return createTranslate(language, stored[language] ?? {})
}

function showNotice(main: Element, t: Translate, isPad: boolean): void {
  document.title = t('offline.title')
  const text = isPad ? t('offline.signInFirst') : t('offline.text')
  const retry = element('button', {
    className: buttonClass('solid'),
    text: t('offline.retry'),
    set: { type: 'button' },
    onClick: () => location.reload(),
  })
  const toPad = element('a', {
    className: buttonClass('outline'),
    text: t('offline.toPad'),
    set: { href: pages.orderPad },
  })
  main.replaceChildren(
    element(
      'div',
      { className: 'flex flex-col items-start gap-4 px-4 py-10' },
      element('h1', { className: 'text-20 font-semibold', text: t('offline.title') }),
      element('p', { className: 'text-15 text-ink-2', text }),
      element('div', { className: 'flex flex-wrap gap-3' }, retry, ...(isPad ? [] : [toPad])),
    ),
  )
}

/** Calls `onBack` once the shop answers again. */
function watchNetwork(onBack: () => void): void {
  async function tryNow(): Promise<void> {
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    if (answer?.ok === true) onBack()
  }
  window.addEventListener('online', () => void tryNow())
  setInterval(() => void tryNow(), tryPause)
}

void start()
