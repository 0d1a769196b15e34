import { adminSetupPath } from '#contract/core/admin-pages.ts'
import { data, redirect } from 'react-router'
import { getSetup } from '#contract/admin/setup.ts'
import { type Campaign, getCampaigns } from '#contract/shop/campaigns.ts'
import { getProduct, getProducts, type ProductList } from '#contract/shop/catalog.ts'
import { pages, productKeyOf } from '#contract/core/pages.ts'
import { getVisitor } from '#contract/core/visitor.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { callContext, type ServerCall } from '#web/app/data/call-context.ts'
import { openData, packData } from '#web/app/data/packed.ts'
import { HomeCampaigns, loadCarousels } from '#web/campaigns/home-campaigns.tsx'
import type { Route } from './+types/catalog-page.ts'
import { ProductListPage } from '#web/catalog/list/product-list.tsx'

/**
 * Only visitors of a product page load its code: together with its data, or before hydration. Not with `lazy`: its
 * boundary hydrates later than the rest, when the cart is already loaded, and would then differ from the server's HTML.
 */
let detailPage: typeof import('#web/catalog/detail/product-detail.tsx') | undefined
async function loadDetailPage(): Promise<void> {
  detailPage ??= await import('#web/catalog/detail/product-detail.tsx')
}
if (import.meta.env.SSR || productKeyOf(location.pathname) !== null) await loadDetailPage()

/** The same for what a search says about its results; pages that a search leads to are marked in their address. */
let searchNotes: typeof import('#web/catalog/list/search-notes.tsx') | undefined
async function loadSearchNotes(): Promise<void> {
  searchNotes ??= await import('#web/catalog/list/search-notes.tsx')
}
const hasNotes = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname === pages.search || search.includes('searched=')
if (import.meta.env.SSR || hasNotes(location)) await loadSearchNotes()

/** The same for an empty list, which the server marks in its HTML. */
let emptyList: typeof import('#web/catalog/list/empty-list.tsx') | undefined
async function loadEmptyList(): Promise<void> {
  emptyList ??= await import('#web/catalog/list/empty-list.tsx')
}
if (import.meta.env.SSR || document.querySelector('[data-empty-list]') !== null) await loadEmptyList()

/** The same for the grid view, which the server marks in its HTML: new visitors see the table. */
let gridView: typeof import('#web/catalog/list/grid-view.tsx') | undefined
async function loadGridView(): Promise<void> {
  gridView ??= await import('#web/catalog/list/grid-view.tsx')
}
if (import.meta.env.SSR || document.querySelector('[data-grid-view]') !== null) await loadGridView()

/** The content of an address: a list of products, or one product. */
type CatalogContent =
  | { kind: 'list'; list: ProductList; campaigns: Campaign[] }
  | { kind: 'product'; product: ProductDetail }

/** Campaigns are shown on the home page's list without filters, in any order and view. */
function hasCampaigns({ pathname, searchParams }: URL): boolean {
  return pathname === pages.home && [...searchParams.keys()].every((key) => key === 'sort' || key === 'view')
}

async function loadProduct(api: ServerCall, url: URL, seo: string, key: string): Promise<CatalogContent> {
  const product = await api(getProduct, { params: { key } })
  const canonical = productKeyOf(product.url)
  if (canonical?.seo !== seo || canonical.key !== key) throw redirect(`${product.url}${url.search}`, 301)
  return { kind: 'product', product }
}

/** The same on server and browser, with a different `api`. A 404 becomes an error page with that status. */
async function loadContent(api: ServerCall, request: Request): Promise<CatalogContent> {
  const url = new URL(request.url)
  const product = productKeyOf(url.pathname)
  try {
    if (product !== null) return await loadProduct(api, url, product.seo, product.key)
    const query = Object.fromEntries(url.searchParams)
    const [list, campaigns] = await Promise.all([
      api(getProducts, { params: { '*': url.pathname.slice(1) }, query }),
      hasCampaigns(url) ? api(getCampaigns) : [],
    ])
    if (list.redirect !== undefined) throw redirect(addressOfRedirect(list.redirect, list.q))
    return { kind: 'list', list, campaigns }
  } catch (error) {
    if (error instanceof CallError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

/** Addresses of products end with these words already. */
function withoutSeo(content: CatalogContent): object {
  if (content.kind !== 'list') return content
  const items = content.list.items.map((item) => ({ ...item, seo: undefined }))
  return { ...content, list: { ...content.list, items } }
}

const addressOfRedirect = (path: string, q: string) =>
  `${path}${path.includes('?') ? '&' : '?'}searched=${encodeURIComponent(q)}`

const isPastLastPage = (content: CatalogContent) =>
  content.kind === 'list' && content.list.page > Math.max(1, content.list.pages)

/** An administrator who opens an empty shop, as after the first sign-in, is led to its set-up. */
async function leadToSetup(api: ServerCall): Promise<void> {
  const { user } = await api(getVisitor)
  if (user?.role !== 'admin') return
  const { done } = await api(getSetup)
  if (!done.includes('products')) throw redirect(adminSetupPath)
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const api = context.get(callContext)
  const content = await loadContent(api, request)
  if (content.kind === 'list' && content.list.total === 0 && hasCampaigns(new URL(request.url))) await leadToSetup(api)
  return data(packData(withoutSeo(content)), { status: isPastLastPage(content) ? 404 : 200 })
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const url = new URL(request.url)
  const code = productKeyOf(url.pathname) !== null ? loadDetailPage() : hasCampaigns(url) ? loadCarousels() : undefined
  const toGrid = url.searchParams.get('view') === 'grid' && loadGridView()
  const [content] = await Promise.all([loadContent(call, request), code, hasNotes(url) && loadSearchNotes(), toGrid])
  if (content.kind === 'list' && content.list.view === 'grid') await loadGridView()
  if (content.kind === 'list' && content.list.items.length === 0) await loadEmptyList()
  return content
}

export default function CatalogPage({ loaderData }: Route.ComponentProps) {
  const content = openData<CatalogContent>(loaderData)
  if (content.kind === 'list') {
    return (
      <>
        <ProductListPage
          list={content.list}
          notes={searchNotes && <searchNotes.SearchNotes list={content.list} />}
          empty={emptyList && <emptyList.EmptyList list={content.list} />}
          grid={gridView}
        />
        {content.campaigns.length > 0 ? <HomeCampaigns campaigns={content.campaigns} /> : null}
      </>
    )
  }
  if (detailPage === undefined) throw new Error('The product page was not loaded with its data')
  return (
    <detailPage.ProductDetailPage key={content.product.parent?.id ?? content.product.id} product={content.product} />
  )
}
