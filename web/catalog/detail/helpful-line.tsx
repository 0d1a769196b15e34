import { Layers, type LucideIcon, MessageCircle, Phone, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { Product } from '#contract/shop/product.ts'
import type { AddButton } from '#domain/stock/add-button.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** Replaces unit and quantity when the product cannot be added: says what to do next. */
export function HelpfulLine({ product, outcome }: { product: Product; outcome: AddButton }) {
  const { t } = useTranslation()
  const { settings } = useVisitor()
  const line = (Icon: LucideIcon, content: ReactNode) => (
    <p className="flex h-8 items-center gap-2 text-12 text-ink-2 max-sm:text-13">
      <Icon size={14} aria-hidden="true" className="shrink-0" />
      <span className="line-clamp-2 min-w-0 leading-4">{content}</span>
    </p>
  )
  if (outcome === 'choose_variant') return line(Layers, t('catalog.hint.variants'))
  if (outcome === 'ask_stock') return line(MessageCircle, t('catalog.hint.askStock'))
  if (outcome === 'ask_price' && settings.storePhone !== '') {
    return line(
      Phone,
      <a href={`tel:${settings.storePhone.replace(/[^\d+]/g, '')}`} className="py-1 hover:underline">
        {settings.storePhone}
      </a>,
    )
  }
  if (outcome === 'ask_price') return line(Phone, t('catalog.hint.askPrice'))
  if (product.equivalentCode === null) return line(Truck, t('catalog.hint.soldOut'))
  return line(
    Truck,
    <Link to={product.url} className="py-1 hover:underline">
      {t('catalog.hint.equivalents')}
    </Link>,
  )
}
