import '#web/app/page-words.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  changeIdentityProvider,
  createIdentityProvider,
  getIdentityProvider,
  type IdentityProvider,
  type IdentityProviderValues,
  listIdentityProviders,
  removeIdentityProvider,
  testIdentityProvider,
} from '#contract/admin/identity-providers.ts'
import { adminIdentityProviderPath, adminIdentityProvidersPath } from '#contract/core/single-sign-on-paths.ts'
import { AdminPanel } from '#web/administration/admin-panel.tsx'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { SavedForm } from '#web/administration/saved-form.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-identity-provider-page.ts'
import { IdentityProviderFields, type TypedProvider } from './identity-provider-fields.tsx'

async function load(api: ServerCall, { params: { id } }: PageLocation<Route.LoaderArgs>) {
  if (id !== 'yeni') return api(getIdentityProvider, { params: { id } })
  const { redirectUri } = await api(listIdentityProviders)
  return { provider: null, redirectUri }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** An existing or new OpenID provider. */
export default function AdminIdentityProviderPage({ loaderData, params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { provider, redirectUri } = loaderData
  const title = provider?.name ?? t('singleSignOn.new')
  return (
    <DetailFrame
      title={title}
      description={t('singleSignOn.description')}
      path={adminIdentityProvidersPath}
      back={{ to: adminIdentityProvidersPath, label: t('singleSignOn.title') }}
    >
      <div key={id} className="flex max-w-220 flex-col gap-4">
        <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{title}</h1>
        <AdminPanel title={t('singleSignOn.address.title')}>
          <p className="text-ink-2">{t('singleSignOn.address.text')}</p>
          <p className="code rounded-control bg-fill px-3 py-2 text-13 [overflow-wrap:anywhere] select-all">
            {redirectUri}
          </p>
        </AdminPanel>
        <Form provider={provider} />
        {provider !== null && (
          <MayChange area="settings">
            <Actions provider={provider} />
          </MayChange>
        )}
      </div>
    </DetailFrame>
  )
}

const emptyValues: IdentityProviderValues = {
  dealer: '',
  name: '',
  issuer: '',
  clientId: '',
  domains: '',
  trustsEmail: false,
  isActive: false,
  isRequired: false,
  newUserRole: '',
}

/** The values alone, as the calls have them. */
const withoutSecret = (typed: TypedProvider): IdentityProviderValues =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => name !== 'clientSecret')) as IdentityProviderValues

function Form({ provider }: { provider: IdentityProvider | null }) {
  const { t } = useTranslation()
  const typedOf = (values: IdentityProviderValues): TypedProvider => ({ ...values, clientSecret: '' })
  const form = useSavedForm<TypedProvider>({
    saved: typedOf(provider?.values ?? emptyValues),
    save: async (typedBefore, { clientSecret, ...values }) => {
      const before = withoutSecret(typedBefore)
      const secret = clientSecret === '' ? {} : { clientSecret }
      if (provider === null) {
        const { id } = await call(createIdentityProvider, { body: { values, ...secret } })
        return { to: adminIdentityProviderPath(id) }
      }
      const params = { id: String(provider.id) }
      const saved = await call(changeIdentityProvider, { params, body: { before, values, ...secret } })
      return { values: typedOf(saved.values) }
    },
    reload: async () => {
      if (provider === null) return typedOf(emptyValues)
      const { provider: now } = await call(getIdentityProvider, { params: { id: String(provider.id) } })
      return typedOf(now.values)
    },
    doneText: t('people.saved'),
  })
  return (
    <SavedForm form={form} {...(provider === null && { saveLabel: t('singleSignOn.create') })}>
      <IdentityProviderFields form={form} hasSecret={provider?.hasSecret ?? false} />
    </SavedForm>
  )
}

function Actions({ provider: { id, name } }: { provider: IdentityProvider }) {
  const { t } = useTranslation()
  const goTo = useNavigate()
  const { isBusy, failure, send } = useSubmit()
  const [endpoint, setEndpoint] = useState<string | null>(null)
  const params = { id: String(id) }
  const test = () =>
    send(async () => {
      setEndpoint(null)
      setEndpoint((await call(testIdentityProvider, { params })).authorizationEndpoint)
    })
  async function remove(): Promise<void> {
    const action = { label: t('singleSignOn.remove.title'), value: 'go', variant: 'danger' as const }
    const answer = await showAlert({
      title: t('singleSignOn.remove.title'),
      text: t('singleSignOn.remove.question', { name }),
      actions: [action],
      close: t('people.state.cancel'),
    })
    if (answer !== 'go') return
    await send(async () => {
      await call(removeIdentityProvider, { params })
      notify.success(t('singleSignOn.remove.done'), { id: 'people' })
      await goTo(adminIdentityProvidersPath)
    })
  }
  return (
    <AdminPanel title={t('singleSignOn.test.title')}>
      <p className="text-ink-2">{t('singleSignOn.test.text')}</p>
      <Failure text={failure?.message} />
      {endpoint !== null && (
        <p role="status" className="text-13 text-success [overflow-wrap:anywhere]">
          {t('singleSignOn.test.done', { address: endpoint })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="lg" busy={isBusy} onClick={() => void test()}>
          {t('singleSignOn.test.run')}
        </Button>
        <Button size="lg" variant="danger" busy={isBusy} onClick={() => void remove()}>
          {t('singleSignOn.remove.title')}
        </Button>
      </div>
    </AdminPanel>
  )
}
