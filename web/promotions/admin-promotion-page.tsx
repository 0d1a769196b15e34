import '#web/app/page-words.ts'
import { useRevalidator } from 'react-router'
import { getPriceRuleForm, type PriceRuleChoices } from '#contract/admin/price-rules.ts'
import {
  changePromotion,
  type CouponList,
  createPromotion,
  getPromotion,
  listCoupons,
  type PromotionDetail,
  type PromotionValues,
} from '#contract/admin/promotions.ts'
import { adminPromotionPath, adminPromotionsPath } from '#contract/core/admin-pages.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { useSavedForm } from '#web/administration/use-saved-form.ts'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { RulePage } from '#web/pricing/rule-page.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-promotion-page.ts'
import { CouponsPanel } from './coupons-panel.tsx'
import { DeletePromotion, SwitchPromotion } from './promotion-actions.tsx'
import { PromotionForm } from './promotion-form.tsx'
import { PromotionWarnings, UsesPanel } from './promotion-warnings.tsx'

type Loaded = { choices: PriceRuleChoices; promotion: PromotionDetail | null; coupons: CouponList | null }

async function load(api: ServerCall, { params: { id } }: PageLocation<Route.LoaderArgs>): Promise<Loaded> {
  if (id === 'yeni') return { choices: await api(getPriceRuleForm), promotion: null, coupons: null }
  const [choices, promotion, coupons] = await Promise.all([
    api(getPriceRuleForm),
    api(getPromotion, { params: { id } }),
    api(listCoupons, { params: { id }, query: { limit: '50' } }),
  ])
  return { choices, promotion, coupons }
}

export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const emptyPromotion: PromotionValues = {
  code: '',
  name: '',
  nameEn: '',
  kind: 'free_goods',
  dealer: '',
  group: '',
  region: '',
  product: '',
  brand: '',
  category: '',
  buy: '',
  free: '',
  freeProduct: '',
  price: '',
  currency: '',
  steps: [],
  parts: [],
  startsOn: '',
  endsOn: '',
  priority: '0',
  combines: false,
  needsCoupon: false,
  totalQuota: '',
  dealerQuota: '',
  orderLimit: '',
  isActive: true,
}

/** A promotion, or a new one. */
export default function AdminPromotionPage({ loaderData, params: { id } }: Route.ComponentProps) {
  const { choices, promotion, coupons } = loaderData
  const { t } = useTranslation()
  const title = promotion?.values.name ?? t('promotions.new')
  const list = {
    path: adminPromotionsPath,
    title: t('administration.promotions.title'),
    description: t('administration.promotions.description'),
  }
  return (
    <RulePage
      key={id}
      list={list}
      title={title}
      state={promotion?.state ?? null}
      actions={promotion !== null && <SwitchPromotion promotion={promotion} />}
    >
      {promotion === null ? (
        <NewPromotion choices={choices} />
      ) : (
        <SavedPromotion choices={choices} promotion={promotion} coupons={coupons} />
      )}
    </RulePage>
  )
}

function NewPromotion({ choices }: { choices: PriceRuleChoices }) {
  const { t } = useTranslation()
  const form = useSavedForm<PromotionValues>({
    saved: emptyPromotion,
    save: async (_before, values) => ({
      to: adminPromotionPath((await call(createPromotion, { body: { values } })).id),
    }),
    reload: () => Promise.resolve(emptyPromotion),
    doneText: t('promotions.created'),
  })
  return <PromotionForm form={form} choices={choices} saveLabel={t('promotions.create')} />
}

type SavedProps = { choices: PriceRuleChoices; promotion: PromotionDetail; coupons: CouponList | null }

function SavedPromotion({ choices, promotion, coupons }: SavedProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const params = { id: String(promotion.id) }
  // Switched by an action of its own.
  const { isActive } = promotion.values
  const form = useSavedForm<PromotionValues>({
    saved: promotion.values,
    async save(before, values) {
      const body = { before: { ...before, isActive }, values: { ...values, isActive } }
      const changed = await call(changePromotion, { params, body })
      // State and warnings are shown above the form.
      await revalidate()
      return changed
    },
    reload: async () => (await call(getPromotion, { params })).values,
    doneText: t('promotions.saved'),
  })
  return (
    <>
      <PromotionWarnings warnings={promotion.warnings} />
      <UsesPanel promotion={promotion} />
      <PromotionForm form={form} choices={choices} />
      {coupons !== null && (promotion.values.needsCoupon || coupons.total > 0) && (
        <CouponsPanel promotionId={promotion.id} coupons={coupons} />
      )}
      <MayChange>
        <DeletePromotion promotion={promotion} />
      </MayChange>
    </>
  )
}
