import '#web/app/page-words.ts'
import { pages } from '#contract/core/pages.ts'
import {
  addAddress,
  changeAddress,
  importAddresses,
  listAddresses,
  previewAddresses,
  removeAddress,
} from '#contract/shop/addresses.ts'
import { call } from '#web/app/data/call.ts'
import { loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { sendFile } from '#web/app/data/send-file.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/addresses-page.ts'
import { AddressBook, type AddressCalls } from './address-book.tsx'

const load = (api: ServerCall) => api(listAddresses)
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const calls: AddressCalls = {
  read: () => call(listAddresses),
  add: (values) => call(addAddress, { body: { values } }),
  change: (id, before, values) => call(changeAddress, { params: { id: String(id) }, body: { before, values } }),
  remove: (id) => call(removeAddress, { params: { id: String(id) } }),
  preview: (file) => sendFile(previewAddresses, file, () => {}).done,
  addAll: (addresses) => call(importAddresses, { body: { addresses } }),
}

/** The delivery addresses of the dealer. */
export default function AddressesPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <div className="page-width flex max-w-260! flex-col gap-4 py-5">
      <PageHead
        title={t('addresses.title')}
        description={t('addresses.description')}
        canonical={pages.accountAddresses}
        noIndex
      />
      <AddressBook loaded={loaderData} calls={calls}>
        {(list, add, isEmpty) => (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <div className="max-w-180 min-w-0 flex-1 basis-60">
                <h1 className="text-20 font-semibold">{t('addresses.title')}</h1>
                <p className="text-13 text-ink-2">{t('addresses.description')}</p>
              </div>
              {!isEmpty && add}
            </div>
            {isEmpty ? (
              <EmptyState title={t('addresses.empty')} text={t('addresses.emptyText')} actions={add} className="py-8" />
            ) : (
              <div className="rounded-panel border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
                {list}
              </div>
            )}
          </>
        )}
      </AddressBook>
    </div>
  )
}
