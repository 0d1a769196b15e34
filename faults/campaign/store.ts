import { keepStore, openShop, removeStore, storeVariable } from '#e2e/support/shop.ts'

let store: Promise<string> | undefined

/**
 * The data folder of a demo store that was never started, for copies: the one that the environment names, otherwise it is
 * loaded once.
 */
export async function storedShop(): Promise<string> {
  return (await store) ?? process.env[storeVariable] ?? (store = loadStore())
}

async function loadStore(): Promise<string> {
  const shop = await openShop({ demo: 'small' })
  await keepStore(shop.dataDir)
  await shop.remove()
  return `${shop.dataDir}-store`
}

/** Removes the store if it was loaded here. */
export async function removeStoredShop(): Promise<void> {
  if (store !== undefined) await removeStore()
}
