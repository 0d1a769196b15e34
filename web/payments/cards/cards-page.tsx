import '#web/app/page-words.ts'
import { useState } from 'react'
import { pages } from '#contract/core/pages.ts'
import { listStoredCards, removeStoredCard, type StoredCard } from '#contract/shop/stored-cards.ts'
import { call } from '#web/app/data/call.ts'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/cards-page.ts'
import { CardNameDialog } from './card-name-dialog.tsx'
import { CardRow } from './card-row.tsx'

const load = (api: ServerCall) => api(listStoredCards)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The user's stored cards: names and removes them. Cards are added by paying. */
export default function CardsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [cards, setCards] = useState(loaderData.items)
  const [named, setNamed] = useState<StoredCard | null>(null)
  const { isBusy, failure, send } = useSubmit()
  async function remove(card: StoredCard): Promise<void> {
    const answer = await showAlert({
      title: t('payment.stored.removeTitle', { last4: card.last4 }),
      text: t('payment.stored.removeText', { keeper: card.keeper }),
      actions: [{ label: t('payment.stored.remove'), value: 'remove', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'remove') return
    await send(async () => {
      setCards((await call(removeStoredCard, { params: { id: String(card.id) } })).items)
      notify.success(t('payment.stored.removed'), { id: 'account' })
    })
  }
  return (
    <div className="page-width flex max-w-260! flex-col gap-4 py-5">
      <PageHead
        title={t('payment.stored.title')}
        description={t('payment.stored.description')}
        canonical={pages.accountCards}
        noIndex
      />
      <div>
        <h1 className="text-20 font-semibold">{t('payment.stored.title')}</h1>
        <p className="max-w-180 text-13 text-ink-2">{t('payment.stored.description')}</p>
      </div>
      <Failure text={failure?.message} />
      {cards.length === 0 ? (
        <EmptyState className="py-16" title={t('payment.stored.empty')} text={t('payment.stored.emptyText')} />
      ) : (
        <ul className="divide-y divide-line rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
          {cards.map((card) => (
            <CardRow
              key={card.id}
              card={card}
              isBusy={isBusy}
              onName={() => setNamed(card)}
              onRemove={() => void remove(card)}
            />
          ))}
        </ul>
      )}
      {named !== null && (
        <CardNameDialog
          card={named}
          onClose={() => setNamed(null)}
          onSaved={(items) => {
            setCards(items)
            setNamed(null)
          }}
        />
      )}
    </div>
  )
}
