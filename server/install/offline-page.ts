import type { StoreSettings } from '#contract/shop/settings.ts'
import en from '#locales/en.json' with { type: 'json' }
import tr from '#locales/tr.json' with { type: 'json' }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? '')

/** Data for a script: no text in it can end the element. */
const scriptData = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * The page that the service worker shows without a connection: the same for everyone, with the texts of both languages. Its
 * script adds what is stored on the device.
 */
export function offlinePage(
  { storeName, brandColor }: Pick<StoreSettings, 'storeName' | 'brandColor'>,
  { script, styles }: { script: string; styles: string },
): string {
  const textsOf = ({ offline, camera }: typeof tr) => ({ offline, camera })
  const words = { tr: textsOf(tr), en: textsOf(en) }
  const name = escapeHtml(storeName)
  return `<!DOCTYPE html>
<html lang="tr" style="--brand-base:${brandColor}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta name="theme-color" content="${brandColor}"><title>${name}</title><style>${styles}</style></head>
<body><header class="border-b border-line bg-surface px-4 py-3 text-16 font-bold">${name}</header>
<main id="content" class="mx-auto max-w-180"></main>
<script type="application/json" id="words">${scriptData(words)}</script>
<script src="${script}"></script></body></html>`
}
