import type { FileStore, ListedFile } from './file-store.ts'

/**
 * A storage that is being filled from another one: what it lacks is read from there. New files are written to it; removed ones
 * leave both.
 */
export function withFormer(store: FileStore, former: FileStore): FileStore {
  async function* list(prefix?: string): AsyncGenerator<ListedFile> {
    const keys = new Set<string>()
    for await (const file of store.list(prefix)) {
      keys.add(file.key)
      yield file
    }
    for await (const file of former.list(prefix)) if (!keys.has(file.key)) yield file
  }

  return {
    place: store.place,
    isRemote: store.isRemote || former.isRemote,
    workFolder: store.workFolder,
    put: (key, content) => store.put(key, content),
    putNew: async (key, content) => (await former.head(key)) === null && store.putNew(key, content),
    get: async (key) => (await store.get(key)) ?? former.get(key),
    open: async (key) => (await store.open(key)) ?? former.open(key),
    head: async (key) => (await store.head(key)) ?? former.head(key),
    async remove(key) {
      await former.remove(key)
      await store.remove(key)
    },
    async removeDrafts(now) {
      await store.removeDrafts(now)
      await former.removeDrafts(now)
    },
    list,
    folder: (name) => withFormer(store.folder(name), former.folder(name)),
    pathOf: async (key) => ((await store.head(key)) === null ? former.pathOf(key) : store.pathOf(key)),
  }
}
