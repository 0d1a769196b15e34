import { useEffectEvent, useLayoutEffect } from 'react'

type KeyOptions = {
  /** With Ctrl, or ⌘ on a Mac. */
  withCtrl?: boolean
  /** Whether it works in an open dialog; otherwise only outside of dialogs. */
  inDialog?: boolean
}

/**
 * Runs `run` when the key is pressed, also in a field: for keys that type nothing. Not while the key is held down, and
 * not if another part of the page has handled it.
 */
export function useKey(key: string, run: () => void, { withCtrl = false, inDialog = false }: KeyOptions = {}): void {
  const press = useEffectEvent(run)
  // Before the page is painted: keys work as soon as their buttons are seen.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const isOther = event.key !== key || event.altKey || event.shiftKey
      if (isOther || (event.ctrlKey || event.metaKey) !== withCtrl || event.defaultPrevented) return
      if ((document.querySelector('dialog[open]') !== null) !== inDialog) return
      event.preventDefault()
      if (!event.repeat) press()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [key, withCtrl, inDialog])
}
