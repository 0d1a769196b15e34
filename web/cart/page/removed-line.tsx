import { Undo2 } from 'lucide-react'
import { type ComponentProps, useEffect } from 'react'
import { useQueryCache } from '#web/app/data/use-query.ts'
import { type RemovedLine, useActivity } from '#web/cart/cart-activity.ts'
import { dropRemovals, undoRemoval } from '#web/cart/removals.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type RemovedRowProps = {
  removal: RemovedLine
  index: number
  /** Ref and position of the row in a virtualized table. */
  row?: Pick<ComponentProps<'tr'>, 'ref' | 'style'>
}

/** The place of a removed line, as high as the line was. At its right end, where the remove button was, is nothing. */
export function RemovedRow({ removal, index, row }: RemovedRowProps) {
  const { t } = useTranslation()
  const { line, height } = removal
  return (
    <tr
      {...row}
      data-index={index}
      aria-rowindex={index + 2}
      className={classes(
        'block border-b border-line bg-canvas',
        row === undefined ? 'relative' : 'absolute inset-x-0 top-0',
      )}
    >
      <td
        className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-16 pl-4 text-13 text-ink-2 @min-[52rem]:pl-3"
        style={height === undefined ? undefined : { minHeight: height - 1 }}
      >
        <UndoButton removal={removal} />
        <span className="min-w-0 flex-1 basis-40">{t('cart.removed.line', { name: line.product.name })}</span>
      </td>
    </tr>
  )
}

function UndoButton({ removal }: { removal: RemovedLine }) {
  const { t } = useTranslation()
  const cache = useQueryCache()
  async function undo(): Promise<void> {
    if (!(await undoRemoval(cache, removal))) return
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>(`[data-removes="${removal.line.id}"]`)?.focus()
    })
  }
  return (
    <Button
      size="sm"
      busy={removal.isUndoing}
      icon={<Undo2 size={14} aria-hidden="true" />}
      data-undo={removal.undoKey}
      aria-label={t('cart.removed.undoOf', { name: removal.line.product.name })}
      onClick={() => void undo()}
    >
      {t('cart.removed.undo')}
    </Button>
  )
}

/** The removed lines of a cart that has no other lines. */
export function RemovedLines() {
  const { t } = useTranslation()
  const removals = useActivity((activity) => activity.removals)
  return removals.map((removal) => (
    <MessageStrip
      key={removal.undoKey}
      tone="info"
      role="status"
      actions={<UndoButton removal={removal} />}
      className="mb-3 max-sm:mx-4"
    >
      {t('cart.removed.line', { name: removal.line.product.name })}
    </MessageStrip>
  ))
}

/** Ends the offers to undo when the page is left. */
export function useRemovalsOfPage(): void {
  useEffect(() => dropRemovals, [])
}
