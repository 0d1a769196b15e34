import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Asks for confirmation before unsaved changes are lost by a navigation or by closing the page. */
export function useLeaveGuard(hasChanges: boolean): void {
  const { t } = useTranslation()
  const blocker = useBlocker(hasChanges)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void showAlert({
      title: t('offers.leave.title'),
      text: t('offers.leave.text'),
      actions: [{ label: t('offers.leave.go'), value: 'go', variant: 'danger' }],
      close: t('offers.leave.stay'),
    }).then((answer) => (answer === 'go' ? blocker.proceed() : blocker.reset()))
  }, [blocker, t])
  useEffect(() => {
    if (!hasChanges) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasChanges])
}
