/**
 * Stores the page without a connection and its files, and shows it when a page cannot be loaded. Nothing else is stored: every
 * page, call and picture comes from the network, so an old version of the shop is never shown, and no answer of a person stays
 * on the device. `/sw.js` sets `toptanOffline` and imports this script.
 */

type Stored = { version: string; page: string; files: string[]; decoder: string[] }
type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Waiting & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}
/** What this script uses of the scope; the types of workers and of pages exclude each other. */
type Scope = {
  toptanOffline: Stored
  registration: { navigationPreload?: { enable(): Promise<void> } }
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}

const scope = self as unknown as Scope
const { version, page, files, decoder } = scope.toptanOffline
const prefix = 'toptan-offline-'
const cacheName = prefix + version
const { BarcodeDetector } = self as { BarcodeDetector?: { getSupportedFormats(): Promise<string[]> } }

async function store(): Promise<void> {
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  // Browsers that read barcodes themselves need no decoder of a megabyte.
  const stored = formats.length > 0 ? files : [...files, ...decoder]
  const cache = await caches.open(cacheName)
  // Without cookies: what is stored is the same for everyone.
  await cache.addAll([page, ...stored].map((path) => new Request(path, { credentials: 'omit' })))
  // Waiting would protect nothing: pages take no file of their version from here.
  await scope.skipWaiting()
}

async function takeOver(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(names.map((name) => caches.delete(name)))
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

async function loadPage({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const offline = await caches.match(page, { cacheName })
    if (offline === undefined) throw error
    return offline
  }
}

scope.addEventListener('install', (event) => event.waitUntil(store()))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate' && request.method === 'GET') return event.respondWith(loadPage(event))
  // The names of these files change with their content.
  if (origin === location.origin && [...files, ...decoder].includes(pathname)) {
    event.respondWith(caches.match(pathname, { cacheName }).then((file) => file ?? fetch(request)))
  }
})
