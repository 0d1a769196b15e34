import { type People, photo } from './people.ts'
import type { TestRequest } from './shop.ts'

const body = { text: 'Ne zaman gelir?', files: [], key: 'anahtar-1' }

/** A valid request for every call about notes. */
export const noteRequests: Record<string, (people: People) => TestRequest> = {
  'GET /api/catalog/notes/:kind/:number': ({ orderNo }) => ({ url: `/api/catalog/notes/order/${orderNo}` }),
  'POST /api/catalog/notes/:kind/:number': ({ orderNo }) => ({ url: `/api/catalog/notes/order/${orderNo}`, body }),
  'POST /api/catalog/notes/:kind/:number/read': ({ orderNo }) => ({
    url: `/api/catalog/notes/order/${orderNo}/read`,
    body: { last: 1 },
  }),
  'GET /api/catalog/unread-notes': () => ({ url: '/api/catalog/unread-notes' }),
  'POST /api/catalog/note-files': () => ({ url: '/api/catalog/note-files?name=foto.png', body: photo }),
  'GET /yonetim/notes/:kind/:number': ({ orderNo }) => ({ url: `/yonetim/notes/order/${orderNo}` }),
  'POST /yonetim/notes/:kind/:number': ({ orderNo }) => ({
    url: `/yonetim/notes/order/${orderNo}`,
    body: { ...body, isInternal: true },
  }),
  'POST /yonetim/notes/:kind/:number/read': ({ orderNo }) => ({
    url: `/yonetim/notes/order/${orderNo}/read`,
    body: { last: 1 },
  }),
  'GET /yonetim/unread-notes': () => ({ url: '/yonetim/unread-notes' }),
  'POST /yonetim/note-files': () => ({ url: '/yonetim/note-files?name=foto.png', body: photo }),
}
