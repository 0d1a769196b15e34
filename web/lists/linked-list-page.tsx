import '#web/app/page-words.ts'
import { useNavigate } from 'react-router'
import { listPath, sharedListPath } from '#contract/core/list-paths.ts'
import { copyLinkedList, getLinkedList } from '#contract/shop/lists.ts'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/linked-list-page.ts'

const load = async (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => {
  const { token } = params
  return { token, list: await api(getLinkedList, { params }) }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** A list that a colleague has sent as a link, to copy. */
export default function LinkedListPage({ loaderData: { token, list } }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, failure, send } = useSubmit()
  const goTo = useNavigate()
  const title = t('lists.linked.title', { name: list.name })
  const copy = () => send(async () => goTo(listPath((await call(copyLinkedList, { params: { token } })).id)))
  return (
    <div className="page-width flex max-w-220! flex-col gap-4 py-5">
      <PageHead title={title} description={t('lists.linked.description')} canonical={sharedListPath(token)} noIndex />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-20 font-semibold [overflow-wrap:anywhere]">{title}</h1>
          <p className="mt-1 text-13 text-ink-2">{t('lists.linked.from', { name: list.owner })}</p>
        </div>
        <Button variant="solid" size="card" busy={isBusy} onClick={() => void copy()}>
          {t('lists.linked.copy')}
        </Button>
      </div>
      <Failure text={failure?.message} />
      <ul className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        {list.lines.map(({ id, code, name, quantity, unit, note, problem }) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line px-4 py-2.5 last:border-0"
          >
            <span>
              <ProductCode code={code} className="text-12 text-ink-2" />
              <span className="block font-medium">{name}</span>
              <span className="block text-12 text-ink-2">
                {[note, problem === null ? '' : t(`lists.problems.${problem}`)].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="whitespace-nowrap">
              {formatQuantity(quantity)} {unit}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
