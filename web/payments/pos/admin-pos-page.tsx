import '#web/app/page-words.ts'
import { useState } from 'react'
import { adminPosPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import {
  changePosAccount,
  createPosAccount,
  getPosAccount,
  getPosForm,
  type PosChoices,
  type PosDetail,
  type PosValues,
} from '#contract/admin/pos.ts'
import { type BankRates as BankRatesReply, getBankRates } from '#contract/admin/bank-rates.ts'
import { addressesOf, type PosBank } from '#domain/payments/pos-banks.ts'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { useSavedFields, useSavedForm } from '#web/administration/use-saved-form.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useLeaveQuestion } from '#web/administration/use-leave-question.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-pos-page.ts'
import { BankRates } from './rates/bank-rates.tsx'
import { PosBadges } from './pos-badges.tsx'
import { PosForm } from './pos-form.tsx'
import { PosPlans } from './pos-plans.tsx'
import { PosSecrets } from './pos-secrets.tsx'
import { PosState } from './pos-state.tsx'

type Loaded = { choices: PosChoices; account: PosDetail | null; rates: BankRatesReply | null }

async function load(api: ServerCall, { params: { id } }: PageLocation<Route.LoaderArgs>): Promise<Loaded> {
  if (id === 'yeni') return { choices: await api(getPosForm), account: null, rates: null }
  const [account, rates] = await Promise.all([
    api(getPosAccount, { params: { id } }),
    api(getBankRates, { params: { id } }),
  ])
  return { choices: account.choices, account, rates }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** A POS account with its keys and installment table, or a new one. */
export default function AdminPosPage({
  loaderData: { choices, account, rates },
  params: { id },
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = account?.values.name ?? t('administration.pos.new')
  return (
    <AdminFrame title={<BackTo to={pages.adminPos}>{t('administration.pos.title')}</BackTo>}>
      <PageHead title={title} description={t('administration.pos.text')} canonical={pages.adminPos} noIndex />
      <div key={id} className="flex max-w-300 flex-col gap-4">
        {account === null || rates === null ? (
          <NewPos title={title} choices={choices} />
        ) : (
          <ExistingPos first={account} rates={rates} />
        )}
      </div>
    </AdminFrame>
  )
}

type Draft = PosValues & { code: string; adapter: PosDetail['adapter'] }

function NewPos({ title, choices }: { title: string; choices: PosChoices }) {
  const { t } = useTranslation()
  const emptyDraft: Draft = {
    code: '',
    adapter: 'nestpay',
    name: '',
    mode: 'own_form',
    environment: 'test',
    bankCode: '',
    families: [],
    currency: 'TRY',
    minAmount: '',
    maxAmount: '',
    isDefault: false,
    position: '0',
    logo: '',
    image: '',
    settings: {},
  }
  const form = useSavedForm<Draft>({
    saved: emptyDraft,
    save: async (_before, { code, adapter, ...values }) => ({
      to: adminPosPath((await call(createPosAccount, { body: { code, adapter, values } })).id),
    }),
    reload: () => Promise.resolve(emptyDraft),
    doneText: t('administration.pos.created'),
  })
  const [bank, setBank] = useState<PosBank | null>(null)
  /** What the list knows of the bank; everything else that was typed stays. */
  function chooseBank(chosen: PosBank | null): void {
    setBank(chosen)
    if (chosen === null) return
    const { adapter, code, name, bankCode, families } = chosen
    const { values } = form
    const isEmpty = (typed: string, suggested: string | undefined) => typed === '' || typed === suggested
    const modes = choices.adapters.find((each) => each.name === adapter)?.modes ?? []
    const merchant = adapter === values.adapter ? values.settings : {}
    form.set('adapter', adapter)
    if (!modes.includes(values.mode) && modes[0] !== undefined) form.set('mode', modes[0])
    if (isEmpty(values.code, bank?.code)) form.set('code', code)
    if (isEmpty(values.name, bank?.name)) form.set('name', name)
    form.set('bankCode', bankCode)
    form.set('families', [...families])
    form.set('settings', sorted({ ...merchant, ...addressesOf(chosen, values.environment) }))
  }
  return (
    <>
      <h1 className="text-18 font-semibold">{title}</h1>
      <PosForm
        form={form}
        adapter={form.values.adapter}
        choices={choices}
        draft={{
          code: form.values.code,
          // Another protocol has other settings and may not support this card entry mode.
          choose: (adapter) => {
            const modes = choices.adapters.find(({ name }) => name === adapter)?.modes ?? []
            form.set('adapter', adapter)
            form.set('settings', {})
            setBank(null)
            if (!modes.includes(form.values.mode) && modes[0] !== undefined) form.set('mode', modes[0])
          },
          setCode: (code) => form.set('code', code),
          bank,
          chooseBank,
        }}
        saveLabel={t('administration.pos.create')}
      />
    </>
  )
}

/** Sorted by name, as the form compares them. */
function sorted(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function ExistingPos({ first, rates }: { first: PosDetail; rates: BankRatesReply }) {
  const { t } = useTranslation()
  const [account, setAccount] = useState(first)
  const { id, code, adapter, values, choices } = account
  const params = { id: String(id) }
  const store = (answer: PosDetail) => {
    setAccount(answer)
    return answer
  }
  const form = useSavedFields<PosValues>({
    saved: first.values,
    save: async (before, typed) => store(await call(changePosAccount, { params, body: { before, values: typed } })),
    reload: async () => store(await call(getPosAccount, { params })).values,
    doneText: t('people.saved'),
  })
  const [hasPlans, setHasPlans] = useState(false)
  const [hasSecrets, setHasSecrets] = useState(false)
  useLeaveQuestion(form.isUnsaved || hasPlans || hasSecrets, t('people.leave'))
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-18 font-semibold [overflow-wrap:anywhere]">{values.name}</h1>
        <span className="code text-12 text-ink-2">{code}</span>
        <Badge>{t(`administration.pos.adapters.${adapter}`)}</Badge>
        <PosBadges account={account} environment={values.environment} hasSandbox={choices.hasSandbox} />
      </div>
      <PosState account={account} onChange={setAccount} />
      <PosForm form={form} adapter={adapter} choices={choices} isFrozen={account.hasPayments} />
      <PosPlans account={account} onChange={store} onTyped={setHasPlans} />
      <BankRates id={id} loaded={rates} />
      <PosSecrets account={account} onChange={setAccount} onTyped={setHasSecrets} />
    </>
  )
}
