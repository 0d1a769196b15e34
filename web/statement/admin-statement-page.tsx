import '#web/app/page-words.ts'
import { adminDealerPath, adminStatementPath } from '#contract/core/record-paths.ts'
import { getDealerStatement } from '#contract/shop/statement.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-statement-page.ts'
import { queryOf } from './statement-path.ts'
import { StatementView } from './statement-view.tsx'

const load = (api: ServerCall, { params, url }: PageLocation<Route.LoaderArgs>) =>
  api(getDealerStatement, { params, ...queryOf(url) })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** A dealer's account statement as the dealer sees it, for administrators. */
export default function AdminStatementPage({ loaderData: statement }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { id, code, name } = statement.dealer
  const page = adminStatementPath(id)
  return (
    <DetailFrame
      title={`${t('statement.title')} · ${name}`}
      description={t('statement.ofDealer')}
      path={page}
      back={{ to: adminDealerPath(id), label: name }}
    >
      <StatementView statement={statement} page={page} subject={`${code} · ${name}`} />
    </DetailFrame>
  )
}
