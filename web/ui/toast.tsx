import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster, toast } from 'sonner'

/** How long a toast stays, in milliseconds (catalogue, section 9). */
const stay = 5000

type Kind = 'success' | 'error' | 'info'
export type ToastOptions = {
  description?: ReactNode
  action?: { label: string; run(): void }
  /** Messages of the cart and of the checkout, and errors, stand at the top centre; all others at the top right. */
  place?: 'top-right' | 'top-center'
  /** A toast with the same id is replaced. */
  id?: string
}

const icons = {
  success: <CircleCheck size={18} className="text-success" aria-hidden="true" />,
  error: <CircleAlert size={18} className="text-danger" aria-hidden="true" />,
  info: <Info size={18} className="text-info" aria-hidden="true" />,
}

function ToastCard({
  id,
  kind,
  text,
  options,
}: {
  id: string | number
  kind: Kind
  text: string
  options: ToastOptions
}) {
  const { t } = useTranslation()
  const { description, action } = options
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className="flex min-h-11 w-90 max-w-[calc(100vw-2rem)] items-center gap-3 rounded-panel border border-line bg-raised py-2 pr-2 pl-3 font-sans text-14 text-ink shadow-float"
    >
      {icons[kind]}
      <div className="min-w-0 flex-1">
        {text}
        {description && <div className="text-12 text-ink-2">{description}</div>}
      </div>
      {action && (
        <button
          type="button"
          className="min-h-8 rounded-control px-2 text-13 font-semibold text-brand-ink hover:bg-hover"
          onClick={() => {
            toast.dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t('ui.close')}
        className="flex size-8 items-center justify-center rounded-control text-ink-3 hover:bg-hover hover:text-ink"
        onClick={() => toast.dismiss(id)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

function show(kind: Kind, text: string, options: ToastOptions = {}): void {
  toast.custom((id) => <ToastCard id={id} kind={kind} text={text} options={options} />, {
    duration: stay,
    position: options.place ?? (kind === 'error' ? 'top-center' : 'top-right'),
    ...(options.id === undefined ? {} : { id: options.id }),
  })
}

export const notify = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
}

/** Stands once in the shell. Toasts leave the search field free. */
export function ToastHost() {
  const { t } = useTranslation()
  return (
    <Toaster
      position="top-right"
      visibleToasts={3}
      gap={8}
      offset={{ top: 100, right: 24 }}
      mobileOffset={{ top: 8 }}
      containerAriaLabel={t('ui.messages')}
    />
  )
}
