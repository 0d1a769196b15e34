import type { DraftLine } from '#domain/cart/draft-line.ts'

/** A line that waits to be sent. `id` is its name on the server, which appends each id once. */
export type QueuedLine = DraftLine & {
  seq: number
  id: string
  userId: number
  /** It may have arrived: it is only sent again as it is, never changed. */
  isSent: boolean
}

/** Whose device it is: the user who was signed in last and has not signed out. */
export type DeviceOwner = { userId: number; name: string; language: string }

/** What a product was when the user last saw it on the order pad. `price` is before tax, for one unit. */
export type SeenProduct = {
  userId: number
  /** As typed or scanned. */
  code: string
  name: string
  unit: string
  quantity: number | null
  price: { value: number; currency: string } | null
  isOutOfStock: boolean | null
}

type Stores = 'lines' | 'owner' | 'seen'

let opened: Promise<IDBDatabase> | undefined

/** One database for each shop. Rejects where storage is blocked, and in private windows of some browsers. */
function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('toptan', 1)
    request.addEventListener('upgradeneeded', () => {
      const { result: db } = request
      db.createObjectStore('lines', { keyPath: 'seq', autoIncrement: true }).createIndex('userId', 'userId')
      db.createObjectStore('owner')
      db.createObjectStore('seen', { keyPath: ['userId', 'code'] }).createIndex('userId', 'userId')
    })
    request.addEventListener('success', () => {
      // Another window with a newer version must not wait for this one.
      request.result.addEventListener('versionchange', () => request.result.close())
      resolve(request.result)
    })
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB is not available.')))
  })
  opened.catch(() => (opened = undefined))
  return opened
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused a request.')))
  })
}

/** Runs `work` in one transaction and resolves once it is stored: a crash leaves all of it or nothing. */
async function transact<T>(stores: Stores[], work: (transaction: IDBTransaction) => Promise<T>): Promise<T> {
  const db = await open()
  const transaction = db.transaction(stores, 'readwrite')
  const stored = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB stored nothing.')))
  })
  const [result] = await Promise.all([work(transaction), stored])
  return result
}

const linesOf = (transaction: IDBTransaction, userId: number) =>
  answerOf(transaction.objectStore('lines').index('userId').getAll(userId) as IDBRequest<QueuedLine[]>)

/** The lines of a user that wait, in the order of scanning. */
export const queuedLines = (userId: number): Promise<QueuedLine[]> =>
  transact(['lines'], async (transaction) => (await linesOf(transaction, userId)).toSorted((a, b) => a.seq - b.seq))

/**
 * Queues a scanned code; the same code as in the last line counts one more. Returns the line; null if there are `max`
 * already.
 */
export const queueCode = (
  line: { id: string; userId: number; code: string },
  max: number,
): Promise<QueuedLine | null> =>
  transact(['lines'], async (transaction) => {
    const lines = await linesOf(transaction, line.userId)
    const last = lines.toSorted((a, b) => a.seq - b.seq).at(-1)
    const store = transaction.objectStore('lines')
    const count = Number(last?.quantity || '1')
    if (last !== undefined && !last.isSent && last.code === line.code && Number.isInteger(count)) {
      const more = { ...last, quantity: String(count + 1) }
      await answerOf(store.put(more))
      return more
    }
    if (lines.length >= max) return null
    const added = { ...line, quantity: '1', unit: '', isSent: false }
    const seq = await answerOf(store.add(added))
    return { ...added, seq: Number(seq) }
  })

/** Changes the quantity of a line that was not sent yet; with null the line is removed. */
export const changeQueued = (seq: number, quantity: string | null): Promise<void> =>
  transact(['lines'], async (transaction) => {
    const store = transaction.objectStore('lines')
    const line = await answerOf(store.get(seq) as IDBRequest<QueuedLine | undefined>)
    if (line === undefined || line.isSent) return
    if (quantity === null) store.delete(seq)
    else store.put({ ...line, quantity })
  })

/** The lines of a user that wait, from now on unchangeable. */
export const takeForSending = (userId: number): Promise<QueuedLine[]> =>
  transact(['lines'], async (transaction) => {
    const lines = (await linesOf(transaction, userId)).toSorted((a, b) => a.seq - b.seq)
    for (const line of lines) transaction.objectStore('lines').put({ ...line, isSent: true })
    return lines
  })

export const removeQueued = (lines: readonly QueuedLine[]): Promise<void> =>
  transact(['lines'], async (transaction) => {
    for (const { seq } of lines) transaction.objectStore('lines').delete(seq)
  })

export const readOwner = (): Promise<DeviceOwner | null> =>
  transact(['owner'], async (transaction) => {
    const owner = await answerOf(transaction.objectStore('owner').get('owner') as IDBRequest<DeviceOwner | undefined>)
    return owner ?? null
  })

/** Makes the user the owner. What another user has seen is removed; lines that wait stay for when it signs in again. */
export const writeOwner = (owner: DeviceOwner): Promise<void> =>
  transact(['owner', 'seen'], async (transaction) => {
    transaction.objectStore('owner').put(owner, 'owner')
    const seen = transaction.objectStore('seen')
    for (const key of await answerOf(seen.getAllKeys())) {
      if (Array.isArray(key) && key[0] !== owner.userId) seen.delete(key)
    }
  })

/** Removes everything of a user: it signs out. */
export const forgetUser = (userId: number): Promise<void> =>
  transact(['lines', 'owner', 'seen'], async (transaction) => {
    transaction.objectStore('owner').delete('owner')
    for (const name of ['lines', 'seen']) {
      const store = transaction.objectStore(name)
      for (const key of await answerOf(store.index('userId').getAllKeys(userId))) store.delete(key)
    }
  })

export const readSeen = (userId: number): Promise<SeenProduct[]> =>
  transact(['seen'], (transaction) =>
    answerOf(transaction.objectStore('seen').index('userId').getAll(userId) as IDBRequest<SeenProduct[]>),
  )

export const writeSeen = (products: readonly SeenProduct[]): Promise<void> =>
  transact(['seen'], async (transaction) => {
    for (const product of products) transaction.objectStore('seen').put(product)
  })
