import { Check, CircleStop, Truck } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { applyFileImport, cancelFileImport, type FileImportDetail } from '#contract/admin/imports/file-imports.ts'
import { pages } from '#contract/core/pages.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Props = {
  detail: FileImportDetail
  /** False while the options differ from those of the preview. */
  mayApply: boolean
}

export function FileImportActions({ detail: { id, kind, state, summary, hasWork, secondPerson }, mayApply }: Props) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const params = { id: String(id) }
  async function apply(): Promise<void> {
    const figure = (name: string) => formatQuantity(summary?.[name] ?? 0)
    const rows = (summary?.rejected ?? 0) > 0 ? 'rejected' : 'rows'
    const text = kind === 'pictures' || kind === 'shipments' ? kind : rows
    const answer = await showAlert({
      title: t('imports.files.apply.title'),
      text: t(`imports.files.apply.${text}`, {
        added: figure('added'),
        changed: figure('changed'),
        rejected: figure('rejected'),
        products: figure('changed'),
        shipments: figure('shipments'),
      }),
      actions: [{ label: t('imports.actions.apply'), value: 'yes', variant: 'solid' }],
      close: t('ui.cancel'),
    })
    if (answer === 'yes') await run(applyFileImport, { params })
  }
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      {kind === 'shipments' && state === 'applied' && (
        <Link to={pages.adminShipments} className={buttonClasses('outline', 'card')}>
          <Truck size={16} aria-hidden="true" /> {t('imports.files.one.toShipments')}
        </Link>
      )}
      {state === 'ready' && hasWork && (
        <Button
          variant="solid"
          size="card"
          busy={isBusy}
          disabled={!mayApply || secondPerson?.mayApply === false}
          icon={<Check size={16} aria-hidden="true" />}
          onClick={() => void apply()}
        >
          {t('imports.actions.apply')}
        </Button>
      )}
      {(state === 'previewing' || state === 'applying') && (
        <Button
          size="card"
          busy={isBusy}
          icon={<CircleStop size={16} aria-hidden="true" />}
          onClick={() => void run(cancelFileImport, { params })}
        >
          {t('imports.actions.cancel')}
        </Button>
      )}
    </div>
  )
}
