import { addWords } from './i18n.ts'

// The build makes every module that uses these texts import this one (cli/build/page-words.ts).
if (!import.meta.env.SSR)
  await addWords({
    tr: () => import('#locales/tr.json?administration'),
    en: () => import('#locales/en.json?administration'),
  })
