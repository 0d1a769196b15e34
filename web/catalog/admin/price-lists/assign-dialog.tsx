import { useCallback, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  assignPriceList,
  type DealerOfList,
  type ListedPriceList,
  listPriceListDealers,
} from '#contract/admin/price-lists.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Debounce of the dealer search, in milliseconds. */
const debounce = 200
/** Number of dealers that the dialog shows. */
const shown = 100

/** Gives a list to several dealers that buy from another one. */
export function AssignDialog({ list, onClose }: { list: ListedPriceList; onClose(): void }) {
  const { t, formatQuantity } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const [q, setQ] = useState('')
  const { found, problem, reload } = useDealers(list.id, q)
  const [chosen, setChosen] = useState<ReadonlyMap<number, DealerOfList>>(new Map())
  const params = { id: String(list.id) }
  const choose = (dealers: readonly DealerOfList[], isChosen: boolean) => {
    const next = new Map(chosen)
    for (const dealer of dealers) {
      if (isChosen) next.set(dealer.id, dealer)
      else next.delete(dealer.id)
    }
    setChosen(next)
  }
  const assign = () =>
    send(
      async () => {
        if (chosen.size === 0) return
        const dealers = [...chosen.values()].map(({ id, list: current }) => ({ id, list: current?.id ?? null }))
        const reply = await call(assignPriceList, { params, body: { dealers } })
        notify.success(t('priceLists.dealers.done', { count: formatQuantity(reply.dealers) }), { id: 'assign' })
        onClose()
        await revalidate()
      },
      // The lists on screen are outdated: choose again.
      (error) => {
        if (error.status !== 409 && error.status !== 404) return
        setChosen(new Map())
        reload()
      },
    )
  const items = found?.items ?? []
  const more = (found?.total ?? 0) - items.length
  return (
    <FormDialog
      title={t('priceLists.dealers.assignOf', { name: list.name })}
      saveLabel={
        chosen.size === 0
          ? t('priceLists.dealers.applyNone')
          : t('priceLists.dealers.apply', { count: formatQuantity(chosen.size) })
      }
      isBusy={isBusy}
      size="lg"
      onSend={assign}
      onClose={onClose}
    >
      <Failure text={failure?.message ?? problem} />
      <TextField
        type="search"
        label={t('priceLists.dealers.q')}
        maxLength={100}
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      {found?.total === 0 && (
        <p role="status" className="text-13 text-ink-2">
          {t(q.trim() === '' ? 'priceLists.dealers.all' : 'priceLists.dealers.nothing')}
        </p>
      )}
      {items.length > 0 && (
        <>
          <Choice
            label={t('priceLists.dealers.selectAll')}
            isChosen={items.every(({ id }) => chosen.has(id))}
            onChange={(isChosen) => choose(items, isChosen)}
          />
          <ul className="flex flex-col divide-y divide-line border-y border-line">
            {items.map((dealer) => (
              <li key={dealer.id}>
                <Choice
                  label={dealer.name}
                  note={[dealer.code, dealer.city, dealer.list?.name ?? t('priceLists.default')]
                    .filter((text) => text !== '')
                    .join(' · ')}
                  isChosen={chosen.has(dealer.id)}
                  onChange={(isChosen) => choose([dealer], isChosen)}
                />
              </li>
            ))}
          </ul>
          {more > 0 && (
            <p className="text-12 text-ink-2">{t('priceLists.dealers.more', { count: formatQuantity(more) })}</p>
          )}
        </>
      )}
    </FormDialog>
  )
}

type ChoiceProps = { label: string; note?: string; isChosen: boolean; onChange(isChosen: boolean): void }

function Choice({ label, note, isChosen, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 px-1 py-1.5 text-13 hover:bg-hover">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-(--brand)"
      />
      <span className="min-w-0">
        <span className="block font-medium [overflow-wrap:anywhere]">{label}</span>
        {note !== undefined && <span className="block text-12 text-ink-2">{note}</span>}
      </span>
    </label>
  )
}

/** Dealers of other lists by code, name and city. */
function useDealers(list: number, q: string) {
  const [found, setFound] = useState<Reply<typeof listPriceListDealers> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const query = { q, show: 'others', limit: String(shown) }
        setFound(
          await call(listPriceListDealers, { params: { id: String(list) }, query }, { ...(signal && { signal }) }),
        )
        setProblem(null)
      } catch (error) {
        if (!signal?.aborted && error instanceof CallError) setProblem(error.message)
      }
    },
    [list, q],
  )
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => void read(controller.signal), q === '' ? 0 : debounce)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [read, q])
  return { found, problem, reload: () => void read() }
}
