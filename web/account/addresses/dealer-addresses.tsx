import {
  addDealersAddress,
  changeDealersAddress,
  importDealersAddresses,
  listDealersAddresses,
  previewDealersAddresses,
  removeDealersAddress,
} from '#contract/admin/addresses.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import type { StoredAddress } from '#contract/shop/addresses.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { call } from '#web/app/data/call.ts'
import { sendFile } from '#web/app/data/send-file.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { AddressBook } from './address-book.tsx'

/** The call with the dealer in its path, to which the file is sent. */
const filePreviewOf = (id: string) => ({
  ...previewDealersAddresses,
  path: urlOf(previewDealersAddresses.path, { id }) as `/${string}`,
})

/** The delivery addresses of a dealer on its page in the administration. */
export function DealerAddresses({ dealerId, loaded }: { dealerId: number; loaded: { items: StoredAddress[] } }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const id = String(dealerId)
  const paramsOf = (addressId: number) => ({ id, addressId: String(addressId) })
  return (
    <AddressBook
      loaded={loaded}
      canChange={user?.permissions.includes('people:write') === true}
      calls={{
        read: () => call(listDealersAddresses, { params: { id } }),
        add: (values) => call(addDealersAddress, { params: { id }, body: { values } }),
        change: (addressId, before, values) =>
          call(changeDealersAddress, { params: paramsOf(addressId), body: { before, values } }),
        remove: (addressId) => call(removeDealersAddress, { params: paramsOf(addressId) }),
        preview: (file) => sendFile(filePreviewOf(id), file, () => {}).done,
        addAll: (addresses) => call(importDealersAddresses, { params: { id }, body: { addresses } }),
      }}
    >
      {(list, add, isEmpty) => (
        <AdminPanel title={t('addresses.title')} end={add}>
          <p className="text-13 text-ink-2">{t(isEmpty ? 'addresses.emptyOfDealer' : 'addresses.ofDealer')}</p>
          {!isEmpty && <div className="-mx-4 -mb-4 border-t border-line">{list}</div>}
        </AdminPanel>
      )}
    </AddressBook>
  )
}
