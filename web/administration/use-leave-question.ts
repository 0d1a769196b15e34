import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/**
 * Asks before unsaved changes are left, by a link or by closing the page. `text` describes them; the default is for
 * settings.
 */
export function useLeaveQuestion(hasChanges: boolean, text?: string): void {
  const { t } = useTranslation()
  const mustConfirm = useRef(hasChanges)
  // Runs before effects that navigate: after a save the router still has the state of the previous render.
  useLayoutEffect(() => {
    mustConfirm.current = hasChanges
  }, [hasChanges])
  const blocker = useBlocker(
    // The query of a page chooses what it shows; its fields stay.
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) => mustConfirm.current && currentLocation.pathname !== nextLocation.pathname,
      [],
    ),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void showAlert({
      title: t('settings.screen.leave.title'),
      text: text ?? t('settings.screen.leave.text'),
      actions: [{ label: t('settings.screen.leave.go'), value: 'go', variant: 'danger' }],
      close: t('settings.screen.leave.stay'),
    }).then((answer) => (answer === 'go' ? blocker.proceed() : blocker.reset()))
  }, [blocker, t, text])
  useEffect(() => {
    if (!hasChanges) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasChanges])
}
