/** Texts of the command line and of the sandbox bank. Those of emails are known by their name. */
const neverShown = ['cartFile', 'company', 'import', 'install', 'paymentBasket', 'paymentOutcome', 'sandbox']
/** The server translates its refusals; these are shown where no response came. */
const browserErrors = ['errors.network', 'errors.internal']

export type Words = { readonly [key: string]: string | Words }

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
export function everyPageWords(words: Words): Words {
  const isOfEveryPage = (key: string) =>
    key.startsWith('errors.')
      ? startsWithOneOf(key, browserErrors)
      : !startsWithOneOf(key, neverShown) && !isMailText(key) && !isPageWord(key)
  return filterWords(words, isOfEveryPage)
}

export const groupNames = Object.keys(wordGroups) as WordGroup[]

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
