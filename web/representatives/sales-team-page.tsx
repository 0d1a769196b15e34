import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { listRepresentatives, type ListedRepresentative } from '#contract/admin/representatives.ts'
import { adminUserPath } from '#contract/core/record-paths.ts'
import { salesPersonPath, salesTeamPath } from '#contract/core/representative-pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/sales-team-page.ts'
import { TargetBar } from './target-bar.tsx'

const load = (api: ServerCall) => api(listRepresentatives)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** All representatives with their dealers, discounts and the month. */
export default function SalesTeamPage({ loaderData: { items } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const title = t('representatives.team.title')
  const head = (name: string) => t(`representatives.team.columns.${name}`)
  const add = user?.permissions.includes('people:write') === true && (
    <AreaLink isAction to={`${adminUserPath('yeni')}?role=representative`} className={buttonClasses('solid', 'card')}>
      <Plus size={16} aria-hidden="true" /> {t('representatives.team.add')}
    </AreaLink>
  )
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('representatives.team.text')} canonical={salesTeamPath} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        {items.length === 0 ? (
          <EmptyState
            title={t('representatives.team.empty')}
            text={t('representatives.team.emptyText')}
            actions={add}
          />
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p className="text-13 text-ink-2">{t('representatives.team.text')}</p>
              {add}
            </div>
            <CardTable
              label={title}
              below="lg"
              head={
                <>
                  <HeadCell className="w-full pl-4">{head('name')}</HeadCell>
                  <HeadCell align="right">{head('dealers')}</HeadCell>
                  <HeadCell>{head('discount')}</HeadCell>
                  <HeadCell className="pr-4">{head('month')}</HeadCell>
                </>
              }
            >
              {items.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </CardTable>
          </>
        )}
      </div>
    </AdminFrame>
  )
}

function PersonRow({ person }: { person: ListedRepresentative }) {
  const { t, formatQuantity } = useTranslation()
  const { id, name, email, isDisabled, dealers, regions, linePercent, totalPercent, floorPercent } = person
  return (
    <tr data-testid="representative" className={cardRow.lg}>
      <Cell className="max-lg:col-span-2 max-lg:px-0 lg:pl-4">
        {/* The whole row links to the representative. */}
        <Link
          to={salesPersonPath(id)}
          className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {name}
        </Link>{' '}
        {isDisabled && <Badge>{t('people.states.disabled')}</Badge>}
        <span className="block text-12 text-ink-2">{email}</span>
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-lg:px-0 max-lg:text-left!">
        {t('representatives.team.dealers', { count: dealers, number: formatQuantity(dealers) })}
        {regions.length > 0 && <span className="block text-12 text-ink-2">{regions.join(', ')}</span>}
      </Cell>
      <Cell className="whitespace-nowrap max-lg:px-0 max-lg:text-right">
        {t('representatives.team.percents', {
          line: formatQuantity(linePercent),
          total: formatQuantity(totalPercent),
        })}
        <span className="block text-12 text-ink-2">
          {floorPercent === null
            ? t('representatives.team.noFloor')
            : t('representatives.team.floor', { percent: formatQuantity(floorPercent) })}
        </span>
      </Cell>
      <Cell className="max-lg:col-span-2 max-lg:px-0 lg:min-w-48 lg:pr-4">
        <TargetBar target={person.target === 0 ? null : person.target} sold={person.sold} />
      </Cell>
    </tr>
  )
}
