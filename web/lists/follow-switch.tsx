import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { followList, markListSeen, type WholeList } from '#contract/shop/lists.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Whether the user is told about changed prices and stock that returns; and what is new since the last visit. */
export function FollowSwitch({ list }: { list: WholeList }) {
  const { t, formatQuantity } = useTranslation()
  const { revalidate } = useRevalidator()
  const { send } = useSubmit()
  const [follow, setFollow] = useState({ isFollowed: list.isFollowed, hasEmails: list.hasEmails })
  const newsCount = list.lines.filter(({ news }) => news !== null).length
  const params = { id: String(list.id) }

  function change(next: typeof follow): void {
    const before = follow
    setFollow(next)
    void send(
      async () => {
        await call(followList, { params, body: next })
        await revalidate()
      },
      ({ message }) => {
        setFollow(before)
        return showAlert({ text: message })
      },
    )
  }
  const seen = () =>
    send(async () => {
      await call(markListSeen, { params })
      await revalidate()
    })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Switch
          isOn={follow.isFollowed}
          onChange={(isFollowed) => change({ isFollowed, hasEmails: isFollowed && follow.hasEmails })}
        >
          {t('lists.follow.on')}
        </Switch>
        {follow.isFollowed && (
          <Switch isOn={follow.hasEmails} onChange={(hasEmails) => change({ isFollowed: true, hasEmails })}>
            {t('lists.follow.emails')}
          </Switch>
        )}
      </div>
      {newsCount > 0 && (
        <MessageStrip
          tone="info"
          role="status"
          actions={
            <Button size="sm" onClick={() => void seen()}>
              {t('lists.follow.seen')}
            </Button>
          }
        >
          {t('lists.follow.hint', { count: newsCount, number: formatQuantity(newsCount) })}
        </MessageStrip>
      )}
    </div>
  )
}
