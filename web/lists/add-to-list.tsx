import { ListPlus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ListSource } from '#contract/shop/lists.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const TargetDialog = lazy(async () => ({ default: (await import('./target-dialog.tsx')).TargetDialog }))

type AddToListProps = {
  /** Read when the dialog opens. */
  source(): ListSource
  /** Of what is added, for the accessible name. */
  name: string
  className?: string
  /** Renders another button; by default an icon. */
  children?: (open: () => void, label: string) => ReactNode
}

/** Opens the choice of a list, which is loaded on demand; nothing for visitors without lists. */
export function AddToList({ source, name, className, children }: AddToListProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const [isOpen, setOpen] = useState(false)
  if (user?.role !== 'dealer') return null
  const open = () => setOpen(true)
  const label = t('cart.toList')
  return (
    <>
      {children?.(open, label) ?? (
        <IconButton label={`${label}: ${name}`} title={label} className={className} onClick={open}>
          <ListPlus size={16} aria-hidden="true" />
        </IconButton>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <TargetDialog source={source()} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
