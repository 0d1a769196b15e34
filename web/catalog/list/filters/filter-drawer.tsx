import { useTranslation } from '#web/ui/translation.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { FilterPanel } from './filter-panel.tsx'

/** The filters in windows too narrow to show them beside the list. */
export function FilterDrawer({ list, onClose }: { list: ProductList; onClose(): void }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <Drawer
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('catalog.filters.title')}
      footer={
        <Button variant="solid" size="lg" className="w-full" onClick={onClose}>
          {t('catalog.filters.show', { count: list.total, total: formatQuantity(list.total) })}
        </Button>
      }
    >
      <div className="p-4">
        <FilterPanel list={list} />
      </div>
    </Drawer>
  )
}
