import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigation, useRevalidator } from 'react-router'

/** A thin bar at the top while pages and calls are under way. */
export function ProgressBar({ isBusy = false }: { isBusy?: boolean }) {
  const { t } = useTranslation()
  const navigation = useNavigation()
  const { state } = useRevalidator()
  const calls = useIsFetching() + useIsMutating()
  if (!isBusy && navigation.state === 'idle' && state === 'idle' && calls === 0) return null
  return (
    <div role="progressbar" aria-label={t('ui.loading')} className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="progress-run h-full w-2/5 bg-focus" />
    </div>
  )
}
