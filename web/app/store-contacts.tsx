import { Clock, MessageCircle, Phone } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { canMessage } from '#domain/stock/add-button.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

const link = 'flex min-h-6 items-center gap-1.5 rounded-badge hover:text-ink hover:underline max-sm:min-h-11'

/** A `tel:` link for a telephone number. */
export function telephone(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, '')}`
}

export function PhoneLink() {
  const { settings } = useVisitor()
  if (settings.storePhone === '') return null
  return (
    <a href={telephone(settings.storePhone)} className={link}>
      <Phone size={14} aria-hidden="true" /> {settings.storePhone}
    </a>
  )
}

/** Shown only when messaging is on and its number has more than 4 characters. */
export function MessageLink() {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  if (!canMessage({ isOn: settings.whatsapp === '1', number: settings.whatsappNumber })) return null
  return (
    <a href={`https://wa.me/${settings.whatsappNumber}`} target="_blank" rel="noopener" className={link}>
      <MessageCircle size={14} aria-hidden="true" /> {t('shell.message')}
    </a>
  )
}

export function OpeningHours() {
  const { settings } = useVisitor()
  if (settings.storeHours === '') return null
  return (
    <span className="flex items-center gap-1.5">
      <Clock size={14} aria-hidden="true" /> {settings.storeHours}
    </span>
  )
}
