import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSearchParameters } from '#web/app/use-search-parameters.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { sharedDraftParameter } from '#contract/core/cart-paths.ts'
import { getSharedDraft } from '#contract/shop/shared-drafts.ts'
import { draftLinesMax, type DraftLine } from '#domain/cart/draft-line.ts'
import { dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Received = Reply<typeof getSharedDraft> | { error: string }

/** Lines of the link that the page was opened with. `onTake` returns false if there is no room for them. */
export function ReceivedLines({ onTake }: { onTake(lines: readonly DraftLine[]): boolean }) {
  const { t, formatQuantity } = useTranslation()
  const search = useSearchParameters()
  const navigate = useNavigate()
  const token = search.get(sharedDraftParameter)
  const received = useReceived(token)
  const [isFull, setFull] = useState(false)
  if (token === null || received === null) return null

  function close(): void {
    const rest = new URLSearchParams(search)
    rest.delete(sharedDraftParameter)
    void navigate(`?${rest}`, { replace: true, preventScrollReset: true })
  }
  const closeButton = (
    <Button size="sm" onClick={close}>
      {t('sharing.dismiss')}
    </Button>
  )
  if ('error' in received) {
    return (
      <MessageStrip tone="warning" role="alert" className="mb-3" actions={closeButton}>
        {received.error}
      </MessageStrip>
    )
  }
  const { title, owner, lines, createdAt } = received
  const take = () => (onTake(lines) ? close() : setFull(true))
  return (
    <MessageStrip
      tone="info"
      role="status"
      className="mb-3"
      actions={
        <>
          {closeButton}
          <Button size="sm" variant="solid" onClick={take}>
            {t('sharing.take')}
          </Button>
        </>
      }
    >
      {t('sharing.received', { owner, count: lines.length, title, day: formatDay(dayInTurkey(new Date(createdAt))) })}{' '}
      {isFull && <b>{t('sharing.tooMany', { max: formatQuantity(draftLinesMax) })}</b>}
    </MessageStrip>
  )
}

function useReceived(token: string | null): Received | null {
  const [received, setReceived] = useState<Received | null>(null)
  useEffect(() => {
    if (token === null) return undefined
    let isGone = false
    async function load(known: string): Promise<void> {
      try {
        const reply = await call(getSharedDraft, { params: { token: known } })
        if (!isGone) setReceived(reply)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.status === 401) return redirectToSignIn()
        if (!isGone) setReceived({ error: error.message })
      }
    }
    void load(token)
    return () => {
      isGone = true
    }
  }, [token])
  return received
}
