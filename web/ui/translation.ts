import { createContext, useContext } from 'react'

/** The page's language and its texts by dotted key, with `{{facts}}` filled in. */
export type Translation = {
  language: string
  t(this: void, key: string, facts?: Readonly<Record<string, string | number | undefined>>): string
}

export const TranslationContext = createContext<Translation>({ language: 'tr', t: (key) => key })

export function useTranslation(): Translation {
  return useContext(TranslationContext)
}
