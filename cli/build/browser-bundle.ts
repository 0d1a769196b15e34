import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type Plugin, Visitor } from 'vite'
import { root } from '#cli/root.ts'

/** Texts of the command line and of the sandbox bank. Those of emails are known by their name. */
const unsaid = ['cartFile', 'company', 'import', 'install', 'paymentBasket', 'paymentOutcome', 'sandbox']
/** The server says its refusals itself; these are said where no answer came. */
const saidErrors = ['errors.network', 'errors.internal']

type Words = { readonly [key: string]: string | Words }

/** Texts of pages that few visitors open, by the start of their keys; each such page loads them (web/app/page-words.ts). */
const pageWords = [
  'offers',
  'documents',
  'orders',
  'orderPad',
  'camera',
  'offline',
  'invoices',
  'shipments',
  'backOrders',
  'notes',
  'priceReasons',
  'paymentComparison',
  'earlyPayment',
  'rates',
  'promotions',
  'lists',
  'sharing',
  'compare',
  'attributes',
  'bought',
  'announcements',
  'audience',
  'shelf',
  'returns',
  'transfers',
  'limitCoach',
  'limitApprovals',
  'purchases',
  'representatives',
  'addresses',
  'delivery',
  'devices',
  'personalData',
  'singleSignOn',
  'shell.acting',
  'shell.overdue',
  'shell.trouble',
  'errorPage',
  'shell.viewing',
  'applications',
  'texts',
  'statement',
  'checkout',
  'payment',
  'warranty',
  'faultReport',
  'administration',
  'settings',
  'monitoring',
  'passwordLink',
  'security',
  'signInLink',
  'people',
  'campaignAdmin',
  'productForm',
  'imports',
  'login',
  'product',
  'catalog.inBaseUnits',
  'catalog.noInventory',
  'catalog.noPlanPrices',
  'catalog.amount',
  'catalog.empty',
  'catalog.notes',
  'catalog.planName',
  'catalog.planValue',
  'catalog.tiers',
  'catalog.tierFrom',
  'catalog.total',
  'catalog.warehouse',
  'search.recent',
  'search.clear',
  'search.category',
  'search.brand',
  'priceLists',
  'priceChanges',
  'priceRules',
  'dealerGroups',
  'integration',
  'erp',
  'feeds',
  'cart.alert.orderAgain',
  'cart.alert.orderFailed',
  'cart.alert.orderUnknown',
  'dealerKeys',
  'dealerWebhooks',
  'cart.clear',
  'cart.head',
  'cart.keys',
  'cart.line',
  'cart.noRight',
  'cart.removed',
  'cart.removeOf',
  'cart.unitOf',
  'cart.alert.clearFailed',
  'cart.empty',
  'cart.mini.byCode',
  'cart.mini.clear',
  'cart.mini.more',
  'cart.pageTitle',
  'cart.saved',
  'cart.saving',
  'cart.summary',
  'cart.taxRate',
  'cart.totals',
  'cart.withoutTax',
  'campaigns.metaDescription',
  'campaigns.none',
  'campaigns.ofProduct',
  'account.description',
  'account.title',
  'cartPage',
  'orderText',
  'errors.quantity_minimum',
  'errors.quantity_multiple',
  'errors.quantity_maximum',
  'errors.quantity_period_maximum',
  'errors.order_minimum',
  'keys',
  'accountSettings',
  'cart.message',
]

/**
 * Groups of them that a list and a product do without. In the browser, every module that names a text of a group waits for the
 * group: the build makes it import `web/app/<group>-words.ts`.
 */
const wordGroups = {
  trouble: ['errorPage', 'shell.trouble'],
  administration: [
    'administration',
    'campaignAdmin',
    'dealerGroups',
    'erp',
    'feeds',
    'imports',
    'integration',
    'monitoring',
    'people',
    'priceChanges',
    'priceLists',
    'priceRules',
    'productForm',
    'settings',
    'singleSignOn',
  ],
  account: [
    'accountSettings',
    'addresses',
    'applications',
    'audience',
    'backOrders',
    'cartPage',
    'checkout',
    'dealerKeys',
    'dealerWebhooks',
    'delivery',
    'devices',
    'earlyPayment',
    'faultReport',
    'invoices',
    'limitApprovals',
    'limitCoach',
    'notes',
    'offers',
    'orderPad',
    'orderText',
    'orders',
    'passwordLink',
    'payment',
    'personalData',
    'purchases',
    'representatives',
    'returns',
    'security',
    'signInLink',
    'statement',
    'transfers',
  ],
}
type WordGroup = keyof typeof wordGroups

/** Texts of administrators' pages that product pages and the cart use too. */
const explainedWords = ['priceRules.worth']

/** Texts of product pages that lists and the cart use too. */
const listedWords = ['product.askPrice', 'product.copied', 'product.paidByCard']

/** The texts whose keys pass the test, nested as before. */
function filterWords(words: Words, isIncluded: (key: string) => boolean, prefix = ''): Words {
  const entries = Object.entries(words).flatMap(([name, value]): [string, string | Words][] => {
    const key = prefix + name
    if (typeof value === 'string') return isIncluded(key) ? [[name, value]] : []
    const nested = filterWords(value, isIncluded, `${key}.`)
    return Object.keys(nested).length > 0 ? [[name, nested]] : []
  })
  return Object.fromEntries(entries)
}

const isMailText = (key: string) => /^\w+Mail\./.test(key)

const startsWithOneOf = (key: string, starts: readonly string[]) =>
  starts.some((start) => `${key}.`.startsWith(`${start}.`))

/** Whether a text is loaded only by the pages that use it. */
export const isPageWord = (key: string): boolean =>
  startsWithOneOf(key, pageWords) && !startsWithOneOf(key, listedWords)

/** The texts that every page loads. */
export function saidWords(words: Words): Words {
  const isSaid = (key: string) =>
    key.startsWith('errors.')
      ? startsWithOneOf(key, saidErrors)
      : !startsWithOneOf(key, unsaid) && !isMailText(key) && !isPageWord(key)
  return filterWords(words, isSaid)
}

const groupNames = Object.keys(wordGroups) as WordGroup[]

const isOfGroup = (group: WordGroup, key: string) =>
  startsWithOneOf(key, wordGroups[group]) && !startsWithOneOf(key, explainedWords)

/** The texts of pages that are in no group. */
export function wordsOfPages(words: Words): Words {
  return filterWords(words, (key) => isPageWord(key) && !groupNames.some((group) => isOfGroup(group, key)))
}

export const wordsOfGroup = (group: WordGroup, words: Words): Words =>
  filterWords(words, (key) => isPageWord(key) && isOfGroup(group, key))

const textOfGroup = (group: WordGroup) =>
  new RegExp(`['"\`](?!${explainedWords.join('|')})(${wordGroups[group].join('|')})\\.[a-zA-Z$]`)

/** The code of a page, after the groups of texts that it names. */
export function withWordGroups(code: string): string {
  const groups = groupNames.filter((group) => textOfGroup(group).test(code))
  return groups.map((group) => `import '#web/app/${group}-words.ts'\n`).join('') + code
}

type Node = { type: string; start: number; end: number; name?: string; object?: unknown; callee?: unknown }

/** Whether a call begins at `z`, as in `z.object({…})` and `z.string().check(…)`. */
function isShape(call: Node): boolean {
  let node: Node | undefined = call
  while (node !== undefined && node.type !== 'Identifier') node = (node.callee ?? node.object) as Node | undefined
  return node?.name === 'z'
}

/** What pages read of an endpoint (web/app/data/call.ts). The rest is for the server and for the documentation. */
const usedFields = new Set(['method', 'path', 'encoding'])

type Cut = { start: number; end: number; text: string }

const isInside = ({ start }: Node, cuts: readonly Cut[]) => cuts.some((cut) => cut.start <= start && start < cut.end)

/**
 * The code with every outermost shape replaced by `undefined`, and without the fields of endpoints that no page reads. Imports
 * that only these used are removed, so that the browser does not load their modules.
 */
export function withoutShapes(file: string, code: string): string {
  const { program } = parseSync(file, code)
  const cuts: Cut[] = []
  const imports: (Node & { specifiers: { local: { name: string } }[] })[] = []
  const names: Node[] = []
  new Visitor({
    CallExpression(node) {
      if (!isInside(node, cuts) && isShape(node)) cuts.push({ start: node.start, end: node.end, text: 'undefined' })
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'endpoint') return
      const [definition] = node.arguments
      if (definition?.type !== 'ObjectExpression') return
      for (const field of definition.properties) {
        if (field.type !== 'Property' || field.key.type !== 'Identifier' || usedFields.has(field.key.name)) continue
        const comma = /^,\s*/.exec(code.slice(field.end))?.[0] ?? ''
        cuts.push({ start: field.start, end: field.end + comma.length, text: '' })
      }
    },
    ImportDeclaration(node) {
      imports.push(node)
    },
    Identifier(node) {
      names.push(node)
    },
  }).visit(program)
  const isImport = (node: Node) => imports.some(({ start, end }) => start <= node.start && node.start < end)
  const used = new Set(names.filter((node) => !isInside(node, cuts) && !isImport(node)).map(({ name }) => name))
  const unused = imports
    .filter(({ specifiers }) => specifiers.length > 0 && !specifiers.some(({ local }) => used.has(local.name)))
    .map(({ start, end }) => ({ start, end, text: '' }))
  return [...cuts, ...unused]
    .toSorted((a, b) => a.start - b.start)
    .reduceRight((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code)
}

type ModuleInfo = { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean }
type Modules = { getModuleInfo(id: string): ModuleInfo | null }

/** Modules that every page loads, and the page that most visits start with, as paths from the project's root. */
export const everyPage = ['web/root.tsx', 'web/entry.client.tsx']
export const firstPage = 'web/catalog/catalog-page.tsx'

/** The pages and on-demand parts that need a module at once, as paths without a query. */
function entriesOf(id: string, modules: Modules): Set<string> {
  const entries = new Set<string>()
  const visited = new Set([id])
  for (const module of visited) {
    const info = modules.getModuleInfo(module)
    if (info?.isEntry || (info?.dynamicImporters.length ?? 0) > 0) entries.add(module.replace(/\?.*$/, ''))
    for (const importer of info?.importers ?? []) visited.add(importer)
  }
  return entries
}

/**
 * Whether a module belongs to the shared file: every page or the list page loads it. The entry points and the list page stay
 * in files of their own, with the style sheet of the root. The list page waits for the code of a product with a top-level
 * `await`: in a file that this code imports, the wait would never end.
 */
export function isShared(id: string, modules: Modules): boolean {
  const path = id.replace(/\?.*$/, '')
  const separate = [...everyPage, firstPage]
  if (id.endsWith('.css') || separate.some((file) => path.endsWith(`/${file}`))) return false
  const entries = [...entriesOf(id, modules)]
  return separate.some((file) => entries.some((entry) => entry.endsWith(`/${file}`)))
}

/**
 * Where a page or an on-demand part is used. `device`: what every page loads when idle; `idle`: what the list then loads for
 * dealers; `list`: what the list opens, and products; `signIn`: the page to which guests come from the cart.
 */
type Area = 'device' | 'idle' | 'list' | 'signIn' | 'cart' | 'other' | 'administration'

/** Files of pages with their paths. */
const routes = [...readFileSync(join(root, 'web/routes.ts'), 'utf8').matchAll(/route\('([^']+)', '([^']+)'/g)].map(
  ([, path = '', file = '']) => ({ path, file: `/web/${file}` }),
)

/** Parts that every page loads when idle, with their texts. */
export const afterPage = [
  'app/data/live-client.ts',
  'app/data/watch-trouble.ts',
  'app/device/start-device.ts',
  'shell/error-content.tsx',
  'shell/trouble-strip.tsx',
]

function areaOfPage(page: string): Area | null {
  if (afterPage.some((file) => page.endsWith(`/web/${file}`))) return 'device'
  if (/\/web\/(shell\/notices|catalog\/list\/product-actions)\.tsx$/.test(page)) return 'idle'
  if ([...everyPage, firstPage].some((file) => page.endsWith(`/${file}`))) return 'list'
  if (page.endsWith('/web/account/login-page.tsx')) return 'signIn'
  if (/\/web\/cart\/(page|checkout)\/[\w-]+-page\.tsx$/.test(page)) return 'cart'
  const route = routes.find(({ file }) => page.endsWith(file))
  return route === undefined ? null : route.path.startsWith('yonetim') ? 'administration' : 'other'
}

/** The areas whose pages load a module, at once or on demand. */
function areasOf(id: string, modules: Modules): Set<Area> {
  const areas = new Set<Area>()
  const entries = entriesOf(id, modules)
  for (const entry of entries) {
    const area = areaOfPage(entry)
    if (area !== null) areas.add(area)
    else
      for (const importer of modules.getModuleInfo(entry)?.dynamicImporters ?? [])
        for (const page of entriesOf(importer, modules)) entries.add(page)
  }
  return areas
}

/**
 * Files of what several pages or parts load, but not the first page. A module belongs to the first area that uses it. A file
 * takes along what its modules import, which is used by the same areas and possibly earlier ones.
 */
export const laterFiles: readonly Area[] = ['device', 'idle', 'list', 'signIn', 'cart', 'other', 'administration']

const areaOfModule = new Map<string, Area | undefined>()

/** Whether a module belongs to one of these files. */
export function isOfArea(area: Area, id: string, modules: Modules): boolean {
  if (!areaOfModule.has(id)) {
    const areas = areasOf(id, modules)
    const file = laterFiles.find((area) => areas.has(area))
    areaOfModule.set(id, file)
  }
  return areaOfModule.get(id) === area
}

/** Whether a module that is not shared belongs to the file of the grid view. */
export function isOfGrid(id: string, modules: Modules): boolean {
  return [...entriesOf(id, modules)].some((entry) => entry.endsWith('/web/catalog/list/grid-view.tsx'))
}

/** With the parts into which the router divides a page, which have a query. */
const pageFiles = /\/web\/[\w/-]+\.tsx?(\?.*)?$/
const contractFiles = /\/contract\/[\w/-]+\.ts$/
const wordQuery = `\\?(${['pages', ...groupNames].join('|')})`
const wordFiles = new RegExp(`/locales/\\w+\\.json(${wordQuery})?$`)

function leanCode(file: string, code: string): string | null {
  if (contractFiles.test(file)) return withoutShapes(file, code)
  if (pageFiles.test(file)) {
    const lean = withWordGroups(code)
    return lean === code ? null : lean
  }
  if (wordFiles.test(file)) {
    const words = JSON.parse(code) as Words
    if (file.endsWith('.json')) return JSON.stringify(saidWords(words))
    // With a query it is no JSON file any more.
    const group = groupNames.find((name) => file.endsWith(`?${name}`))
    return `export default ${JSON.stringify(group === undefined ? wordsOfPages(words) : wordsOfGroup(group, words))}`
  }
  return null
}

/**
 * Leaves out of the browser's bundle what never runs there (docs/decisions, 008): the contract's shapes with zod, since the
 * server alone checks them, the texts that no page says, and the parts of libraries that the shop does not use. Reading
 * a shape in the browser fails at once.
 */
export function browserBundle(): Plugin {
  return {
    name: 'toptan:browser-bundle',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: [pageFiles, contractFiles, wordFiles] },
      handler(code, id) {
        const lean = leanCode(id, code)
        return lean === null ? null : { code: lean, map: null }
      },
    },
  }
}

/** While developing nothing is left out; what its name no longer marks as JSON still has to become a module. */
export function pageWordsWhileDeveloping(): Plugin {
  return {
    name: 'toptan:page-words',
    apply: 'serve',
    enforce: 'pre',
    transform: {
      filter: { id: new RegExp(`\\.json${wordQuery}$`) },
      handler: (code) => ({ code: `export default ${code}`, map: null }),
    },
  }
}
