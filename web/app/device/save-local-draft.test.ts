import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readLocalDraft, writeLocalDraft } from './local-draft.ts'
import { saveLocalDraft } from './save-local-draft.ts'

const [drill, saw] = [
  { code: 'MTK-1', quantity: '2', unit: '' },
  { code: 'TST-2', quantity: '5', unit: 'KOLİ' },
]
const draft = { lines: [drill, saw], base: [], revision: 3, isOffline: false, open: null }
const open = { id: 'a'.repeat(32), lines: [drill], revision: 3 }
const user = 7

type Sent = { method: string; body: { revision: number; lines: object[]; save: string } | null }
let sent: Sent[]
/** The answers to the next calls, in order. */
let answers: { status: number; body: object }[]
const saved = (revision: number) => ({ status: 200, body: { revision } })
const changed = { status: 409, body: { error: { code: 'draft_changed', messages: { type: '' } } } }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('document', { documentElement: { lang: 'tr' }, querySelector: () => null })
  sent = []
  vi.stubGlobal('fetch', async (_url: string, { method, body }: { method: string; body?: string }) => {
    sent.push({ method, body: body === undefined ? null : (JSON.parse(body) as Sent['body']) })
    const answer = answers.shift()
    if (answer === undefined) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('saves lines that a closed page left, and removes them from the device', async () => {
  writeLocalDraft(user, draft)
  answers = [saved(4)]
  await saveLocalDraft(user)
  expect(sent).toMatchObject([{ method: 'PATCH', body: { revision: 3, lines: [drill, saw] } }])
  expect(readLocalDraft(user)).toBeNull()
})

test('sends nothing where nothing was left', async () => {
  answers = []
  await saveLocalDraft(user)
  expect(sent).toEqual([])
})

test('repeats a save without an answer as it was, then saves what was typed after it', async () => {
  writeLocalDraft(user, { ...draft, open })
  answers = [saved(4), saved(5)]
  await saveLocalDraft(user)
  expect(sent).toMatchObject([
    { body: { revision: 3, lines: [drill], save: open.id } },
    { body: { revision: 4, lines: [drill, saw] } },
  ])
  expect(sent[1]?.body?.save).not.toBe(open.id)
  expect(readLocalDraft(user)).toBeNull()
})

test('leaves the lines on the device if the save fails, or if another window has saved other lines', async () => {
  writeLocalDraft(user, draft)
  answers = []
  await expect(saveLocalDraft(user)).rejects.toMatchObject({ status: 0 })
  expect(readLocalDraft(user)?.lines).toEqual([drill, saw])
  answers = [changed, { status: 200, body: { revision: 9, lines: [saw] } }]
  await saveLocalDraft(user)
  expect(readLocalDraft(user)?.lines).toEqual([drill, saw])
})

test('removes the lines if another window has saved the same ones', async () => {
  writeLocalDraft(user, draft)
  answers = [changed, { status: 200, body: { revision: 9, lines: [drill, saw] } }]
  await saveLocalDraft(user)
  expect(readLocalDraft(user)).toBeNull()
})
