import { adminPriceChangePath } from '#contract/core/admin-pages.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { listPath } from '#web/administration/list-address.ts'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PriceChangeDetail } from './price-change-detail.ts'
import { momentText } from './moment-text.ts'

/** What to know before the rows: conflicts, warnings, the time of publication, reversals. */
export function ChangeStrips({ detail, place }: { detail: PriceChangeDetail; place: ListPlace }) {
  const { t, formatQuantity } = useTranslation()
  const { change, counts } = detail
  const isOpen = ['draft', 'waiting', 'scheduled'].includes(change.state)
  const rowsLink = (show: string, text: string) => (
    <AreaLink key={show} to={listPath(place.page, { show }, place.names)} className="tap underline">
      {text}
    </AreaLink>
  )
  const counted = (show: string) => ({ count: formatQuantity(counts[show] ?? 0) })
  const warned = (['large', 'belowCost', 'belowFloor'] as const).filter((show) => (counts[show] ?? 0) > 0)
  return (
    <>
      {change.state === 'waiting' && change.requestedBy !== null && (
        <MessageStrip tone="warning">
          {change.problem === 'second' && <>{t('priceChanges.strips.second')} </>}
          {t('priceChanges.strips.waiting', {
            name: change.requestedBy.name,
            when:
              change.publishAt === null
                ? t('priceChanges.strips.whenNow')
                : t('priceChanges.strips.whenAt', { time: momentText(change.publishAt) }),
          })}
        </MessageStrip>
      )}
      {change.state === 'scheduled' && change.publishAt !== null && (
        <MessageStrip tone="info">
          {t('priceChanges.strips.scheduled', {
            time: momentText(change.publishAt),
            conflicts: t(`priceChanges.strips.${change.overwrites ? 'overwrites' : 'keeps'}`),
          })}
        </MessageStrip>
      )}
      {isOpen && (counts['conflict'] ?? 0) > 0 && (
        <MessageStrip tone="warning" actions={rowsLink('conflict', t('priceChanges.toRows'))}>
          {t('priceChanges.strips.conflict', counted('conflict'))}
        </MessageStrip>
      )}
      {isOpen && warned.length > 0 && (
        <MessageStrip tone="warning">
          <span className="flex flex-wrap gap-x-4 gap-y-1">
            {t('priceChanges.strips.warnings')}
            {warned.map((show) => rowsLink(show, `${t(`priceChanges.shows.${show}`)} (${counted(show).count})`))}
          </span>
        </MessageStrip>
      )}
      {change.left > 0 && (
        <MessageStrip tone="info" actions={rowsLink('left', t('priceChanges.toRows'))}>
          {t('priceChanges.strips.left', { count: formatQuantity(change.left) })}
        </MessageStrip>
      )}
      {change.undoes !== null && (
        <MessageStrip tone="info">
          <AreaLink to={adminPriceChangePath(change.undoes.id)} className="tap underline">
            {t('priceChanges.undoes', { name: change.undoes.name })}
          </AreaLink>
        </MessageStrip>
      )}
      {change.undoneBy !== null && (
        <MessageStrip tone="info">
          <AreaLink to={adminPriceChangePath(change.undoneBy.id)} className="tap underline">
            {t('priceChanges.undoneBy')}
          </AreaLink>{' '}
          ({t(`priceChanges.states.${change.undoneBy.state}`)})
        </MessageStrip>
      )}
    </>
  )
}
