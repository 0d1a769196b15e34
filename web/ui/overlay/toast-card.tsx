import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { dismissToast, type ShownToast } from './toast-store.ts'

/** How long most toasts are shown, in milliseconds (catalogue, section 9); longer while hovered or focused. */
const displayTime = 5000

const icons = {
  success: <CircleCheck size={18} className="shrink-0 text-success" aria-hidden="true" />,
  error: <CircleAlert size={18} className="shrink-0 text-danger" aria-hidden="true" />,
  info: <Info size={18} className="shrink-0 text-info" aria-hidden="true" />,
}

/** One toast; loaded after the page. */
export function ToastCard({ toast }: { toast: ShownToast }) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  const { key, kind, text, description, action, duration = displayTime } = toast
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(key), duration)
    return () => clearTimeout(timer)
  }, [key, isHeld, duration])
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex min-h-11 w-90 max-w-full items-center gap-3 rounded-panel border border-line bg-raised py-2 pr-2 pl-3 text-14 shadow-float"
    >
      {icons[kind]}
      <div className="min-w-0 flex-1">
        {text}
        {description && <div className="text-12 text-ink-2">{description}</div>}
      </div>
      {action && (
        <button
          type="button"
          className="min-h-8 shrink-0 rounded-control px-2 text-13 font-semibold text-brand-ink hover:bg-hover max-sm:min-h-11"
          onClick={() => {
            dismissToast(key)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('ui.close')}
        className="flex size-8 shrink-0 items-center justify-center rounded-control text-ink-3 hover:bg-hover hover:text-ink max-sm:size-11"
        onClick={() => dismissToast(key)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  )
}
