import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { blockHeight } from '#web/catalog/price/price-block.tsx'
import { cardFrame, headHeight, pictureFrame } from './product-card.tsx'
import { useColumns } from '#web/catalog/list/table/table-columns.ts'

/** A placeholder with the size of a card. */
export function CardSkeleton() {
  const { settings, seesPrices } = useVisitor()
  const { stock, special } = useColumns()
  return (
    <div className={cardFrame} aria-hidden="true">
      <div className={pictureFrame} />
      <div className="min-w-0 sm:px-3 sm:pt-2.5">
        <div
          className={classes(
            headHeight(stock),
            'flex items-center justify-between sm:@max-[17rem]/card:flex-col sm:@max-[17rem]/card:items-start sm:@max-[17rem]/card:py-1',
          )}
        >
          <Skeleton className="h-3 w-24" />
          {stock && <Skeleton className="h-3 w-16" />}
        </div>
        <div className="mt-1 h-10 pt-1 max-sm:h-11">
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="mt-1.5 h-3.5 w-2/3" />
        </div>
        {special !== null && <Skeleton className="mt-0.5 h-4 w-16" />}
        <div className="@container mt-1.5">
          <div className={classes(blockHeight(seesPrices && settings.showPaymentPlanPrice === '1'), 'pt-1')}>
            <Skeleton className="h-3 w-20" />
            <Skeleton className="mt-2 h-4.5 w-28" />
          </div>
        </div>
      </div>
      <div className="col-span-2 sm:mt-auto sm:px-3 sm:pt-2 sm:pb-3">
        <Skeleton className="h-8 max-sm:hidden" />
        <Skeleton className="h-11 sm:mt-2 sm:h-9" />
      </div>
    </div>
  )
}
