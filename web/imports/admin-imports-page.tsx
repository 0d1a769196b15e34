import '#web/app/page-words.ts'
import { listProfiles } from '#contract/admin/imports/import-profiles.ts'
import { listImports } from '#contract/admin/imports/imports.ts'
import { pages } from '#contract/core/pages.ts'
import { adminImportPath } from '#contract/core/record-paths.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { listPath, queryOf } from '#web/administration/list-address.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-imports-page.ts'
import { ImportKinds } from './import-kinds.tsx'
import { ImportProfiles } from './import-profiles.tsx'
import { PastImports } from './past-imports.tsx'
import { UploadBox } from './upload-box.tsx'

const load = async (api: ServerCall, { url }: PageLocation) => {
  const priceList = new URL(url).searchParams.get('list')?.slice(0, 60) ?? null
  const [list, profiles] = await Promise.all([api(listImports, queryOf(url, [])), api(listProfiles)])
  return { ...list, profiles, priceList }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Uploads files and lists earlier imports. */
export default function AdminImportsPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <AdminFrame title={<h1 className="truncate">{t('imports.title')}</h1>}>
      <PageHead
        title={t('imports.title')}
        description={t('imports.description')}
        canonical={pages.adminImports}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-5">
        <ImportKinds current="products" />
        <MayChange>
          <UploadBox priceList={list.priceList} />
        </MayChange>
        <ImportProfiles loaded={list.profiles} />
        <PastImports
          items={list.items.map(({ files, summary, ...item }) => ({
            ...item,
            path: adminImportPath(item.id),
            files: files.join(', '),
            figures: summary && [summary.created, summary.updated, summary.rejected],
          }))}
          figuresTitle={t('imports.list.figures')}
          page={list.page}
          pages={list.pages}
          to={(page) => listPath(pages.adminImports, { page }, [])}
        />
      </div>
    </AdminFrame>
  )
}
