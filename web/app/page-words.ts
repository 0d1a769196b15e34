import { addPageWords } from './i18n.ts'

// A page that imports this comes to life with its words: they travel beside it, and only to who opens one.
if (!import.meta.env.SSR) await addPageWords()
