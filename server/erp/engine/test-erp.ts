import type { InboundResource } from '#domain/erp/mapping.ts'
import {
  type ErpAdapter,
  type ErpDocument,
  ErpError,
  type ErpRecord,
  type OutboundDocument,
} from '#server/erp/adapters/adapter.ts'

/** An ERP in memory, with the faults that tests set. */
export class TestErp {
  /** By resource, in the order of their changes. */
  records: Partial<Record<InboundResource, ErpRecord[]>> = {}
  /** By kind and our number; each write adds one. */
  documents: (OutboundDocument & ErpDocument)[] = []
  /** What happens to the next writes, one each. */
  faults: ('refuse' | 'lose' | 'unavailable' | 'crash' | 'settings' | 'deliver')[] = []
  /** What the ERP says later to a document without a number, by our number. */
  refusals = new Map<string, string>()
  /** Called before each page is read. */
  beforePage: () => Promise<void> | void = () => {}
  sessions = { opened: 0, closed: 0, found: 0 }

  readonly adapter: ErpAdapter = {
    kind: 'test',
    settings: [],
    inbound: {},
    outbound: ['order', 'cancellation', 'payment', 'refund'],
    template: {},
    knownFields: {},
    open: () => {
      this.sessions.opened += 1
      return {
        check: async () => ({}),
        read: (resource, { mark, pageSize }) => this.#read(resource, mark, pageSize),
        find: async (kind, number) => {
          this.sessions.found += 1
          const found = this.documents.find((each) => each.kind === kind && each.number === number)
          if (found === undefined) return null
          const refusal = this.refusals.get(number)
          if (refusal !== undefined) this.documents = this.documents.filter((each) => each !== found)
          return { documentNo: found.documentNo, ...(refusal !== undefined && { refusal }) }
        },
        write: async (document) => this.#write(document),
        close: async () => {
          this.sessions.closed += 1
        },
      }
    },
  }

  async *#read(resource: InboundResource, mark: string | null, pageSize: number) {
    const records = this.records[resource] ?? []
    for (let at = Number(mark ?? 0); at < records.length; at += pageSize) {
      await this.beforePage()
      const page = records.slice(at, at + pageSize)
      yield { records: page, mark: String(at + page.length) }
    }
  }

  #write(document: OutboundDocument): ErpDocument {
    const fault = this.faults.shift()
    if (fault === 'refuse') throw new ErpError('refused', 'Cari hesap kilitli')
    if (fault === 'unavailable') throw new ErpError('unavailable', 'Kullanıcı sayısı doldu')
    if (fault === 'settings') throw new ErpError('settings', 'Şifre hatalı')
    const documentNo = fault === 'deliver' ? null : `FIS-${this.documents.length + 1}`
    this.documents.push({ ...document, documentNo })
    if (fault === 'lose') throw new ErpError('unknown', 'Yanıt gelmedi')
    if (fault === 'crash') throw new Error('socket hang up')
    return { documentNo }
  }
}
