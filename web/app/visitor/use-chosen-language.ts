import { useEffect, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'

const key = 'toptan.language'

/** Marks a change of language for the next document, which announces it and restores the focus. */
export function markChosenLanguage(): void {
  try {
    sessionStorage.setItem(key, '1')
  } catch {
    // Storage may be blocked: the focus then starts at the top of the page.
  }
}

function wasChosen(): boolean {
  try {
    const isChosen = sessionStorage.getItem(key) !== null
    sessionStorage.removeItem(key)
    return isChosen
  } catch {
    return false
  }
}

/**
 * In the document after a change of language: focuses the menu's opener, and returns the announcement for screen
 * readers.
 */
export function useChosenLanguage(): string {
  const { t, language } = useTranslation()
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (!wasChosen()) return
    // The menu in the top strip, or on phones the button of the drawer that contains it.
    const openers = document.querySelectorAll<HTMLElement>('[data-way=language]')
    const opener = [...openers].find((element) => element.checkVisibility())
    opener?.focus({ preventScroll: true })
    // Screen readers announce only changes of an element that exists already.
    requestAnimationFrame(() => setAnnouncement(t('shell.language', { name: t(`shell.languages.${language}`) })))
  }, [t, language])
  return announcement
}
