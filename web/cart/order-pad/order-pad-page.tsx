import '#web/app/page-words.ts'
import { type DragEvent, useRef, useState, useSyncExternalStore } from 'react'
import { getOrderDraft, type OrderDraft } from '#contract/shop/order-pad.ts'
import { pages } from '#contract/core/pages.ts'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useKey } from '#web/app/use-key.ts'
import { ReceivedLines } from '#web/cart/sharing/received-lines.tsx'
import { useMayFillCart } from '#web/app/visitor/use-may-fill-cart.ts'
import { classes } from '#web/ui/classes.ts'
import { Failure } from '#web/ui/failure.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/order-pad-page.ts'
import { PadBar } from './pad-bar.tsx'
import { type GridHandle, PadGrid } from './pad-grid.tsx'
import { PadHead } from './pad-head.tsx'
import { AddedNote, ChecksNote, PastedNote, SaverNote } from './pad-notes.tsx'
import { ChangesNote, QueuedLinesNote } from './queued-note.tsx'
import { isProblem, rowStateOf } from './row-state.ts'
import { ScanField } from './scan-field.tsx'
import { useAddLines } from './use-add-lines.ts'
import { usePad } from './use-pad.ts'
import { usePaste } from './use-paste.ts'
import { useQueued } from './use-queued.ts'

/** Redirects guests to sign in unless the store allows guest carts. */
const load = (api: ServerCall) => api(getOrderDraft)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

export default function OrderPadPage({ loaderData: opened }: Route.ComponentProps) {
  const { t } = useTranslation()
  const mayFill = useMayFillCart()
  return (
    <div className="page-width py-4 max-sm:px-0">
      <PageHead
        title={t('orderPad.title')}
        description={t('orderPad.description')}
        canonical={pages.orderPad}
        noIndex
      />
      {mayFill ? (
        <OrderPad opened={opened} />
      ) : (
        <>
          <h1 className="mb-3 text-20 font-semibold max-sm:px-4">{t('orderPad.title')}</h1>
          <MessageStrip tone="info">{t('cart.noRight')}</MessageStrip>
        </>
      )}
    </div>
  )
}

function OrderPad({ opened }: { opened: OrderDraft }) {
  const pad = usePad(opened)
  const { store, checks, saver } = pad
  const grid = useRef<GridHandle>(null)
  const adding = useAddLines(pad)
  const pasted = usePaste(store)
  const queued = useQueued(pad)
  const [isOver, setOver] = useState(false)
  const { undoable } = useSyncExternalStore(saver.subscribe, saver.get, saver.getInitial)

  function add(): void {
    pasted.dismiss()
    adding.add()
  }
  useKey('Enter', add, { withCtrl: true })
  const goToProblem = () => focusProblem(pad.store, grid.current)
  useKey('F8', goToProblem)

  const readFile = (file: File | undefined) => void pasted.readFile(file, firstBlank(store))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    readFile(event.dataTransfer.files[0])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files are chosen by the button, too
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classes('rounded-panel', isOver && 'outline-2 outline-offset-4 outline-focus outline-dashed')}
    >
      <PadHead store={store} saver={saver} onUndo={adding.undo} onFile={readFile} />
      <div className="max-sm:px-4">
        <ReceivedLines onTake={(lines) => store.insert(firstBlank(store), lines)} />
        <SaverNote saver={saver} />
        <QueuedLinesNote note={queued.note} onDismiss={queued.dismiss} />
        <ChangesNote pad={pad} />
        <ChecksNote checks={checks} saver={saver} />
        <Failure text={adding.error} className="mb-3" />
        <AddedNote added={adding.added} undoable={undoable} onUndo={adding.undoAddition} onGo={adding.goToCart} />
        <PastedNote note={pasted.note} onDismiss={pasted.dismiss} />
      </div>
      <ScanField store={store} />
      <PadGrid ref={grid} store={store} onPaste={pasted.paste} onUndo={adding.undo} />
      <PadBar store={store} isBusy={adding.isBusy} onAdd={add} onProblem={goToProblem} />
    </div>
  )
}

const firstBlank = (store: ReturnType<typeof usePad>['store']) =>
  store.get().rows.findLastIndex(({ code, quantity, unit }) => code + quantity + unit !== '') + 1

/** The next row with a problem after the current one, or the first: its wrong cell. */
function focusProblem(store: ReturnType<typeof usePad>['store'], grid: GridHandle | null): void {
  const { rows, results } = store.get()
  const wrong = rows.flatMap((row, index) => (isProblem(rowStateOf(row, results.get(row.id), false)) ? [index] : []))
  const index = wrong.find((at) => at > (grid?.index() ?? 0)) ?? wrong[0]
  if (index === undefined) return
  const { error, note } = results.get(rows[index]?.id ?? 0)?.checked ?? {}
  const isQuantity = note !== undefined || error?.code === 'quantity_invalid' || error?.code === 'insufficient_stock'
  grid?.focus({ index, column: isQuantity ? 'quantity' : error?.code === 'unit_not_found' ? 'unit' : 'code' })
}
