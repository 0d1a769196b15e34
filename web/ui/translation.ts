import { createContext, useContext } from 'react'
import { type Formats, formatsOf } from '#domain/text/format.ts'

/** The page's language, its texts by dotted key with `{{facts}}` filled in, and its notation of numbers. */
export type Translation = Formats & {
  language: string
  t(this: void, key: string, facts?: Readonly<Record<string, string | number | undefined>>): string
}

export const TranslationContext = createContext<Translation>({ language: 'tr', t: (key) => key, ...formatsOf('tr') })

export function useTranslation(): Translation {
  return useContext(TranslationContext)
}
