import { addWords } from './i18n.ts'

// A page that imports this module waits for its texts before hydration; only visitors of such a page load them.
if (!import.meta.env.SSR)
  await addWords({
    tr: () => import('#locales/tr.json?pages'),
    en: () => import('#locales/en.json?pages'),
  })
