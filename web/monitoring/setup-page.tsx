import { adminSetupPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { getSetup, type SetupStep, setupSteps } from '#contract/admin/setup.ts'
import { pages, settingsPath } from '#contract/core/pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/setup-page.ts'

const load = (api: ServerCall) => api(getSetup)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Where each step is done. */
const screens: Record<SetupStep, string> = {
  company: settingsPath('store'),
  logo: settingsPath('store'),
  email: pages.adminMail,
  products: pages.adminImports,
  prices: pages.adminProducts,
  stock: pages.adminProducts,
  dealers: pages.adminDealers,
  users: pages.adminUsers,
  pos: pages.adminPos,
  erp: pages.adminErp,
  order: pages.home,
}

/** The steps from an empty shop to the first order; each is checked off when the shop has its data. */
export default function SetupPage({ loaderData: { done } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = t('administration.setup.title')
  const isComplete = done.length === setupSteps.length
  const progress = t('administration.setup.progress', { done: done.length, total: setupSteps.length })
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('administration.setup.description')} canonical={adminSetupPath} noIndex />
      <div className="flex max-w-200 flex-col gap-4">
        <p className="text-ink-2">{t(`administration.setup.${isComplete ? 'complete' : 'intro'}`)}</p>
        <div>
          <p className="pb-1.5 text-13 font-medium">{progress}</p>
          <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
            <div className="h-full bg-brand" style={{ width: `${(100 * done.length) / setupSteps.length}%` }} />
          </div>
        </div>
        <ol className="rounded-panel border border-line bg-surface">
          {setupSteps.map((step) => (
            <SetupRow key={step} step={step} isDone={done.includes(step)} />
          ))}
        </ol>
      </div>
    </AdminFrame>
  )
}

function SetupRow({ step, isDone }: { step: SetupStep; isDone: boolean }) {
  const { t } = useTranslation()
  const textOf = (key: string) => t(`administration.setup.steps.${step}.${key}`)
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0">
      <Icon
        size={20}
        role="img"
        aria-label={t(`administration.setup.${isDone ? 'done' : 'open'}`)}
        className={isDone ? 'text-success' : 'text-ink-2'}
      />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-14 font-semibold">{textOf('title')}</h2>
        <p className="text-13 text-ink-2">{textOf('text')}</p>
      </div>
      <AreaLink isAction to={screens[step]} className={buttonClasses('outline', 'card', 'max-sm:ml-9')}>
        {textOf('action')}
      </AreaLink>
    </li>
  )
}
