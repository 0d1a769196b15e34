import { Check, CircleStop, Undo2 } from 'lucide-react'
import {
  applyImport,
  cancelImport,
  changesPrices,
  changesProducts,
  type ImportDetail,
  undoImport,
} from '#contract/admin/imports/imports.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Props = {
  detail: ImportDetail
  /** False while the options differ from those of the preview. */
  mayApply: boolean
}

export function ImportActions({ detail: { id, state, summary, questions, secondPerson }, mayApply }: Props) {
  const { t, formatQuantity } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const { user } = useVisitor()
  const needsPriceRight =
    summary !== null && changesPrices(summary) && user?.permissions.includes('prices:write') !== true
  const params = { id: String(id) }

  async function confirm(
    name: 'apply' | 'undo',
    variant: 'solid' | 'danger',
    facts = {},
    more: string[] = [],
  ): Promise<boolean> {
    const answer = await showAlert({
      title: t(`imports.${name}.title`),
      text: [t(`imports.${name}.text`, facts), ...more].join(' '),
      actions: [{ label: t(`imports.${name}.confirm`), value: 'yes', variant }],
      close: t('ui.cancel'),
    })
    return answer === 'yes'
  }
  const apply = async () => {
    const facts = { created: formatQuantity(summary?.created ?? 0), updated: formatQuantity(summary?.updated ?? 0) }
    const changed = summary?.pictures?.products ?? 0
    const pictures = changed > 0 ? [t('imports.apply.pictures', { n: formatQuantity(changed) })] : []
    if (await confirm('apply', 'solid', facts, pictures)) await run(applyImport, { params })
  }
  const undo = async () => {
    if (await confirm('undo', 'danger')) await run(undoImport, { params })
  }
  const hasWork = summary !== null && changesProducts(summary)
  return (
    <div className="ml-auto flex flex-wrap gap-2">
      {state === 'ready' && hasWork && (
        <Button
          variant="solid"
          size="card"
          busy={isBusy}
          disabled={!mayApply || questions.length > 0 || needsPriceRight || secondPerson?.mayApply === false}
          icon={<Check size={16} aria-hidden="true" />}
          onClick={() => void apply()}
        >
          {t('imports.actions.apply')}
        </Button>
      )}
      {(state === 'waiting' || state === 'previewing' || state === 'applying') && (
        <Button
          size="card"
          busy={isBusy}
          icon={<CircleStop size={16} aria-hidden="true" />}
          onClick={() => void run(cancelImport, { params })}
        >
          {t('imports.actions.cancel')}
        </Button>
      )}
      {state === 'applied' && !needsPriceRight && (
        <Button
          variant="danger"
          size="card"
          busy={isBusy}
          icon={<Undo2 size={16} aria-hidden="true" />}
          onClick={() => void undo()}
        >
          {t('imports.actions.undo')}
        </Button>
      )}
    </div>
  )
}
