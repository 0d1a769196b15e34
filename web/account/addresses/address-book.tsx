import { FileUp, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AddressLine, AddressValues, StoredAddress } from '#contract/shop/addresses.ts'
import { addressLines } from '#domain/orders/delivery.ts'
import { CallError } from '#web/app/data/call.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { AddressDialog } from './address-dialog.tsx'
import { AddressFileDialog } from './address-file-dialog.tsx'
import { useAddressFilter } from './address-filter.tsx'

type AddressList = { items: StoredAddress[] }

/** The calls behind a list of addresses: a dealer's own ones, or those of staff for a dealer. */
export type AddressCalls = {
  read(): Promise<AddressList>
  add(values: AddressValues): Promise<AddressList>
  change(id: number, before: AddressValues, values: AddressValues): Promise<AddressList>
  remove(id: number): Promise<AddressList>
  preview(file: File): Promise<{ lines: AddressLine[] }>
  addAll(addresses: AddressValues[]): Promise<AddressList & { added: number; changed: number }>
}

type AddressBookProps = {
  loaded: AddressList
  calls: AddressCalls
  canChange?: boolean
  /** The page around the list, with the button that adds an address. */
  children(list: ReactNode, add: ReactNode, isEmpty: boolean): ReactNode
}

/** The delivery addresses of a dealer, with the dialogs that change them. */
export function AddressBook({ loaded, calls, canChange = true, children }: AddressBookProps) {
  const { t } = useTranslation()
  const [items, setItems] = useState(loaded.items)
  const [isBusy, setBusy] = useState(false)
  const [isReading, setReading] = useState(false)
  const { shown: found, filter } = useAddressFilter(items)
  const [edited, setEdited] = useState<StoredAddress | null | undefined>(undefined)

  async function run(change: () => Promise<AddressList>, doneText: string): Promise<CallError | null> {
    if (isBusy) return null
    setBusy(true)
    try {
      setItems((await change()).items)
      notify.success(doneText, { id: 'addresses' })
      return null
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      if (error.status === 404 || error.status === 409) setItems((await calls.read().catch(() => ({ items }))).items)
      return error
    } finally {
      setBusy(false)
    }
  }

  async function remove({ id, values: { name, isDefault } }: StoredAddress): Promise<void> {
    const answer = await showAlert({
      title: t('addresses.removeNamed', { name }),
      text: t(isDefault ? 'addresses.removeDefault' : 'addresses.removeText'),
      actions: [{ label: t('addresses.remove'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    const error = await run(() => calls.remove(id), t('addresses.removed'))
    if (error !== null) await showAlert({ text: error.message })
  }

  const add = canChange && (
    <div className="flex flex-wrap gap-2">
      <Button size="card" icon={<FileUp size={16} aria-hidden="true" />} onClick={() => setReading(true)}>
        {t('addresses.file.open')}
      </Button>
      <Button variant="solid" size="card" icon={<Plus size={16} aria-hidden="true" />} onClick={() => setEdited(null)}>
        {t('addresses.add')}
      </Button>
    </div>
  )
  const list = (
    <>
      {filter}
      <ul className="flex flex-col">
        {found.map((address) => (
          <AddressRow
            key={address.id}
            address={address}
            actions={
              canChange && (
                <div className="flex gap-2">
                  <Button
                    aria-label={t('addresses.changeNamed', { name: address.values.name })}
                    onClick={() => setEdited(address)}
                  >
                    {t('addresses.change')}
                  </Button>
                  <Button
                    variant="danger"
                    aria-label={t('addresses.removeNamed', { name: address.values.name })}
                    onClick={() => void remove(address)}
                  >
                    {t('addresses.remove')}
                  </Button>
                </div>
              )
            }
          />
        ))}
      </ul>
    </>
  )
  return (
    <>
      {children(list, add, items.length === 0)}
      {isReading && (
        <AddressFileDialog
          preview={calls.preview}
          save={async (addresses) => {
            const { items: saved, ...counts } = await calls.addAll(addresses)
            setItems(saved)
            notify.success(t('addresses.file.done', counts), { id: 'addresses' })
          }}
          onClose={() => setReading(false)}
        />
      )}
      {edited !== undefined && (
        <AddressDialog
          key={edited?.id ?? 0}
          address={edited}
          isFirst={items.length === 0}
          isBusy={isBusy}
          save={(values) =>
            run(
              () => (edited === null ? calls.add(values) : calls.change(edited.id, edited.values, values)),
              t('addresses.saved'),
            )
          }
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function AddressRow({ address: { values, users }, actions }: { address: StoredAddress; actions: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li
      data-testid="address"
      className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <div className="min-w-0 flex-1 basis-72 text-13 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-2 text-14 font-semibold">
          {values.name}
          {values.isDefault && <Badge tone="brand">{t('addresses.isDefault')}</Badge>}
          {values.isDisabled && <Badge tone="neutral">{t('addresses.isDisabled')}</Badge>}
        </p>
        <p className="text-ink-2">{addressLines(values).join(', ')}</p>
        <p className="text-ink-2">
          {values.recipient} · {values.phone}
          {values.erpCode !== '' && (
            <>
              {' · '}
              {t('addresses.fields.erpCode')}: <span className="code">{values.erpCode}</span>
            </>
          )}
        </p>
        {users.length > 0 && <p className="text-12 text-ink-2">{t('addresses.users', { names: users.join(', ') })}</p>}
      </div>
      {actions}
    </li>
  )
}
