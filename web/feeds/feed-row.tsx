import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { type ListedFeed, type listFeeds, removeFeed, renewFeed } from '#contract/shop/feeds.ts'
import { call } from '#web/app/data/call.ts'
import { copyText } from '#web/app/copy-text.ts'
import { Moment } from '#web/app/moment.tsx'
import type { useWholeList } from '#web/administration/use-whole-list.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type Feeds = ReturnType<typeof useWholeList<typeof listFeeds>>

type FeedRowProps = { feed: ListedFeed; feeds: Feeds; onChange(): void }

export function FeedRow({ feed, feeds, onChange }: FeedRowProps) {
  const { t } = useTranslation()
  const { name, preset, format, url } = feed
  return (
    <li
      data-testid="feed"
      className="grid items-center gap-x-6 gap-y-3 border-t border-line px-4 py-3 first:border-t-0 lg:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="flex min-w-0 flex-col gap-2">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          <Badge>{format.toUpperCase()}</Badge>
          {preset !== 'standard' && <Badge tone="brand">{t(`feeds.presets.${preset}`)}</Badge>}
        </p>
        {url === null ? <p className="text-13 text-ink-2">{t('feeds.noAddress')}</p> : <Address url={url} />}
        <FeedFacts feed={feed} />
      </div>
      <FeedActions feed={feed} feeds={feeds} onChange={onChange} />
    </li>
  )
}

function Address({ url }: { url: string }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  async function copy(): Promise<void> {
    if (await copyText(url, field.current)) notify.success(t('feeds.copied'))
  }
  return (
    <div className="flex max-w-200 items-center gap-1">
      <input
        ref={field}
        readOnly
        aria-label={t('feeds.address')}
        value={url}
        className="code field h-9 w-full min-w-0 px-2.5 text-12 max-sm:h-11"
        onFocus={({ target }) => target.select()}
      />
      <IconButton label={t('feeds.copy')} onClick={() => void copy()}>
        <Copy size={16} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function FeedFacts({ feed }: { feed: ListedFeed }) {
  const { t } = useTranslation()
  const { price, percent, currency, taxIncluded, brands, categories, lastUsedAt, lastUsedFrom, user } = feed
  const facts = [
    t(`feeds.prices.${price}`),
    ...(percent === '0'
      ? []
      : [t(percent.startsWith('-') ? 'feeds.minus' : 'feeds.plus', { percent: percent.replace('-', '') })]),
    `${currency}, ${t(taxIncluded ? 'feeds.withTax' : 'feeds.withoutTax')}`,
    ...(brands.length === 0 ? [] : [t('feeds.brandCount', { count: brands.length })]),
    ...(categories.length === 0 ? [] : [t('feeds.categoryCount', { count: categories.length })]),
    t('feeds.viewOf', { name: user }),
  ]
  return (
    <p className="text-12 text-ink-2">
      {facts.join(' · ')} · {t('feeds.lastUsed')}{' '}
      {lastUsedAt === null ? (
        t('feeds.never')
      ) : (
        <>
          <Moment date={lastUsedAt} />
          {lastUsedFrom !== null && ` (${lastUsedFrom})`}
        </>
      )}
    </p>
  )
}

function FeedActions({ feed: { id, name }, feeds, onChange }: FeedRowProps) {
  const { t } = useTranslation()
  const params = { id: String(id) }
  const textOf = (key: string) => t(`feeds.${key}`, { name })

  async function ask(key: 'renew' | 'remove', change: () => Promise<Feeds['list']>): Promise<void> {
    const answer = await showAlert({
      title: textOf(`${key}Of`),
      text: textOf(`${key}Text`),
      actions: [{ label: textOf(key), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer === 'go') await feeds.runOrAlert(change, textOf(`${key}Done`))
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button aria-label={textOf('changeOf')} onClick={onChange}>
        {t('feeds.change')}
      </Button>
      <Button
        aria-label={`${textOf('renew')}: ${name}`}
        onClick={() => void ask('renew', () => call(renewFeed, { params }))}
      >
        {t('feeds.renew')}
      </Button>
      <Button
        variant="danger"
        aria-label={textOf('removeOf')}
        onClick={() => void ask('remove', () => call(removeFeed, { params }))}
      >
        {t('feeds.remove')}
      </Button>
    </div>
  )
}
