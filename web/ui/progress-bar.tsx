import { useNavigation, useRevalidator } from 'react-router'

/**
 * A thin bar at the top during navigations and calls. Hidden from screen readers: the busy elements announce
 * themselves.
 */
export function ProgressBar({ isBusy = false }: { isBusy?: boolean }) {
  const navigation = useNavigation()
  const { state } = useRevalidator()
  if (!isBusy && navigation.state === 'idle' && state === 'idle') return null
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="progress-run h-full w-2/5 bg-focus" />
    </div>
  )
}
