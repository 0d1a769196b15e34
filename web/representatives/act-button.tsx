import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { actForDealer } from '#contract/admin/representatives.ts'
import { pages } from '#contract/core/pages.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ActButtonProps = { id: number; name: string; size?: 'card' | 'lg'; className?: string }

/** Opens the shop as this dealer. */
export function ActButton({ id, name, size = 'card', className = '' }: ActButtonProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function start(): Promise<void> {
    setBusy(true)
    try {
      await call(actForDealer, { params: { id: String(id) } })
      // A new document: everything on the page belongs to another visitor from here on.
      location.assign(pages.home)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallError)) throw error
      await showAlert({ text: error.message })
    }
  }
  return (
    <Button
      size={size}
      variant="solid"
      busy={isBusy}
      icon={<ShoppingCart size={16} aria-hidden="true" />}
      aria-label={t('representatives.act.startFor', { name })}
      className={className}
      onClick={() => void start()}
    >
      {t('representatives.act.start')}
    </Button>
  )
}
