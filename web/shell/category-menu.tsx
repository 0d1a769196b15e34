import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Popover } from '#web/ui/overlay/popover.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const CategoryColumns = lazy(async () => ({ default: (await import('./category-columns.tsx')).CategoryColumns }))

/** All categories, three levels deep: the first on the left, those below the chosen one on the right. */
export function CategoryMenu() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      align="start"
      label={t('shell.allCategories')}
      className="flex h-120 max-h-[calc(100dvh-8rem)] w-220 max-w-[calc(100vw-2rem)] overflow-hidden"
      triggerClassName="-ml-2 flex h-8 shrink-0 items-center gap-2 rounded-control px-2 font-semibold hover:bg-hover aria-expanded:bg-hover"
      trigger={
        <>
          <MenuIcon size={16} aria-hidden="true" /> {t('shell.allCategories')}
        </>
      }
    >
      <Suspense fallback={null}>{isOpen ? <CategoryColumns onLeave={() => setOpen(false)} /> : null}</Suspense>
    </Popover>
  )
}
