import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { CategoryNode } from '#contract/shop/categories.ts'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useCategoryTree } from './use-category-tree.ts'

/** The first level on the left, the levels below the chosen category on the right. */
export function CategoryColumns({ onLeave }: { onLeave(): void }) {
  const categories = useCategoryTree()
  const [chosenId, setChosenId] = useState<number | null>(null)
  const chosen = categories?.find(({ id }) => id === chosenId) ?? categories?.[0]
  if (categories === undefined || chosen === undefined) return <Skeleton className="m-4 flex-1" />
  return (
    <>
      <ul className="w-64 shrink-0 overflow-y-auto border-r border-line bg-canvas p-2">
        {categories.map((category) => (
          <li key={category.id}>
            <Link
              to={category.url}
              onClick={onLeave}
              onFocus={() => setChosenId(category.id)}
              onPointerMove={() => setChosenId(category.id)}
              className={classes(
                'flex min-h-8 items-center justify-between gap-2 rounded-control px-2.5 py-1 text-13 pointer-coarse:min-h-11',
                category === chosen ? 'bg-brand-soft font-semibold text-brand-ink' : 'hover:bg-hover',
              )}
            >
              {category.name}
              <ChevronRight size={14} aria-hidden="true" className="shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
      <ChosenCategory category={chosen} onLeave={onLeave} />
    </>
  )
}

function ChosenCategory({ category, onLeave }: { category: CategoryNode; onLeave(): void }) {
  const { t, formatNumber } = useTranslation()
  return (
    <div className="min-w-0 flex-1 overflow-y-auto p-5">
      <Link to={category.url} onClick={onLeave} className="text-16 font-semibold hover:underline">
        {category.name}{' '}
        <span className="text-13 font-normal text-ink-3">
          {t('shell.productCount', { count: category.count, number: formatNumber(category.count, 0) })}
        </span>
      </Link>
      <ul className="mt-4 columns-2 gap-6 xl:columns-3">
        {category.children.map((child) => (
          <li key={child.id} className="mb-4 break-inside-avoid">
            <Link to={child.url} onClick={onLeave} className="block py-0.5 text-13 font-semibold hover:underline">
              {child.name}
            </Link>
            <ul>
              {child.children.map((leaf) => (
                <li key={leaf.id}>
                  <Link
                    to={leaf.url}
                    onClick={onLeave}
                    className="block py-1 text-13 text-ink-2 hover:text-ink hover:underline"
                  >
                    {leaf.name}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  )
}
