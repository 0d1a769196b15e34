import { useEffect, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'

const key = 'toptan.language'

/** Another language is another document: it will say so, and begin where the choice was made. */
export function markChosenLanguage(): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Storage may be closed to us: the keyboard then begins at the top.
  }
}

function wasChosen(): boolean {
  try {
    const isMarked = sessionStorage.getItem(key) !== null
    sessionStorage.removeItem(key)
    return isMarked
  } catch {
    return false
  }
}

/** In the document after a choice of language: gives the focus to what opened the menu; answers what screen readers are told. */
export function useChosenLanguage(): string {
  const { t, language } = useTranslation()
  const [told, tell] = useState('')
  useEffect(() => {
    if (!wasChosen()) return
    // The menu in the top strip, or what opens the drawer that has the menu on phones.
    const ways = document.querySelectorAll<HTMLElement>('[data-way=language]')
    const way = [...ways].find((one) => one.checkVisibility())
    way?.focus({ preventScroll: true })
    // Heard is what comes into a place that is there already.
    requestAnimationFrame(() => tell(t('shell.language', { name: t(`shell.languages.${language}`) })))
  }, [t, language])
  return told
}
