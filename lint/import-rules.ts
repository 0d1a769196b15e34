/**
 * Who may import what (docs/architecture.md). The lint plugin beside this file reports every import for which `importProblem`
 * returns a sentence; import-rules.test.ts holds the rules themselves.
 */

/** Server features in their order: each may use the ones before it, through their public face. */
export const serverFeatures = [
  'visitor',
  'exports',
  'images',
  'audit',
  'settings',
  'exchange-rates',
  'account',
  'texts',
  'campaigns',
  'pricing',
  'promotions',
  'stock',
  'search-log',
  'search-rules',
  'catalog',
  'cart',
  'price-reasons',
  'payments',
  'orders',
  'statement',
  'invoices',
  'bank-transfers',
  'risk',
  'purchasing',
  'representatives',
  'checkout',
  'order-changes',
  'shipping',
  'back-orders',
  'payment-links',
  'offers',
  'lists',
  'warranty',
  'file-imports',
  'fault-reports',
  'returns',
  'notes',
  'announcements',
  'applications',
  'integration',
  'erp',
  'feeds',
  'seo',
  'install',
  'monitoring',
  'reports',
  'personal-data',
  'backup',
  'sandbox-bank',
  'sandbox-erp',
] as const

/** Modules besides `#server/<feature>/<feature>.ts` that other features may import. */
const otherServerFaces = new Set(['server/catalog/import/import.ts'])

/** Shared folders of web/ in their order: each may use the ones before it. Features may use all of them. */
const webLayers = ['ui', 'app', 'product', 'administration'] as const

/** Components, hooks and rules of a web feature that other features embed. Everything else in its folder is internal. */
export const embeddedInWeb: Readonly<Record<string, readonly string[]>> = {
  account: ['admin/dealer-form.tsx', 'admin/invitation-link.tsx', 'users/permission-name.ts'],
  announcements: ['html-field.tsx', 'product-document-panel.tsx', 'product-documents.tsx'],
  'back-orders': ['stock-watch.tsx'],
  backup: ['backup-notices.tsx'],
  campaigns: ['home-campaigns.tsx', 'product-campaign.tsx'],
  cart: [
    'add-to-cart-button.tsx',
    'add-units.ts',
    'cart-activity.ts',
    'cart-query.ts',
    'checkout/checkout-steps.tsx',
    'quick-add/list-text.tsx',
    'sharing/share-lines.tsx',
    'use-cart-changes.ts',
    'use-cart.ts',
  ],
  catalog: ['admin/description-editor.tsx', 'detail/rich-text.ts', 'price/stock-badge.tsx'],
  'fault-reports': ['photo-field.tsx', 'report-photos.tsx', 'use-photos.ts'],
  feeds: ['program-tabs.tsx'],
  lists: ['add-to-list.tsx', 'product-to-list.tsx', 'reorder-strip.tsx', 'seen-strip.tsx', 'together-strip.tsx'],
  notes: ['note-thread.tsx', 'unread-badge.tsx', 'unread-strip.tsx'],
  pricing: [
    'code-field.tsx',
    'rule-page.tsx',
    'rule-scope.tsx',
    'rule-state-badge.tsx',
    'rule-texts.ts',
    'rules-panel.tsx',
  ],
  phone: ['camera-button.tsx', 'scanner.ts'],
  promotions: ['product-promotions.tsx'],
  purchasing: ['approval-reasons.tsx'],
  representatives: ['dealer-representative.tsx', 'my-representative.tsx'],
  orders: ['order-state-badge.tsx'],
  'price-reasons': ['line-reasons.tsx', 'price-reasons.tsx'],
  payments: [
    'card/lazy-card-dialog.tsx',
    'card/use-card-dialog.ts',
    'comparison/payment-comparison.tsx',
    'order-payment.tsx',
    'paid-note.tsx',
    'pay-for-cart.ts',
    'payment-facts.tsx',
    'payment-summary.tsx',
    'unfinished-note.tsx',
  ],
  integration: ['dealer-scope-name.ts', 'failed-filter.tsx', 'integration-tabs.tsx', 'scope-name.ts', 'shown-once.tsx'],
  settings: ['settings-form.ts'],
}

/** Folders of tests and tools: the program itself never imports them. */
const outsideProgram = ['testing', 'e2e', 'bench', 'faults', 'lint']

const sentences = {
  parent: 'Import within a folder as ./name.ts and across folders by alias (#domain/…, #server/…), never by ../.',
  tests: 'The program does not depend on tests and tools.',
  demo: 'Only the command line loads the demo store.',
  domain: 'domain/ contains pure rules: it imports nothing but itself.',
  contract: 'contract/ is shared by server and browser: it imports domain/ and zod/mini only.',
  contractAdmin: 'Calls of the shop do not depend on calls of the administration.',
  platform: 'platform/ knows no trade: it imports platform/, contract/core/, locales/ and libraries.',
  screen: 'The server does not import the user interface or the command line.',
  face: 'Import another feature through its public face, #server/<feature>/<feature>.ts.',
  order:
    'This feature comes later in the order of features (lint/import-rules.ts): publish an event or pass a function.',
  wiring: 'server/shop/ wires the features together: they do not import it.',
  webServer: 'web/ reaches data only through the calls of contract/.',
  webNode: 'web/ runs in the browser: it imports no Node.js modules.',
  ui: 'web/ui/ has no business terms: it imports only itself and the notation of numbers.',
  webLayer: 'Imports in web/ go one way: shell → features → administration → product → app → ui.',
  webFeature:
    'This module is internal to its feature: embed one that lint/import-rules.ts lists, or move it to web/product/.',
} as const

const isTest = (file: string): boolean => /\.test\.tsx?$|(^|\/)test-[\w-]+\.tsx?$|\.oracle\.ts$/.test(file)

/**
 * The reason why `file` must not import `specifier`; null if it may.
 * @param file path from the root of the project, with forward slashes
 * @param specifier as written in the import
 */
export function importProblem(file: string, specifier: string): string | null {
  if (specifier.startsWith('../')) return specifier.includes('/+types/') ? null : sentences.parent
  const [top = ''] = file.split('/')
  const rule = rules[top]
  if (rule === undefined) return null
  const target = targetOf(file, specifier)
  if (isTest(file)) return null
  if (target !== null && outsideProgram.includes(folderOf(target)) && top !== 'cli' && top !== 'demo')
    return sentences.tests
  if (target !== null && folderOf(target) === 'demo' && top !== 'cli') return sentences.demo
  return rule(file, target, specifier)
}

/** The imported file as a path from the root; null for a library. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('./') ? `${file.slice(0, file.lastIndexOf('/'))}/${specifier.slice(2)}` : null
}

const folderOf = (path: string, level = 0): string => path.split('/')[level] ?? ''

type Rule = (file: string, target: string | null, specifier: string) => string | null

const rules: Readonly<Record<string, Rule>> = {
  domain(_file, target) {
    return target !== null && folderOf(target) === 'domain' ? null : sentences.domain
  },
  contract(file, target, specifier) {
    if (target === null) return specifier === 'zod/mini' ? null : sentences.contract
    if (!['domain', 'contract'].includes(folderOf(target))) return sentences.contract
    const isAdmin = folderOf(file, 1) === 'admin'
    return folderOf(target, 1) === 'admin' && !isAdmin ? sentences.contractAdmin : null
  },
  server(file, target) {
    if (target === null) return null
    const folder = folderOf(target)
    if (folder === 'web' || folder === 'cli') return sentences.screen
    const source = folderOf(file, 1)
    if (source === 'platform') return platformProblem(target)
    return folder === 'server' && isFeature(source) ? featureProblem(source, target) : null
  },
  web(file, target, specifier) {
    if (target === null)
      return specifier.startsWith('node:') && file !== 'web/entry.server.tsx' ? sentences.webNode : null
    if (['server', 'db', 'cli'].includes(folderOf(target))) return sentences.webServer
    return webProblem(folderOf(file, 1), target)
  },
}

const isFeature = (name: string): name is (typeof serverFeatures)[number] =>
  (serverFeatures as readonly string[]).includes(name)

function platformProblem(target: string): string | null {
  const allowed = ['server/platform/', 'contract/core/', 'locales/']
  return allowed.some((folder) => target.startsWith(folder)) ? null : sentences.platform
}

function featureProblem(feature: (typeof serverFeatures)[number], target: string): string | null {
  const other = folderOf(target, 1)
  if (other === 'platform' || other === feature) return null
  if (!isFeature(other)) return sentences.wiring
  if (serverFeatures.indexOf(other) > serverFeatures.indexOf(feature)) return sentences.order
  return target === `server/${other}/${other}.ts` || otherServerFaces.has(target) ? null : sentences.face
}

/** Modules outside of web/ui/ that its components may import. */
const forUi = new Set(['contract/core/image-sizes.ts', 'domain/text/format.ts'])

function webProblem(source: string, target: string): string | null {
  const folder = folderOf(target)
  if (source === 'ui') return target.startsWith('web/ui/') || forUi.has(target) ? null : sentences.ui
  const other = folderOf(target, 1)
  if (folder !== 'web' || other === source || source.endsWith('.ts') || source.endsWith('.tsx') || source === 'shell')
    return null
  const layers: readonly string[] = webLayers
  if (layers.includes(source))
    return layers.includes(other) && layers.indexOf(other) < layers.indexOf(source) ? null : sentences.webLayer
  if (layers.includes(other)) return null
  if (other === 'shell' || other.includes('.')) return sentences.webLayer
  return (embeddedInWeb[other] ?? []).some((name) => target === `web/${other}/${name}`) ? null : sentences.webFeature
}
