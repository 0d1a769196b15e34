import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { type List, ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type LabelsFrameProps = {
  noun: 'brands' | 'categories'
  place: ListPlace
  list: List & { q: string }
  onAdd(): void
  /** The open dialog. */
  dialog: ReactNode
  children: ReactNode
}

/** The list of categories or brands: searched by name, extended, and exported as a file. */
export function LabelsFrame({ noun, place, list, onAdd, dialog, children }: LabelsFrameProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <ListFrame
      place={place}
      list={list}
      noun={noun}
      filter={
        <ListFilter isShort place={place} list={list} label={t(`administration.${noun}.filter`)}>
          <FilterText name="q" label={t('administration.labels.search')} value={list.q} />
        </ListFilter>
      }
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={t(`administration.${noun}.count`)}>{formatQuantity(list.total)}</ListSum>
          </ListSums>
          <div className="flex flex-wrap gap-2">
            <ExportButtons name={noun} place={place} list={list} />
            <MayChange>
              <Button variant="solid" size="card" icon={<Plus size={16} aria-hidden="true" />} onClick={onAdd}>
                {t(`administration.${noun}.add`)}
              </Button>
            </MayChange>
          </div>
          {dialog}
        </div>
      }
    >
      {children}
    </ListFrame>
  )
}
