import { adminPriceChangesPath, adminPriceComparisonPath, adminPriceListsPath } from '#contract/core/admin-pages.ts'
import { Copy, FilePenLine, FileUp, GitCompareArrows, Pencil, Percent, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type ListedPriceList, removePriceList } from '#contract/admin/price-lists.ts'
import { pages } from '#contract/core/pages.ts'
import { useMayChange } from '#web/administration/may-change.tsx'
import { call, CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

export type ListAction = 'copy' | 'rename' | 'raise' | 'assign'

/** What can be done with a list. */
export function PriceListActions({ list, onChoose }: { list: ListedPriceList; onChoose(action: ListAction): void }) {
  const { t } = useTranslation()
  const mayChange = useMayChange()
  const mayImport = useMayChange('catalog')
  const action = (name: ListAction, label: string, Icon: typeof Copy, variant: 'solid' | 'outline' = 'outline') => (
    <Button variant={variant} size="card" icon={<Icon size={16} aria-hidden="true" />} onClick={() => onChoose(name)}>
      {t(label)}
    </Button>
  )
  const link = (to: string, label: string, Icon: typeof Copy) => (
    <AreaLink isAction to={to} className={buttonClasses('outline', 'card')}>
      <Icon size={16} aria-hidden="true" /> {t(label)}
    </AreaLink>
  )
  return (
    <div className="flex flex-wrap gap-2">
      {mayChange && list.units > 0 && action('raise', 'priceLists.raise.open', Percent, 'solid')}
      {link(`${adminPriceChangesPath}?list=${list.id}`, 'priceChanges.open', FilePenLine)}
      {mayChange && action('copy', 'priceLists.copy', Copy)}
      {mayImport && link(`${pages.adminImports}?list=${encodeURIComponent(list.code)}`, 'priceLists.import', FileUp)}
      {link(
        `${adminPriceComparisonPath}?${list.isDefault ? 'a' : 'b'}=${list.id}`,
        'priceLists.compare',
        GitCompareArrows,
      )}
      {mayChange && action('rename', 'priceLists.rename', Pencil)}
      {mayChange && !list.isDefault && <RemoveButton list={list} />}
    </div>
  )
}

function RemoveButton({ list: { id, name, units } }: { list: ListedPriceList }) {
  const { t, formatQuantity } = useTranslation()
  const goTo = useNavigate()
  const [isBusy, setBusy] = useState(false)
  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: t('priceLists.removeOf', { name }),
      text: t('priceLists.removeText', { count: formatQuantity(units) }),
      actions: [{ label: t('priceLists.remove'), value: 'remove', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'remove') return
    setBusy(true)
    try {
      await call(removePriceList, { params: { id: String(id) } })
      notify.success(t('priceLists.removed'), { id: 'price-list' })
      await goTo(adminPriceListsPath)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) return redirectToSignIn()
      await showAlert({ text: error.message })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="card" busy={isBusy} icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => void remove()}>
      {t('priceLists.remove')}
    </Button>
  )
}
